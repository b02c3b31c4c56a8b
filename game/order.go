package game

import (
	"context"
	"fmt"

	"mexlab/dag"
	"mexlab/game/text"
)

// Edges are the edges of a graph in a text that can be read again.
type Edges struct {
	r     *text.Reader
	start text.Mark
	m     uint64
	vs    text.Vertices
}

// NewEdges returns the m edges that come next in r. It is not ok if r cannot go
// back to them.
func NewEdges(r *text.Reader, m uint64, vs text.Vertices) (e *Edges, ok bool) {
	start, ok := r.Mark()
	return &Edges{r, start, m, vs}, ok
}

// Rewind goes back to the first edge.
func (e *Edges) Rewind() error { return e.r.Rewind(e.start) }

// Read reads the edges, from the first on, and hands them to use in pieces, as
// text.Reader.EdgesInOrder does.
func (e *Edges) Read(ctx context.Context, w *Work, use func(src, dst []uint32) error) error {
	if err := e.Rewind(); err != nil {
		return err
	}
	return e.r.EdgesInOrder(e.m, e.vs, w.WorkerCount(), func(src, dst []uint32) error {
		if err := use(src, dst); err != nil {
			return err
		}
		return context.Cause(ctx)
	})
}

// LookOrdered reports whether StreamRows is worth a try, by those edges that are
// read ahead. Nothing of the edges may have been read. A wrong answer costs time
// but is harmless.
func (e *Edges) LookOrdered() bool {
	const enough = 64 // edges that show an order
	ends, err := e.r.Peek()
	if err != nil {
		return false
	}
	n := int(min(e.m, uint64(len(ends)/2)))
	rows := 0
	closed := map[uint64]bool{} // whether a vertex must not begin a row
	for i := range n {
		u, v := ends[2*i], ends[2*i+1]
		if i == 0 || u != ends[2*i-2] {
			if closed[u] {
				return false
			}
			rows++
		}
		closed[u], closed[v] = true, true
		if u == v {
			return false
		}
	}
	// In a shuffled graph of many vertices it takes thousands of edges until one
	// is wrong. Before that, each looks like a row of its own.
	return rows < n || n < enough || e.m < 2*e.vs.Count
}

// An OrderError says why the edges of a graph cannot be streamed.
type OrderError struct {
	edge uint64 // that shows it, counted from 0
	msg  string
}

func (e *OrderError) Error() string { return fmt.Sprintf("edge %d %s", e.edge+1, e.msg) }

// Describe turns an OrderError of StreamRows into a *text.Error that is caused by
// it. For its position, the text is read again.
func (e *Edges) Describe(order *OrderError) error {
	pos, err := Locate(e.r, e.start, 2*order.edge)
	if err != nil {
		return err
	}
	return &text.Error{Pos: pos, Cause: order, Msg: fmt.Sprintf(
		"edge %d of %d %s: to solve a graph while it is read, the edges of each vertex have to stand together, after those of its successors",
		order.edge+1, e.m, order.msg)}
}

// Locate goes back to m and returns the position of the token that has n others
// between m and itself.
func Locate(r *text.Reader, m text.Mark, n uint64) (text.Pos, error) {
	if err := r.Rewind(m); err != nil {
		return text.Pos{}, err
	}
	err := r.Skip(n + 1)
	return r.Pos(), err
}

// LocateCycle returns the position of the first of the next m edges "u v" that is one
// of a cycle. Vertices are numbered from first on.
func LocateCycle(r *text.Reader, m uint64, first uint64, cycle *dag.CycleError) (text.Pos, error) {
	next := map[uint64]uint64{}
	for i, u := range cycle.Vertices {
		next[first+uint64(u)] = first + uint64(cycle.Vertices[(i+1)%len(cycle.Vertices)])
	}
	for range m {
		u, err := r.Uint()
		if err != nil {
			return text.Pos{}, err
		}
		want, inCycle := next[u]
		pos := text.Pos{}
		if inCycle {
			pos = r.Pos()
		}
		v, err := r.Uint()
		if err != nil || inCycle && v == want {
			return pos, err
		}
	}
	return text.Pos{}, fmt.Errorf("the edges of %s have changed", cycle.Path(int64(first)))
}
