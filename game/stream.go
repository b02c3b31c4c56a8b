package game

import (
	"context"
	"errors"
	"fmt"

	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

// Rows receives a graph row by row, each after those of all its successors.
type Rows interface {
	// Edge adds an edge to v to the row that is open.
	Edge(v uint32) error
	// EndRow ends the open row: it is u's.
	EndRow(u uint32) error
}

// States of a vertex in a stream.
const (
	unseen = iota
	leaf   // an edge led to it before it had a row: now it must not get one
	opened // its row is open or has ended
)

// An OrderError says why the edges of a graph cannot be streamed.
type OrderError struct{ msg string }

func (e *OrderError) Error() string { return e.msg }

// StreamRows reads the m edges after start and hands them to rows while it reads.
// It keeps one byte a vertex. The edges of a vertex have to stand together, after
// those of all its successors. If they do not, the error is a *text.Error that is
// caused by an *OrderError. That includes graphs with a cycle, for which there is
// no such order.
func (w *Work) StreamRows(ctx context.Context, r *text.Reader, start text.Mark, m uint64, vs text.Vertices, rows Rows) error {
	if err := r.Rewind(start); err != nil {
		return err
	}
	s := stream{state: hugepage.Make[uint8](int(vs.Count)), rows: rows}
	err := r.EdgesInOrder(m, vs, w.WorkerCount(), func(src, dst []uint32) error {
		if err := s.edges(src, dst); err != nil {
			return err
		}
		w.AddSolved(s.ended)
		s.ended = 0
		return context.Cause(ctx)
	})
	if order, ok := errors.AsType[*OrderError](err); ok {
		pos, err := Locate(r, start, 2*s.done)
		if err != nil {
			return err
		}
		return &text.Error{Pos: pos, Cause: order, Msg: fmt.Sprintf(
			"edge %d of %d %s: to solve a graph while it is read, the edges of each vertex have to stand together, after those of its successors",
			s.done+1, m, order.msg)}
	}
	if err == nil && s.open {
		err = rows.EndRow(s.u)
	}
	return err
}

// Locate goes back to m and returns the position of the token that has n others
// between m and itself.
func Locate(r *text.Reader, m text.Mark, n uint64) (text.Pos, error) {
	if err := r.Rewind(m); err != nil {
		return text.Pos{}, err
	}
	for range n + 1 {
		if _, err := r.Uint(); err != nil {
			return text.Pos{}, err
		}
	}
	return r.Pos(), nil
}

// A stream is the state of StreamRows between two edges.
type stream struct {
	rows  Rows
	state []uint8
	u     uint32 // the vertex whose row is open
	open  bool
	done  uint64 // edges
	ended int    // rows, since they were last counted
}

func (s *stream) edges(src, dst []uint32) error {
	for i, u := range src {
		v := dst[i]
		if u != s.u || !s.open {
			if s.open {
				if err := s.rows.EndRow(s.u); err != nil {
					return err
				}
				s.ended++
			}
			switch s.state[u] {
			case leaf:
				return &OrderError{"starts at a vertex to which an earlier edge leads"}
			case opened:
				return &OrderError{"starts at a vertex whose edges ended before"}
			}
			s.state[u], s.u, s.open = opened, u, true
		}
		if v == u {
			return &OrderError{"leads back to its start"}
		}
		if s.state[v] == unseen {
			s.state[v] = leaf
		}
		if err := s.rows.Edge(v); err != nil {
			return err
		}
		s.done++
	}
	return nil
}
