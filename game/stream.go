package game

import (
	"context"
	"slices"
)

// A Code is all that a stream keeps of a vertex: whether it has occurred, and
// its value once that is known.
type Code interface{ uint8 | uint16 | uint32 }

const (
	unseen = 0 // no edge has led to the vertex, and it has no row
	leaf   = 1 // an edge has led to it before it had a row: now it must not get one

	// FirstCode and those after it stand for the values of vertices with a row.
	FirstCode = 2

	// FirstOther is the first of the codes that have no bit of their own in a mask.
	FirstOther = 63
)

// Pending returns the highest code. It is that of a vertex whose row is open, or
// whose value is still to be found by Flush.
func Pending[T Code]() T { return ^T(0) }

// Rows solves a graph row by row. Each row comes after those of its successors.
type Rows[T Code] interface {
	// EndRow returns the code of u. seen has bit c if a successor of u has code c,
	// below FirstOther. others are the codes of the other successors; some of them
	// are there more than once. Successors with a code below FirstCode are leaves.
	// succ are the successors themselves, or nil if the row was read in several pieces.
	EndRow(u uint32, seen uint64, others []T, succ []uint32) (T, error)

	// Flush replaces the codes that are pending.
	Flush() error
}

// StreamRows reads the edges from the first on and hands the rows to rows. codes
// are those of the vertices, at first all 0. If the rows do not stand together,
// each after those of its successors, the error is an *OrderError. That includes
// graphs with a cycle, for which there is no such order.
func StreamRows[T Code](ctx context.Context, w *Work, e *Edges, codes []T, rows Rows[T]) error {
	s := stream[T]{codes: codes, rows: rows}
	solved := 0
	err := e.Read(ctx, w, func(src, dst []uint32) error {
		err := s.edges(src, dst)
		w.AddSolved(s.ended - solved)
		solved = s.ended
		return err
	})
	if err == nil && s.open {
		err = s.end(nil)
	}
	if err == nil {
		err = rows.Flush()
	}
	if err != nil {
		w.AddSolved(-solved)
	}
	return err
}

const (
	cached   = 1 << 20 // codes that a core's own caches hold
	loadSize = 1 << 9  // codes that are loaded together: 32 KiB of cache lines
)

// A stream is the state of StreamRows between two edges.
type stream[T Code] struct {
	rows  Rows[T]
	codes []T
	done  uint64 // edges
	ended int    // rows

	open   bool
	u      uint32 // whose row is open
	seen   uint64 // what EndRow is to get, and a bit for others
	others []T

	gathering *gathering[T] // of a graph in memory
}

// edges takes the next edges. Of each it looks at one byte in memory, or some
// more if there are many different codes.
func (s *stream[T]) edges(src, dst []uint32) error {
	dst = dst[:len(src)]
	codes := s.codes
	if s.open && len(src) > 0 && src[0] != s.u {
		if err := s.end(nil); err != nil {
			return err
		}
	}
	for i, loaded := 0, 0; i < len(src); {
		if i >= loaded && len(codes) > cached {
			loaded = min(i+loadSize, len(src))
			load(codes, dst[i:loaded])
		}
		u, whole := src[i], !s.open
		if whole {
			if err := s.begin(u); err != nil {
				return err
			}
		}
		first, seen := i, s.seen
		for ; i < len(src) && src[i] == u; i++ {
			v := dst[i]
			c := codes[v]
			if c == unseen {
				codes[v] = leaf
			}
			seen |= 1 << (min(c, FirstOther) & 63)
		}
		s.seen = seen
		if seen>>FirstOther != 0 {
			if err := s.collect(dst[first:i]); err != nil {
				return err
			}
		}
		s.done += uint64(i - first)
		if i == len(src) {
			break // the next piece may go on with the row
		}
		var succ []uint32
		if whole {
			succ = dst[first:i]
		}
		if err := s.end(succ); err != nil {
			return err
		}
	}
	return nil
}

// load loads codes into the nearest cache. Here many cache misses are in flight at
// once. In edges it is hard to predict where a row ends and whether it has others,
// and a wrong guess waits for its misses. With 10^7 vertices and 10^8 edges that
// would take 30% more CPU time in all.
//
//go:noinline
func load[T Code](codes []T, vertices []uint32) (all T) {
	for _, v := range vertices {
		all |= codes[v]
	}
	return all
}

// begin opens the row of u.
func (s *stream[T]) begin(u uint32) error {
	switch s.codes[u] {
	case unseen:
	case leaf:
		return &OrderError{s.done, "starts at a vertex to which an earlier edge leads"}
	default:
		return &OrderError{s.done, "starts at a vertex whose edges ended before"}
	}
	s.codes[u], s.u, s.open = Pending[T](), u, true
	return nil
}

// end ends the open row.
func (s *stream[T]) end(succ []uint32) error {
	code, err := s.rows.EndRow(s.u, s.seen&^(1<<FirstOther), s.others, succ)
	if err != nil {
		return err
	}
	s.codes[s.u] = code
	s.open, s.seen, s.others = false, 0, s.others[:0]
	s.ended++
	return nil
}

// collect appends to others the codes of successors that have no bit in seen. If
// one of them is pending, it is found first.
func (s *stream[T]) collect(succ []uint32) error {
	for i, v := range succ {
		c := s.codes[v]
		if c == Pending[T]() {
			if v == s.u {
				return &OrderError{s.done + uint64(i), "leads back to its start"}
			}
			if err := s.rows.Flush(); err != nil {
				return err
			}
			c = s.codes[v]
		}
		if c < FirstOther {
			s.seen |= 1 << (c & 63)
			continue
		}
		if len(s.others) == cap(s.others) {
			// A row may have very many edges, but their codes are few.
			slices.Sort(s.others)
			s.others = slices.Compact(s.others)
			s.others = slices.Grow(s.others, max(1<<10, len(s.others)))
		}
		s.others = append(s.others, c)
	}
	return nil
}
