package dag

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// graphOf makes a graph from pairs.
func graphOf(n int, edges [][2]uint32) *Graph {
	var src, dst []uint32
	for _, e := range edges {
		src, dst = append(src, e[0]), append(dst, e[1])
	}
	return New(n, src, dst)
}

// relabelled returns edges with vertex v called label[v].
func relabelled(edges [][2]uint32, label []int) [][2]uint32 {
	var out [][2]uint32
	for _, e := range edges {
		out = append(out, [2]uint32{uint32(label[e[0]]), uint32(label[e[1]])})
	}
	return out
}

// forms are the edges of an acyclic graph with its vertices numbered so that all
// edges lead up, all down, or some each way.
func forms(rng *rand.Rand, n int, up [][2]uint32) map[string][][2]uint32 {
	down := make([]int, n)
	for i := range down {
		down[i] = n - 1 - i
	}
	return map[string][][2]uint32{"up": up, "down": relabelled(up, down), "mixed": relabelled(up, rng.Perm(n))}
}

// randomUp is up to m random edges that lead up.
func randomUp(rng *rand.Rand, n, m int) [][2]uint32 {
	var edges [][2]uint32
	for range m {
		u, v := uint32(rng.IntN(n)), uint32(rng.IntN(n))
		if u != v {
			edges = append(edges, [2]uint32{min(u, v), max(u, v)})
		}
	}
	return edges
}

func TestRows(t *testing.T) {
	g := graphOf(4, [][2]uint32{{2, 0}, {0, 3}, {2, 1}, {2, 0}, {0, 1}})
	want := [][]uint32{{3, 1}, {}, {0, 1, 0}, {}}
	for u, row := range want {
		if !slices.Equal(g.Succ(u), row) {
			t.Errorf("successors of %d: got %v, want %v", u, g.Succ(u), row)
		}
	}
	if g.Len() != 4 || g.Edges() != 5 {
		t.Errorf("got %d vertices, %d edges", g.Len(), g.Edges())
	}
	if g := New(0, nil, nil); g.Len() != 0 || g.Edges() != 0 {
		t.Errorf("the empty graph is not empty")
	}
}

