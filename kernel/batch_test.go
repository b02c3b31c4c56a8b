package kernel

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestBatchLengths runs every kernel on batches of all lengths up to 40, so that
// vectors of 8 and of 16 rows leave every possible rest.
func TestBatchLengths(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 16))
	var vertices []vertex
	var want []uint64
	for range 40 {
		v := vertex{rng.Uint64N(9), nil}
		for range rng.IntN(9) {
			v.succ = append(v.succ, rng.Uint64N(1<<rng.IntN(7)))
		}
		vertices = append(vertices, v)
		want = append(want, pickByPick(v.succ, v.k))
	}
	for _, kn := range Available() {
		t.Run(kn.Info().String(), func(t *testing.T) {
			ws := &Workspace{}
			for n := range len(vertices) + 1 {
				checkKernel(t, kn, ws, vertices[:n], want)
			}
		})
	}
}

// TestBatchMisfit checks that Mex panics if the slices of a batch do not fit
// together, and does not read past their ends.
func TestBatchMisfit(t *testing.T) {
	for name, b := range map[string]*Batch{
		"no offsets":     {K: []uint64{1}, Mex: []uint64{0}},
		"no results":     {Off: []uint32{0, 0}, K: []uint64{1}},
		"row beyond end": {Off: []uint32{0, 2}, Succ: []uint64{1}, K: []uint64{1}, Mex: []uint64{0}},
	} {
		for _, kn := range Available() {
			t.Run(name+"/"+kn.Info().String(), func(t *testing.T) {
				defer func() {
					if s, ok := recover().(string); !ok || !strings.Contains(s, "do not fit together") {
						t.Errorf("panic %q, want one about the slices", s)
					}
				}()
				kn.Mex(&Workspace{}, b)
			})
		}
	}
}

// TestBatchDescending checks that Mex panics about a row that ends before it starts,
// whatever K is, and about a row before it that is beyond the end of the values.
func TestBatchDescending(t *testing.T) {
	for _, off := range [][]uint32{{0, 5, 2}, {0, 9, 2}, {7, 7, 2}} {
		for k := range uint64(7) {
			for _, kn := range Available() {
				b := &Batch{Off: off, Succ: make([]uint64, 5), K: []uint64{3, k}, Mex: make([]uint64, 2)}
				t.Run(fmt.Sprint(kn.Info(), off, k), func(t *testing.T) {
					defer func() {
						if recover() == nil {
							t.Errorf("no panic, mexes %d", b.Mex)
						}
					}()
					kn.Mex(&Workspace{}, b)
				})
			}
		}
	}
}

// TestBatchClose checks that Close makes the same batch as Add, in a zero Batch
// and after a Reset.
func TestBatchClose(t *testing.T) {
	vertices := []vertex{{2, []uint64{0, 1, 2, 4}}, {5, nil}, {3, []uint64{1, 2}}}
	for _, empty := range []*Batch{{}, {Off: []uint32{0}}, {Succ: make([]uint64, 0, 8)}} {
		for _, again := range []bool{false, true} {
			if again {
				empty.Reset()
			}
			for _, v := range vertices {
				empty.Succ = append(empty.Succ, v.succ...)
				empty.Close(v.k)
			}
			added := batchOf(vertices)
			if !slices.Equal(empty.Off, added.Off) || !slices.Equal(empty.Succ, added.Succ) || !slices.Equal(empty.K, added.K) {
				t.Fatalf("reset %v: closed rows make %+v, added rows %+v", again, *empty, *added)
			}
			if err := Auto().Mex(&Workspace{}, empty); err != nil || !slices.Equal(empty.Mex, []uint64{7, 0, 0}) {
				t.Errorf("reset %v: %v, %v", again, empty.Mex, err)
			}
		}
	}
}

// TestBatchTooLong checks that every kernel does the longest batch whose offsets
// fit, and refuses a longer one.
func TestBatchTooLong(t *testing.T) {
	defer func(real uint64) { maxValues = real }(maxValues)
	maxValues = 5
	for _, kn := range testedKernels() {
		t.Run(kn.Info().String(), func(t *testing.T) {
			b := batchOf([]vertex{{2, []uint64{0, 1}}, {2, []uint64{0, 1, 2}}})
			if err := kn.Mex(&Workspace{}, b); err != nil || !slices.Equal(b.Mex, []uint64{2, 4}) {
				t.Errorf("5 values: %v, %v", b.Mex, err)
			}
			b.Add(1, 0)
			b.Off[3] = 1 // as if it had wrapped around
			if err := kn.Mex(&Workspace{}, b); !errors.Is(err, ErrTooLong) {
				t.Errorf("6 values: error %v, want ErrTooLong", err)
			}
		})
	}
}

// TestMex does every vertex of the groups on its own. Its error is without a row,
// as there is only one.
func TestMex(t *testing.T) {
	for _, group := range vertexGroups() {
		for _, v := range group.vertices {
			if got, err := Mex(v.k, v.succ...); err != nil || got != pickByPick(v.succ, v.k) {
				t.Fatalf("%v: %d, %v; want %d", v, got, err, pickByPick(v.succ, v.k))
			}
		}
	}
	if _, err := Mex(64, powersOfTwo()...); err != ErrOverflow {
		t.Errorf("error %v, want ErrOverflow itself", err)
	}
}
