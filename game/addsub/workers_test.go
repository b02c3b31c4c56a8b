package addsub

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mexlab/game"
	"mexlab/kernel"
)

// oneGroup reads the games of an input into one group.
func oneGroup(t testing.TB, in []byte, opt Options) *group {
	t.Helper()
	rd, err := newReader(bytes.NewReader(in), opt)
	if err != nil {
		t.Fatal(err)
	}
	g := newGroup()
	if more, err := rd.group(t.Context(), g, groupSize); more || err != nil {
		t.Fatal(more, err)
	}
	return g
}

// fan is a game of a tower and 300 other vertices. Vertex i of the tower has edges
// to all below, and so nimber 2^(i-1). The others have edges to all of the tower:
// they are a level that workers share, and several batches.
func fan(tower int) board {
	b := board{make([][]int, tower+300), make([]int, tower+300)}
	for u := range b.succ {
		b.k[u] = 1000
		for v := range min(u, tower) {
			b.succ[u] = append(b.succ[u], v)
		}
	}
	return b
}

// solveGroup solves a group as a small game, or as a large one by several workers.
func solveGroup(t *testing.T, g *group, opt Options, shared bool) error {
	t.Helper()
	s := newSolver(opt)
	if !shared {
		return s.solve(t.Context(), g)
	}
	g.unite()
	return s.solveLevels(t.Context(), g, opt.WorkerCount())
}

// bare hides which kernel it is.
type bare struct{ kernel.Kernel }

// A level with the first nimbers that need more bits is done again in the next
// width, by one worker and by many.
func TestWiderInTheMiddle(t *testing.T) {
	for _, tower := range []int{16, 17, 33} {
		b := fan(tower)
		in := "1\n" + b.text(nil)
		for _, k := range []kernel.Kernel{kernel.Auto(), bare{kernel.Auto()}} {
			for _, shared := range []bool{false, true} {
				opt := Options{Kernel: k, Work: game.Work{Workers: 3}}
				g := oneGroup(t, []byte(in), opt)
				err := solveGroup(t, g, opt, shared)
				if err != nil {
					t.Fatal(err)
				}
				for u := range b.succ {
					want := uint64(0)
					if u > 0 {
						want = 1 << (min(u, tower) - 1)
					}
					if got := g.nimbers.at(uint32(u)); got != want {
						t.Fatalf("tower of %d, %T, shared %v: vertex %d is worth %d, want %d", tower, k, shared, u, got, want)
					}
				}
			}
		}
	}
}

var errBroken = errors.New("out of order")

// broken is a kernel that fails without naming a row.
type broken struct{ picky }

func (broken) Mex(*kernel.Workspace, *kernel.Batch) error { return errBroken }

// If several vertices of a wide level fail, the first is named, whichever worker
// meets which. The error of a broken kernel is passed on.
func TestFailureInTheMiddle(t *testing.T) {
	b := fan(10)
	b.k[100], b.k[200], b.k[300] = 11, 12, 13
	in := "2\n2 1\n0 1\n1 1\n0\n" + b.text(nil)
	for _, shared := range []bool{false, true} {
		opt := Options{Kernel: picky{[]uint64{11, 12, 13}}, Work: game.Work{Workers: 3}}
		g := oneGroup(t, []byte(in), opt)
		err := solveGroup(t, g, opt, shared)
		bad, ok := errors.AsType[*gameError](err)
		if !ok || bad.game.number != 2 || bad.msg != "vertex 100: refused K=11" || len(g.games) != 1 {
			t.Errorf("shared %v: got %#v, with %d games", shared, err, len(g.games))
		}
		opt.Kernel = broken{}
		g = oneGroup(t, []byte(in), opt)
		if err := solveGroup(t, g, opt, shared); err != errBroken || len(g.games) != 0 {
			t.Errorf("shared %v, broken: got %v, with %d games", shared, err, len(g.games))
		}
	}
}

// unwilling is a kernel that refuses one K.
type unwilling struct {
	kernel.Kernel
	k uint64
}

func (u unwilling) Mex(ws *kernel.Workspace, b *kernel.Batch) error {
	if err := u.Kernel.Mex(ws, b); err != nil {
		return err
	}
	if i := slices.Index(b.K, u.k); i >= 0 {
		return &kernel.RowError{Row: i, Err: errBroken}
	}
	return nil
}

// A vertex fails in a batch, and the nimbers before it are the first to need more
// bits: these are computed again, and the vertex is named.
func TestWiderAndFailing(t *testing.T) {
	b := fan(17)
	b.k[100] = 1001
	in := "2\n2 1\n0 1\n1 1\n0\n" + b.text(nil)
	for _, shared := range []bool{false, true} {
		opt := Options{Kernel: unwilling{kernel.Auto(), 1001}, Work: game.Work{Workers: 3}}
		g := oneGroup(t, []byte(in), opt)
		err := solveGroup(t, g, opt, shared)
		bad, ok := errors.AsType[*gameError](err)
		if !ok || bad.game.number != 2 || bad.msg != "vertex 100: out of order" || len(g.games) != 1 {
			t.Errorf("shared %v: got %#v, with %d games", shared, err, len(g.games))
		}
		if g.nimbers.at(0) != 1 || g.nimbers.at(1) != 0 {
			t.Errorf("shared %v: the first game has the nimbers %d %d", shared, g.nimbers.at(0), g.nimbers.at(1))
		}
	}
}

// BenchmarkLarge times the solving step of a large game: from its levels to the
// nimbers of all vertices, by one and by two workers.
func BenchmarkLarge(b *testing.B) {
	in := oneLarge(rand.New(rand.NewPCG(1, 2)), 200_000, 2_000_000)
	in = append([]byte("1\n"), in[2+len(good):len(in)-len(good)]...)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d/edges=2000000", workers), func(b *testing.B) {
			opt := Options{Work: game.Work{Workers: workers}}
			g := oneGroup(b, in, opt)
			g.unite()
			levels, err := g.findLevels()
			if err != nil {
				b.Fatal(err)
			}
			s := newSolver(opt)
			for b.Loop() {
				if err := s.fill(b.Context(), g, levels, workers); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
