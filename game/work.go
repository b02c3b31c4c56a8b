// Package game has what the games share: how the work on large inputs is done.
package game

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"mexlab/dag"
	"mexlab/game/text"
)

// Work says how to work. None of it changes an answer. The zero Work uses all
// CPUs and has no bounds.
type Work struct {
	Workers int             // goroutines that solve; 0 means as many as there are CPUs
	Context context.Context // ends the work with its cause; nil means never
	Memory  uint64          // bytes that one graph may take; 0 means any number
	Solved  *atomic.Uint64  // counts the vertices that are solved; may be nil
}

// Team returns the number of workers.
func (w *Work) Team() int {
	if w.Workers > 0 {
		return w.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Err returns why the work has to end, or nil.
func (w *Work) Err() error {
	if w.Context == nil {
		return nil
	}
	return context.Cause(w.Context)
}

// Done counts n more vertices that are solved.
func (w *Work) Done(n int) {
	if w.Solved != nil {
		w.Solved.Add(uint64(n))
	}
}

// modest is how many bytes a graph may take whatever the bound: no bound is
// known that well.
const modest = 1 << 24

// Afford refuses a graph of v vertices, which take the given number of bytes
// each, and e edges when it takes more memory than it may. It is called when
// these numbers have been read from r.
func (w *Work) Afford(r *text.Reader, v, bytes, e uint64) error {
	const edge = 4 + 6 // bytes, in a row and until it is put there
	need := v*bytes + e*edge
	if need <= modest {
		return nil
	}
	return w.afford(r, need, fmt.Sprintf("%d vertices and %d edges", v, e))
}

// AffordStream is Afford for a graph whose edges are not kept.
func (w *Work) AffordStream(r *text.Reader, v, bytes uint64) error {
	return w.afford(r, v*bytes, fmt.Sprintf("%d vertices", v))
}

func (w *Work) afford(r *text.Reader, need uint64, what string) error {
	if w.Memory == 0 || need <= max(w.Memory, modest) {
		return nil
	}
	return r.Errorf("expected a graph that fits in memory: %s take about %d bytes, and %d are available", what, need, w.Memory)
}

// Few is how many edges are no burden as a list, of 8 MiB.
const Few = 1 << 20

// Graph reads the m edges of a large graph: each worker reads and sorts pieces
// of the text. It is not ok, and has read nothing, where the graph is not large,
// or where so few edges would have to vouch for all the vertices: in a stream,
// the text of these may never come.
func (w *Work) Graph(r *text.Reader, m uint64, vs text.Vertices) (g *dag.Graph, ok bool, err error) {
	if _, known := r.Remaining(); !known && vs.Count > 2*m {
		return nil, false, nil
	}
	return w.graph(r, m, vs, (*dag.Builder).Add)
}

// GraphBack is Graph with all edges turned round, for vertices that were read
// before: the row of one has those that lead to it.
func (w *Work) GraphBack(r *text.Reader, m uint64, vs text.Vertices) (g *dag.Graph, ok bool, err error) {
	return w.graph(r, m, vs, func(b *dag.Builder, piece int, src, dst []uint32) { b.Add(piece, dst, src) })
}

func (w *Work) graph(r *text.Reader, m uint64, vs text.Vertices, add func(b *dag.Builder, piece int, src, dst []uint32)) (g *dag.Graph, ok bool, err error) {
	if m <= Few {
		return nil, false, nil
	}
	b := dag.NewBuilder(int(vs.Count))
	err = r.EdgesInParallel(m, vs, w.Team(), func(piece int, src, dst []uint32) error {
		add(b, piece, src, dst)
		return w.Err()
	})
	if err != nil {
		return nil, true, err
	}
	g = b.Graph(w.Team())
	// What is needed next fits in the memory that sorting took.
	runtime.GC()
	return g, true, nil
}
