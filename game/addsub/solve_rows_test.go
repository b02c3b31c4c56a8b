package addsub

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
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
// they are a wave that workers share, and several batches.
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

// mixed renames the vertices, so that their numbers are no order.
func mixed(b board, rng *rand.Rand) (board, []int) {
	name := rng.Perm(len(b.k))
	c := board{make([][]int, len(b.k)), make([]int, len(b.k))}
	for u, row := range b.succ {
		c.k[name[u]] = b.k[u]
		for _, v := range row {
			c.succ[name[u]] = append(c.succ[name[u]], name[v])
		}
	}
	return c, name
}

// bare hides which kernel it is.
type bare struct{ kernel.Kernel }

// ways are the ways to solve a group, whatever its size.
var ways = map[string]func(s *solver, ctx context.Context, g *group) error{
	"usual": (*solver).solve, "row by row": (*solver).solveGraph,
}

// All ways find nimbers that need one byte or many, in waves that workers share and
// in the order of the numbers.
func TestTowers(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	for _, tower := range []int{16, 17, 33, 62} {
		for _, rename := range []bool{false, true} {
			b := fan(tower)
			name := make([]int, len(b.k))
			for v := range name {
				name[v] = v
			}
			if rename {
				b, name = mixed(b, rng)
			}
			in := "1\n" + b.text(nil)
			for _, k := range []kernel.Kernel{kernel.Auto(), bare{kernel.Auto()}} {
				for way, solve := range ways {
					opt := Options{Kernel: k, Work: game.Work{Workers: 3}}
					g := oneGroup(t, []byte(in), opt)
					if err := solve(newSolver(opt), t.Context(), g); err != nil {
						t.Fatal(err)
					}
					for u := range name {
						want := uint64(0)
						if u > 0 {
							want = 1 << (min(u, tower) - 1)
						}
						if got := g.nimbers.at(uint32(name[u])); got != want {
							t.Fatalf("tower of %d, %T, %s: vertex %d is worth %d, want %d", tower, k, way, name[u], got, want)
						}
					}
				}
			}
		}
	}
}

