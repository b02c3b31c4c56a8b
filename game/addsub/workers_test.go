package addsub

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"mexlab/game"
	"mexlab/game/text"
	"mexlab/kernel"
)

// oneGroup reads the games of an input, as a group.
func oneGroup(t testing.TB, in []byte, opt Options) *group {
	t.Helper()
	rd := &reader{in: text.NewReader(bytes.NewReader(in)), opt: opt}
	g := newGroup()
	if more, err := rd.group(t.Context(), g, groupSize); more || err != nil {
		t.Fatal(more, err)
	}
	return g
}

// fan is a game of a tower, whose vertex i is worth 2^(i-1) for it has edges to
// all below, and of 300 vertices that have edges to all of the tower: a level
// that workers share, and several batches.
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
func solveGroup(t *testing.T, g *group, opt Options, shared bool) (*solution, error) {
	t.Helper()
	s := newSolver(opt)
	if !shared {
		return s.solve(t.Context(), g)
	}
	sol := &solution{group: g, graph: g.union()}
	return sol, s.solveLevels(t.Context(), sol, opt.WorkerCount())
}

// bare hides which kernel it is.
type bare struct{ kernel.Kernel }

// A level whose nimbers are the first to need more bits is right in the next
// width, whoever computes it.
func TestWiderInTheMiddle(t *testing.T) {
	for _, tower := range []int{16, 17, 33} {
		b := fan(tower)
		in := "1\n" + b.text(nil)
		for _, k := range []kernel.Kernel{kernel.Auto(), bare{kernel.Auto()}} {
			for _, shared := range []bool{false, true} {
				opt := Options{Kernel: k, Work: game.Work{Workers: 3}}
				sol, err := solveGroup(t, oneGroup(t, []byte(in), opt), opt, shared)
				if err != nil {
					t.Fatal(err)
				}
				for u := range b.succ {
					want := uint64(0)
					if u > 0 {
						want = 1 << (min(u, tower) - 1)
					}
					if got := sol.nimbers.at(uint32(u)); got != want {
						t.Fatalf("tower of %d, %T, shared %v: vertex %d is worth %d, want %d", tower, k, shared, u, got, want)
					}
				}
			}
		}
	}
}

var errBroken = errors.New("out of order")

// broken is a kernel that fails, at no row.
type broken struct{ picky }

func (broken) Mex(*kernel.Workspace, *kernel.Batch) error { return errBroken }

// Of several vertices of a wide level that fail the first is named, whoever
// comes to it first; a kernel that is broken fails as it is.
func TestFailureInTheMiddle(t *testing.T) {
	b := fan(10)
	b.k[100], b.k[200], b.k[300] = 11, 12, 13
	in := "2\n2 1\n0 1\n1 1\n0\n" + b.text(nil)
	for _, shared := range []bool{false, true} {
		opt := Options{Kernel: picky{[]uint64{11, 12, 13}}, Work: game.Work{Workers: 3}}
		sol, err := solveGroup(t, oneGroup(t, []byte(in), opt), opt, shared)
		bad, ok := errors.AsType[*gameError](err)
		if !ok || bad.game.number != 2 || bad.msg != "vertex 100: refused K=11" || len(sol.games) != 1 {
			t.Errorf("shared %v: got %#v, with %d games", shared, err, len(sol.games))
		}
		opt.Kernel = broken{}
		if sol, err := solveGroup(t, oneGroup(t, []byte(in), opt), opt, shared); err != errBroken || len(sol.games) != 0 {
			t.Errorf("shared %v, broken: got %v, with %d games", shared, err, len(sol.games))
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
			sol := &solution{group: g, graph: g.union()}
			levels, err := sol.findLevels()
			if err != nil {
				b.Fatal(err)
			}
			s := newSolver(opt)
			for b.Loop() {
				if err := s.fill(b.Context(), sol, levels, workers); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
