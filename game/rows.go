package game

import (
	"slices"

	"mexlab/dag"
)

const (
	// gathered is how many successors are gathered before their codes are looked up.
	gathered = 1 << 11
	// copySize is how many successors are copied at a time.
	copySize = 16
)

// A gathering is the rows of some vertices, one after another.
type gathering[T Code] struct {
	succ  [gathered + copySize]uint32
	codes [gathered]T // of the successors
}

// vertices solves vertices with successors. Each may lead to those before it.
//
// One loop over many rows looks up the codes. The end of a row is hard to predict,
// and a wrong guess drops the cache misses that were begun for the next row.
func (s *stream[T]) vertices(g *dag.Graph, vertices []uint32) error {
	if s.gathering == nil {
		s.gathering = new(gathering[T])
	}
	for len(vertices) > 0 {
		n, edges := s.gather(g, vertices)
		if n == 0 {
			if err := s.long(vertices[0], g.Succ(int(vertices[0]))); err != nil {
				return err
			}
			vertices = vertices[1:]
			continue
		}
		succ, codes := s.gathering.succ[:edges], s.gathering.codes[:edges]
		for i, v := range succ {
			codes[i] = s.codes[v]
		}
		for _, u := range vertices[:n] {
			degree := len(g.Succ(int(u)))
			if err := s.row(u, succ[:degree], codes[:degree]); err != nil {
				return err
			}
			succ, codes = succ[degree:], codes[degree:]
		}
		vertices = vertices[n:]
	}
	return nil
}

// gather gathers the rows of the first vertices, as many as fit.
func (s *stream[T]) gather(g *dag.Graph, vertices []uint32) (rows, edges int) {
	off, to := g.Rows()
	succ := &s.gathering.succ
	for _, u := range vertices {
		lo, hi := int(off[u]), int(off[u+1])
		if edges+hi-lo > gathered {
			break
		}
		if hi-lo <= copySize && lo+copySize <= len(to) {
			// What is copied beyond the row is overwritten by the next one.
			*(*[copySize]uint32)(succ[edges:]) = [copySize]uint32(to[lo:])
		} else {
			copy(succ[edges:], to[lo:hi])
		}
		edges += hi - lo
		rows++
	}
	return rows, edges
}

// row solves a whole row. codes are those of the successors when the row was
// gathered.
func (s *stream[T]) row(u uint32, succ []uint32, codes []T) error {
	seen := masked(codes)
	if seen&(1<<unseen) != 0 { // one of them has been solved since
		for i, v := range succ {
			codes[i] = s.codes[v]
		}
		seen = masked(codes)
	}
	s.u, s.seen = u, seen
	if seen>>FirstOther != 0 {
		if err := s.collect(succ); err != nil {
			return err
		}
	}
	return s.end(succ)
}

// masked returns the set of codes, with one bit for all from FirstOther on.
func masked[T Code](codes []T) (seen uint64) {
	for _, c := range codes {
		seen |= 1 << (min(c, FirstOther) & 63)
	}
	return seen
}

// long solves a row that is too long to be gathered.
func (s *stream[T]) long(u uint32, succ []uint32) error {
	s.u = u
	for part := range slices.Chunk(succ, gathered) {
		for i, v := range part {
			s.gathering.codes[i] = s.codes[v]
		}
		seen := masked(s.gathering.codes[:len(part)])
		s.seen |= seen
		if seen>>FirstOther != 0 {
			if err := s.collect(part); err != nil {
				return err
			}
		}
	}
	return s.end(succ)
}