// A large game with more nimbers than codes of a byte is solved in wider ones. With
// K=1, vertex u of a clique is worth u. The others see some of the clique, and are
// worth the first number that they do not see.
func TestWiderCodes(t *testing.T) {
	const clique, others = 400, 1000
	rng := rand.New(rand.NewPCG(73, 74))
	b := board{make([][]int, clique+others), slices.Repeat([]int{1}, clique+others)}
	want := make([]int, len(b.k))
	for u := range b.succ {
		if u < clique {
			want[u] = u
		} else {
			want[u] = rng.IntN(clique + 1)
		}
		for v := range min(u, clique) {
			if v < want[u] || v > want[u] && rng.IntN(2) == 0 {
				b.succ[u] = append(b.succ[u], v)
			}
		}
	}
	b, name := mixed(b, rng)
	in := []byte("1\n" + b.text(nil))
	for workers := range 4 {
		opt := Options{Work: game.Work{Workers: 1 + workers}}
		g := oneGroup(t, in, opt)
		var solved atomic.Uint64
		opt.Solved = &solved
		if err := newSolver(opt).solve(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		if _, ok := g.nimbers.(*codes[uint16]); !ok {
			t.Errorf("%d workers: the nimbers are in a %T", 1+workers, g.nimbers)
		}
		for u, want := range want {
			if got := g.nimbers.at(uint32(name[u])); got != uint64(want) {
				t.Fatalf("%d workers: vertex %d is worth %d, want %d", 1+workers, name[u], got, want)
			}
		}
		rows := 0
		for _, row := range b.succ {
			rows += min(1, len(row))
		}
		if solved.Load() != uint64(rows) {
			t.Errorf("%d workers: %d vertices were counted, want %d", 1+workers, solved.Load(), rows)
		}
	}
}

// Every code stands for one nimber, also if workers ask at the same time. There are
// as many as fit below the highest, which is pending.
func TestCodes(t *testing.T) {
	const workers, most = 3, 1<<16 - 1 - game.FirstOther
	c := newCodes[uint16](0)
	value := func(i int) uint64 { return uint64(i)*0x9e3779b97f4a7c15 | 3 } // no power of two
	var all sync.WaitGroup
	got := make([][]uint16, workers)
	for w := range workers {
		all.Go(func() {
			own := coder[uint16]{codes: c}
			for i := range most {
				code, err := own.encode(value(i))
				if err != nil || own.value(code) != value(i) || code < game.FirstOther || code == game.Pending[uint16]() {
					t.Errorf("value %d: code %d, %v", i, code, err)
					return
				}
				got[w] = append(got[w], code)
			}
		})
	}
	all.Wait()
	for w := range workers {
		if !slices.Equal(got[w], got[0]) {
			t.Error("workers have different codes")
		}
	}
	own := coder[uint16]{codes: c}
	if _, err := own.encode(value(most)); err != errNarrow {
		t.Errorf("beyond the last code: %v", err)
	}
	for i := range 64 {
		code, err := own.encode(1 << i)
		if i >= units && err == errNarrow {
			continue
		}
		if err != nil || int(code) != oneCode+i || own.value(code) != 1<<i {
			t.Errorf("2^%d: code %d, %v", i, code, err)
		}
	}
	if code, err := own.encode(0); code != zeroCode || err != nil || own.value(code) != 0 {
		t.Errorf("0: code %d, %v", code, err)
	}
}

var errBroken = errors.New("out of order")

// broken is a kernel that fails without naming a row.
type broken struct{ picky }

func (broken) Mex(*kernel.Workspace, *kernel.Batch) error { return errBroken }

// If several vertices of a wide wave fail, the first is named, whichever
// worker meets which. The error of a broken kernel is passed on.
func TestFailureInTheMiddle(t *testing.T) {
	b := fan(10)
	b.k[100], b.k[200], b.k[300] = 11, 12, 13
	in := []byte("1\n" + b.text(nil))
	for way, solve := range ways {
		opt := Options{Kernel: picky{[]uint64{11, 12, 13}}, Work: game.Work{Workers: 3}}
		g := oneGroup(t, in, opt)
		err := solve(newSolver(opt), t.Context(), g)
		bad, ok := errors.AsType[*gameError](err)
		if !ok || bad.game.number != 1 || bad.msg != "vertex 100: refused K=11" || len(g.games) != 0 {
			t.Errorf("%s: got %#v, with %d games", way, err, len(g.games))
		}
		opt.Kernel = broken{}
		g = oneGroup(t, in, opt)
		if err := solve(newSolver(opt), t.Context(), g); err != errBroken || len(g.games) != 0 {
			t.Errorf("%s, broken: got %v, with %d games", way, err, len(g.games))
		}
	}
}

// The first game that fails counts, and the answers of those before are kept.
func TestFailureAmongGames(t *testing.T) {
	b := fan(17)
	b.k[100] = 1001
	in := "2\n2 1\n0 1\n1 1\n0\n" + b.text(nil)
	opt := Options{Kernel: unwilling{kernel.Auto(), 1001}}
	g := oneGroup(t, []byte(in), opt)
	err := newSolver(opt).solve(t.Context(), g)
	bad, ok := errors.AsType[*gameError](err)
	if !ok || bad.game.number != 2 || bad.msg != "vertex 100: out of order" || len(g.games) != 1 {
		t.Errorf("got %#v, with %d games", err, len(g.games))
	}
	if g.nimbers.at(0) != 1 || g.nimbers.at(1) != 0 {
		t.Errorf("the first game has the nimbers %d %d", g.nimbers.at(0), g.nimbers.at(1))
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

// BenchmarkLarge times the solving step of a large game: from its graph to the
// nimbers of all vertices, by one and by two workers.
func BenchmarkLarge(b *testing.B) {
	in := oneLarge(rand.New(rand.NewPCG(1, 2)), 200_000, 2_000_000)
	in = append([]byte("1\n"), in[2+len(good):len(in)-len(good)]...)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d/edges=2000000", workers), func(b *testing.B) {
			opt := Options{Work: game.Work{Workers: workers}}
			g := oneGroup(b, in, opt)
			g.unite()
			s := newSolver(opt)
			for b.Loop() {
				if err := s.solveGraph(b.Context(), g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
