package dag

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// randomEdges are m edges on n vertices that start in the given range.
func randomEdges(rng *rand.Rand, n, m, from, to int) (src, dst []uint32) {
	for range m {
		src = append(src, uint32(from+rng.IntN(to-from)))
		dst = append(dst, rng.Uint32N(uint32(n)))
	}
	return src, dst
}

// addAll adds the edges to s in pieces: worker i those of its share.
func addAll(rng *rand.Rand, s *Sorter, src, dst []uint32, workers int) {
	var all sync.WaitGroup
	for w := range workers {
		at, end := len(src)*w/workers, len(src)*(w+1)/workers
		seed := rng.Uint64()
		all.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 0))
			for at < end {
				next := min(end, at+1+rng.IntN(1+(end-at)/3))
				s.Add(w, src[at:next], dst[at:next])
				at = next
			}
		})
	}
	all.Wait()
}

// sortedRows are the ends of all rows, each row in ascending order.
func sortedRows(g *Graph) []uint32 {
	to := slices.Clone(g.to)
	for u := range g.Len() {
		slices.Sort(to[g.off[u]:g.off[u+1]])
	}
	return to
}

// A Sorter makes the same graph as New. If one worker adds edges, rows keep their
// order. The sorter's spare memory has nothing of the graph.
func TestSorter(t *testing.T) {
	const block = 1 << maxShift
	rng := rand.New(rand.NewPCG(4, 4))
	type input struct {
		name     string
		n        int
		src, dst []uint32
	}
	inputs := []input{{name: "no vertices"}}
	for _, n := range []int{1, 2, 31, 32, 33, 63, 64, 65, 1000, 32*block - 1, 32*block + 1} {
		for _, m := range []int{0, 1, 10, 11, 1000, 12_000} {
			src, dst := randomEdges(rng, n, m, 0, n)
			inputs = append(inputs, input{"random", n, src, dst})
		}
	}
	const n, m = 100_000, 30_000
	for _, form := range []struct {
		name     string
		from, to int
	}{{"first vertex", 0, 1}, {"a vertex", n / 2, n/2 + 1}, {"last vertex", n - 1, n}, {"a block", 4 << 10, 5 << 10}, {"last blocks", n - n/5, n}} {
		src, dst := randomEdges(rng, n, m, form.from, form.to)
		inputs = append(inputs, input{form.name, n, src, dst})
		more, ends := randomEdges(rng, n, m/2, 0, n)
		src, dst = append(src, more...), append(dst, ends...)
		inputs = append(inputs, input{form.name + " and all", n, src, dst})
		src, dst = slices.Clone(src), slices.Clone(dst)
		rng.Shuffle(len(src), func(i, j int) {
			src[i], src[j] = src[j], src[i]
			dst[i], dst[j] = dst[j], dst[i]
		})
		inputs = append(inputs, input{form.name + " and all, mixed", n, src, dst})
	}
	src, dst := randomEdges(rng, n, m, 1, n)
	for i, u := range src {
		dst[i] %= u
	}
	inputs = append(inputs, input{"down", n, src, dst}, input{"up", n, dst, src})
	src, dst = slices.Clone(src), slices.Clone(dst)
	slices.Sort(src)
	inputs = append(inputs, input{"in order", n, src, dst})
	src = slices.Clone(src)
	slices.Reverse(src)
	inputs = append(inputs, input{"in reverse", n, src, dst})

	for i, in := range inputs {
		if testing.Short() && i%4 != 0 {
			continue
		}
		want := New(in.n, in.src, in.dst)
		wantRows := sortedRows(want)
		for _, workers := range []int{1, 2, 7} {
			m := uint64(len(in.src))
			for _, edges := range [][2]uint64{{m, m}, {2*m + 10_000, m}, {2*m + 10_000, 0}} {
				how := fmt.Sprintf("%s, %d vertices, %d edges of %d, %d workers", in.name, in.n, m, edges, workers)
				s := NewSorter(in.n, edges[0], edges[1], workers)
				addAll(rng, s, in.src, in.dst, workers)
				g := s.Graph(workers)
				if workers == 1 {
					got, err := g.Waves(t.Context(), 1)
					wantWaves, wantErr := want.Waves(t.Context(), 1)
					if fmt.Sprint(err) != fmt.Sprint(wantErr) || err == nil && (!slices.Equal(got.Order, wantWaves.Order) || !slices.Equal(got.Start, wantWaves.Start)) {
						t.Fatalf("%s: other waves, %v", how, err)
					}
				}
				spare := g.takeSpare(len(g.spare))
				for i := range spare {
					spare[i] = 1 << 31
				}
				if !slices.Equal(g.off, want.off) || g.up != want.up || g.down != want.down {
					t.Fatalf("%s: other rows", how)
				}
				if workers == 1 && !slices.Equal(g.to, want.to) || !slices.Equal(sortedRows(g), wantRows) {
					t.Fatalf("%s: other ends", how)
				}
			}
		}
	}
}

// With more than 2^25 vertices the end of an edge takes more bits.
func TestSorterWide(t *testing.T) {
	if testing.Short() {
		t.Skip("130 MB")
	}
	for _, n := range []int{1 << 25, 1<<25 + 1} {
		last := uint32(n - 1)
		src := []uint32{last, 0, last, 1 << 24, last}
		dst := []uint32{0, last, 1<<24 + 1, last - 1, last}
		s := NewSorter(n, uint64(len(src)), uint64(len(src)), 1)
		s.Add(0, src, dst)
		g := s.Graph(2)
		for u, want := range map[uint32][]uint32{0: {last}, 1: nil, 1 << 24: {last - 1}, last: {0, 1<<24 + 1, last}} {
			if got := g.Succ(int(u)); !slices.Equal(got, want) {
				t.Errorf("%d vertices: successors of %d are %d, want %d", n, u, got, want)
			}
		}
	}
}