func TestPanics(t *testing.T) {
	for name, bad := range map[string]func(){
		"New, a source":      func() { New(2, []uint32{2}, []uint32{0}) },
		"New, a target":      func() { New(2, []uint32{0}, []uint32{2}) },
		"New, no target":     func() { New(2, []uint32{0}, nil) },
		"New, no vertices":   func() { New(-1, nil, nil) },
		"Sorter, a source":   func() { NewSorter(33, 1, 1, 1).Add(0, []uint32{33}, []uint32{0}) },
		"Sorter, far beyond": func() { NewSorter(33, 1, 1, 1).Add(0, []uint32{1 << 20}, []uint32{0}) },
		"Sorter, a target":   func() { NewSorter(33, 1, 1, 1).Add(0, []uint32{0}, []uint32{33}) },
		"Sorter, one more":   func() { NewSorter(33, 1, 1, 1).Add(0, []uint32{0, 0}, []uint32{1, 1}) },
		"Sorter, 2^32 edges": func() { NewSorter(33, 1<<32, 1, 1) },
		"Sorter, no target":  func() { NewSorter(33, 1, 1, 1).Add(0, []uint32{0}, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			bad()
		}()
	}
}

// wavesOf returns the waves that one worker finds.
func wavesOf(n int, edges [][2]uint32) (*Waves, error) {
	return graphOf(n, edges).Waves(context.Background(), 1)
}

// A vertex may have more predecessors than 8 bits count.
func TestManyPredecessors(t *testing.T) {
	for _, m := range []int{1, 254, 255, 256, 257, 511, 512, 513, 100_000} {
		// 0, many times, and all others lead to 1, and that to 2.
		edges := [][2]uint32{{1, 2}}
		for range m {
			edges = append(edges, [2]uint32{0, 1})
		}
		for u := range uint32(m) {
			edges = append(edges, [2]uint32{3 + u, 1})
		}
		waves, err := wavesOf(3+m, edges)
		if err != nil || waves.Len() != 2 || waves.Start[1] != 1 || waves.Order[0] != 1 {
			t.Errorf("%d predecessors: waves %+v, %v", m, waves, err)
		}
		edges = append(edges, [2]uint32{2, 1})
		if _, err := wavesOf(3+m, edges); err == nil || err.Error() != "the graph has a cycle: 1 -> 2 -> 1" {
			t.Errorf("%d predecessors and a cycle: %v", m, err)
		}
	}
}

func TestEmptyGraph(t *testing.T) {
	waves, err := New(0, nil, nil).Waves(t.Context(), 1)
	if err != nil || waves.Len() != 0 || len(waves.Order) != 0 {
		t.Errorf("got %v, %v", waves, err)
	}
}

// Nothing recurses, so a path may be as long as memory allows.
func TestLongPath(t *testing.T) {
	const n = 1_000_000
	rng := rand.New(rand.NewPCG(2, 2))
	label := rng.Perm(n)
	src, dst := make([]uint32, n-1), make([]uint32, n-1)
	for i := range src {
		src[i], dst[i] = uint32(label[i]), uint32(label[i+1])
	}
	waves, err := New(n, src, dst).Waves(t.Context(), 1)
	if err != nil || waves.Len() != n-1 {
		t.Fatalf("got %d waves, %v", waves.Len(), err)
	}
	for i, u := range waves.Order {
		if label[n-2-i] != int(u) {
			t.Fatalf("wave %d is vertex %d, want %d", i, u, label[n-2-i])
		}
	}
}

func TestCycles(t *testing.T) {
	for _, test := range []struct {
		name  string
		n     int
		edges [][2]uint32
		want  string
	}{
		{"self-loop", 3, [][2]uint32{{0, 1}, {1, 1}, {1, 2}}, "the graph has a cycle: 1 -> 1"},
		{"two", 2, [][2]uint32{{0, 1}, {1, 0}}, "the graph has a cycle: 0 -> 1 -> 0"},
		{"starts at its smallest", 6, [][2]uint32{{5, 2}, {2, 4}, {4, 5}, {0, 4}, {5, 1}}, "the graph has a cycle: 2 -> 4 -> 5 -> 2"},
		{"behind a tail", 5, [][2]uint32{{4, 3}, {3, 4}, {4, 2}, {2, 1}, {1, 0}}, "the graph has a cycle: 3 -> 4 -> 3"},
		{"duplicate edges", 2, [][2]uint32{{1, 0}, {1, 0}, {0, 1}}, "the graph has a cycle: 0 -> 1 -> 0"},
		{"the first part that has one", 6, [][2]uint32{{0, 1}, {2, 3}, {3, 2}, {4, 5}, {5, 4}}, "the graph has a cycle: 2 -> 3 -> 2"},
	} {
		_, err := wavesOf(test.n, test.edges)
		if _, ok := errors.AsType[*CycleError](err); !ok || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

func TestRandomCyclesAreCycles(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	found := 0
	for range 1000 {
		n := 1 + rng.IntN(12)
		has := map[[2]uint32]bool{}
		var edges [][2]uint32
		for range rng.IntN(25) {
			e := [2]uint32{uint32(rng.IntN(n)), uint32(rng.IntN(n))}
			edges = append(edges, e)
			has[e] = true
		}
		waves, err := wavesOf(n, edges)
		if err == nil {
			for _, e := range edges {
				if slices.Index(waves.Order, e[0]) <= slices.Index(waves.Order, e[1]) {
					t.Fatalf("%v: order %v has %d before its successor %d", edges, waves.Order, e[0], e[1])
				}
			}
			continue
		}
		cycle, ok := errors.AsType[*CycleError](err)
		if !ok {
			t.Fatal(err)
		}
		found++
		c := cycle.Vertices
		for i, u := range c {
			if !has[[2]uint32{u, c[(i+1)%len(c)]}] || slices.Contains(c[:i], u) {
				t.Fatalf("%v: %v is no cycle", edges, c)
			}
		}
		if slices.Min(c) != c[0] {
			t.Fatalf("%v: %v does not start at its smallest vertex", edges, c)
		}
	}
	if found < 100 {
		t.Fatalf("only %d graphs had cycles", found)
	}
}

func TestLongCyclesAreCutShort(t *testing.T) {
	const n = 300
	var edges [][2]uint32
	for u := range uint32(n) {
		edges = append(edges, [2]uint32{u, (u + 1) % n})
	}
	_, err := wavesOf(n, edges)
	if got := err.Error(); !strings.HasSuffix(got, " -> 18 -> 19 -> ... (300 vertices)") {
		t.Errorf("got %s", got)
	}
	if cycle, ok := errors.AsType[*CycleError](err); !ok || len(cycle.Vertices) != n {
		t.Errorf("the error does not have all %d vertices", n)
	}
	if got := (&CycleError{[]uint32{0, 2}}).Path(1); got != "1 -> 3 -> 1" {
		t.Errorf("numbered from 1: %s", got)
	}
}

func TestPrefix(t *testing.T) {
	src, dst := []uint32{0, 4, 2, 0, 3, 2}, []uint32{1, 0, 1, 2, 4, 0}
	got := New(5, src, dst).Prefix(3)
	want := New(3, []uint32{0, 2, 0, 2}, []uint32{1, 1, 2, 0})
	if got.Len() != 3 || got.Edges() != 4 {
		t.Fatalf("%d vertices and %d edges, want 3 and 4", got.Len(), got.Edges())
	}
	for u := range 3 {
		if !slices.Equal(got.Succ(u), want.Succ(u)) {
			t.Errorf("row %d is %v, want %v", u, got.Succ(u), want.Succ(u))
		}
	}
}
