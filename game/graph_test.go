package game

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"mexlab/dag"
)

// randomGraph returns a graph of n vertices with up to m edges, and the longest
// path from each vertex. The edges lead down, up, or some each way. The last vertex
// before they are renamed leads to all others. Paths are at most 40 edges long.
func randomGraph(rng *rand.Rand, n, m int, form string) (g *dag.Graph, want []int) {
	name := make([]int, n)
	for v := range name {
		name[v] = v
	}
	switch form {
	case "up":
		for v := range name {
			name[v] = n - 1 - v
		}
	case "mixed":
		name = rng.Perm(n)
	}
	want = make([]int, n)
	var src, dst []uint32
	edge := func(u, v int) {
		src, dst = append(src, uint32(name[u])), append(dst, uint32(name[v]))
		want[name[u]] = max(want[name[u]], want[name[v]]+1)
	}
	for i := range m {
		u := 1 + i*(n-2)/m
		if v := rng.IntN(u); want[name[v]] < 39 {
			edge(u, v)
		}
	}
	for v := range n - 1 {
		edge(n-1, v)
	}
	return dag.New(n, src, dst), want
}

// Every row gets the codes of its successors, in any order and with any number of
// workers.
func TestSolveRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(65, 66))
	for _, form := range []string{"down", "up", "mixed"} {
		g, want := randomGraph(rng, 20_000, 60_000, form)
		for workers := range 3 {
			workers++
			w := &Work{Workers: workers}
			o, err := w.Order(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			codes := make([]uint8, g.Len())
			var rows []Rows[uint8]
			for range workers {
				rows = append(rows, &longest[uint8]{codes, map[uint32]uint8{}, map[uint32][]uint32{}})
			}
			if err := SolveRows(t.Context(), w, o, codes, rows...); err != nil {
				t.Fatal(err)
			}
			for u, c := range codes {
				if got := max(int(c), 1) - 1; got != want[u] {
					t.Fatalf("%s, %d workers: vertex %d has path %d, want %d", form, workers, u, got, want[u])
				}
			}
		}
	}
}

// failing fails at vertices that 9 divides. It puts them off first, if 18 does.
type failing struct {
	codes []uint8
	off   []uint32
}

func (f *failing) EndRow(u uint32, seen uint64, others []uint8, succ []uint32) (uint8, error) {
	switch {
	case u%18 == 0:
		f.off = append(f.off, u)
		return Pending[uint8](), nil
	case u%9 == 0 && len(f.off) == 0:
		return 0, &VertexError{u, fmt.Errorf("no value for %d", u)}
	case u%9 == 0:
		return 0, f.Flush()
	}
	return FirstCode, nil
}

func (f *failing) Flush() error {
	if len(f.off) == 0 {
		return nil
	}
	return &VertexError{f.off[0], fmt.Errorf("no value for %d", f.off[0])}
}

// The first vertex that fails is named, however many workers meet others.
func TestSolveRowsFails(t *testing.T) {
	rng := rand.New(rand.NewPCG(67, 68))
	g, _ := randomGraph(rng, 20_000, 60_000, "mixed")
	want := uint32(0)
	for workers := range 4 {
		workers++
		for range 5 {
			w := &Work{Workers: workers}
			o, err := w.Order(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			codes := make([]uint8, g.Len())
			var rows []Rows[uint8]
			for range workers {
				rows = append(rows, &failing{codes: codes})
			}
			err = SolveRows(t.Context(), w, o, codes, rows...)
			e, ok := errors.AsType[*VertexError](err)
			if !ok || e.Vertex%9 != 0 {
				t.Fatalf("%d workers: got error %v", workers, err)
			}
			if workers == 1 {
				want = e.Vertex
			} else if e.Vertex != want {
				t.Fatalf("%d workers: vertex %d failed first, want %d", workers, e.Vertex, want)
			}
		}
	}
}
