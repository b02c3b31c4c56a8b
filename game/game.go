// Package game has what the solvers of the games share: how much of the machine
// they may use, two ways to read a large graph, and one to share small ones.
//
//   - StreamRows solves the graph while it is read, and keeps a code of one byte a
//     vertex and nothing of the edges. The rows have to be in order: each vertex's
//     edges together, after those of its successors.
//   - ReadGraph keeps the graph, 4 bytes an edge, and 5 or 6 until all are read. All
//     workers read and sort pieces of the text at the same time. SolveRows then
//     solves it as a stream, row by row: wave after wave with all workers, or in the
//     order of the numbers if all edges lead up or all down.
//
// A graph of at most MaxList edges needs neither: text.Reader.Edges reads it
// into a list.
//
// Many small games are solved in batches: RunBatches reads some, solves some and
// writes some at the same time.
//
// # Solved while it is read
//
// A solver tries StreamRows on every large graph in a file, if the first edges look
// ordered, and ReadGraph if it fails. These decisions carry it:
//
//   - The time goes into one access at random an edge. So a vertex has one number, a
//     Code, that tells both whether it may still get a row and what it is worth.
//     There are few different values, so mostly a byte is enough. If it is not, the
//     solver starts again with wider codes: that shows early.
//   - A row becomes a mask of its successors' codes. Mostly its value follows from
//     the mask alone, and the row is never laid out.
//   - The way back is to read the text again. So a graph in a pipe is not tried: its
//     edges would have to be kept in case they are needed. What only StreamRows
//     cannot do, a bad order or a vertex over budget, is no error of the graph: the
//     other way decides.
//   - Rows are solved one after another, by the worker that has read them, while
//     other workers turn text into numbers.
package game

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"

	"mexlab/dag"
	"mexlab/game/text"
)

// Work says how much of the machine to use. It never changes an answer. The
// zero Work uses all CPUs and has no bounds.
type Work struct {
	Workers int            // goroutines that solve; 0 means one a CPU
	Memory  uint64         // bytes that one graph may take; 0 means no bound
	Solved  *atomic.Uint64 // counts the solved vertices, for a display of progress; may be nil
}

// WorkerCount returns the number of workers.
func (w *Work) WorkerCount() int {
	if w.Workers > 0 {
		return w.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// AddSolved counts n more solved vertices.
func (w *Work) AddSolved(n int) {
	if w.Solved != nil {
		w.Solved.Add(uint64(n))
	}
}

// CheckMemory refuses a graph that would take more than w.Memory, or than half of
// a small address space: n vertices of the given number of bytes, and m edges that
// are kept, 0 for a stream. The error is about the last number read from r.
func (w *Work) CheckMemory(r *text.Reader, n, bytes, m uint64) error {
	const free = 1 << 24     // bytes that are always allowed, since w.Memory is an estimate
	need := n*bytes + 13*m/2 // an edge takes 6 bytes while it is sorted, and up to half a byte around it
	available := w.Memory
	if available == 0 || available > math.MaxInt/2 {
		available = math.MaxInt / 2 // which matters only if addresses have 32 bits
	}
	if need <= max(available, free) {
		return nil
	}
	what := fmt.Sprintf("%d vertices", n)
	if m > 0 {
		what += fmt.Sprintf(" and %d edges", m)
	}
	return r.Errorf("expected a graph that fits in memory: %s take about %d bytes, and %d are available", what, need, available)
}

// MaxList is the largest number of edges that are read into a list, of 8 MiB.
const MaxList = 1 << 20

// IsLarge reports whether ReadGraph is to read the m edges that come next in r.
// They have to be more than MaxList. If r has an unknown size, they also have to
// be many for their vertices: the text of K may never come, so memory for the
// vertices has to be in proportion to the text of the edges.
func IsLarge(r *text.Reader, m uint64, vs text.Vertices) bool {
	_, known := r.Remaining()
	return m > MaxList && (known || vs.Count <= 2*m)
}

// ReadGraph reads m edges. Each worker reads and sorts pieces of the text. A row
// has its edges in any order.
func (w *Work) ReadGraph(ctx context.Context, r *text.Reader, m uint64, vs text.Vertices) (*dag.Graph, error) {
	s := newSorter(r, m, vs, w.WorkerCount())
	err := r.EdgesInParallel(m, vs, w.WorkerCount(), func(worker int, src, dst []uint32) error {
		s.Add(worker, src, dst)
		return context.Cause(ctx)
	})
	if err != nil {
		return nil, err
	}
	return s.Graph(w.WorkerCount()), nil
}

// ReadOrderedGraph is ReadGraph with the edges of a row in the order of the text.
// Workers read pieces, but only one at a time sorts.
func (w *Work) ReadOrderedGraph(ctx context.Context, r *text.Reader, m uint64, vs text.Vertices) (*dag.Graph, error) {
	s := newSorter(r, m, vs, 1)
	err := r.EdgesInOrder(m, vs, w.WorkerCount(), func(src, dst []uint32) error {
		s.Add(0, src, dst)
		return context.Cause(ctx)
	})
	if err != nil {
		return nil, err
	}
	return s.Graph(w.WorkerCount()), nil
}

// newSorter returns a Sorter for m edges, which are sure to come if the size of
// the text is known.
func newSorter(r *text.Reader, m uint64, vs text.Vertices, workers int) *dag.Sorter {
	sure := m
	if _, known := r.Remaining(); !known {
		sure = 0
	}
	return dag.NewSorter(int(vs.Count), m, sure, workers)
}
