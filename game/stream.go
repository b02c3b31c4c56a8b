package game

import (
	"fmt"

	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

// A Sink takes a graph vertex by vertex, each after all its successors.
type Sink interface {
	// Leads says that the vertex whose row comes next has an edge to v.
	Leads(v uint32) error
	// Ends says that this was the row of u.
	Ends(u uint32) error
}

// States of a vertex in a stream.
const (
	fresh  = iota
	leaf   // an edge led to it before it had any of its own: it is to have none
	closed // its row has begun or ended
)

// An OrderError says why edges cannot be streamed.
type OrderError struct{ msg string }

func (e *OrderError) Error() string { return e.msg }

// StreamRows reads the m edges that follow start and hands them to the sink as they
// come; in memory is one byte a vertex. The edges of a vertex have to stand
// together, after those of all its successors that have any. A *text.Error
// says where they do not; that covers cycles, for which there is no such order.
func (w *Work) StreamRows(r *text.Reader, start text.Mark, m uint64, vs text.Vertices, sink Sink) error {
	if err := r.Rewind(start); err != nil {
		return err
	}
	s := streaming{state: hugepage.Make[uint8](int(vs.Count)), sink: sink}
	err := r.EdgesInOrder(m, vs, w.Team(), func(src, dst []uint32) error {
		if err := s.edges(src, dst); err != nil {
			return err
		}
		w.Done(s.ended)
		s.ended = 0
		return w.Err()
	})
	if order, ok := err.(*OrderError); ok {
		return w.locate(r, start, s.done, m, vs, order)
	}
	if err == nil && s.open {
		err = sink.Ends(s.u)
	}
	return err
}

// locate goes back to the edge after done others and says there what is wrong.
func (w *Work) locate(r *text.Reader, start text.Mark, done, m uint64, vs text.Vertices, order *OrderError) error {
	if err := r.Rewind(start); err != nil {
		return err
	}
	for range 2*done + 1 {
		if _, err := r.Uint(); err != nil {
			return err
		}
	}
	return &text.Error{Pos: r.Pos(), Cause: order, Msg: fmt.Sprintf(
		"edge %d of %d %s: to be solved while it is read, a graph has to have the edges of each vertex together, after those of its successors",
		done+1, m, order.msg)}
}

type streaming struct {
	sink  Sink
	state []uint8
	u     uint32 // whose row is open
	open  bool
	done  uint64 // edges
	ended int    // rows, since they were last counted
}

func (s *streaming) edges(src, dst []uint32) error {
	for i, u := range src {
		v := dst[i]
		if u != s.u || !s.open {
			if s.open {
				if err := s.sink.Ends(s.u); err != nil {
					return err
				}
				s.ended++
			}
			switch s.state[u] {
			case leaf:
				return &OrderError{"starts at a vertex to which an earlier edge leads"}
			case closed:
				return &OrderError{"starts at a vertex whose edges ended before"}
			}
			s.state[u], s.u, s.open = closed, u, true
		}
		if v == u {
			return &OrderError{"leads back to its start"}
		}
		if s.state[v] == fresh {
			s.state[v] = leaf
		}
		if err := s.sink.Leads(v); err != nil {
			return err
		}
		s.done++
	}
	return nil
}
