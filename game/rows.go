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
	// maskSize is how many codes go into a mask without a branch.
	maskSize = 4
)

// A gathering is the rows of some vertices, one after another.
type gathering[T Code] struct {
	lo, hi [dag.PrefetchRows]uint32 // where each row is in the graph
	loaded uint32                   // by prefetch

	succ  [gathered + copySize]uint32
	codes [gathered + maskSize]T // of the successors
}

// vertices solves vertices with successors. Each may lead to those before it.
//
// One loop over many rows looks up the codes. The end of a row is hard to predict,
// and a wrong guess drops the cache misses that were begun for the next row.
func (s *stream[T]) vertices(g *dag.Graph, vertices []uint32) error {
	if s.gathering == nil {
		s.gathering = new(gathering[T])
	}
	b := s.gathering
	for some := range slices.Chunk(vertices, dag.PrefetchRows) {
		b.prefetch(g, some)
		for first := 0; first < len(some); {
			rows, edges := b.gather(g, first, len(some))
			if rows == 0 {
				if err := s.long(some[first], g.Succ(int(some[first]))); err != nil {
					return err
				}
				first++
				continue
			}
			succ, codes := b.succ[:edges], b.codes[:edges]
			for i, v := range succ {
				codes[i] = s.codes[v]
			}
			at := 0
			for i := first; i < first+rows; i++ {
				degree := int(b.hi[i] - b.lo[i])
				if err := s.row(some[i], at, degree); err != nil {
					return err
				}
				at += degree
			}
			first += rows
		}
	}
	return nil
}

// prefetch loads both ends of the rows of vertices into the cache. No load waits
// for another.
func (b *gathering[T]) prefetch(g *dag.Graph, vertices []uint32) {
	off, to := g.Rows()
	x := uint32(0)
	for i, u := range vertices[:min(len(vertices), len(b.lo))] {
		lo, hi := off[u], off[u+1]
		b.lo[i], b.hi[i] = lo, hi
		x |= to[lo] | to[hi-1]
	}
	b.loaded = x
}

// gather gathers rows of those that were prefetched, as many as fit.
func (b *gathering[T]) gather(g *dag.Graph, first, end int) (rows, edges int) {
	_, to := g.Rows()
	for i := first; i < end; i++ {
		lo, hi := int(b.lo[i]), int(b.hi[i])
		if edges+hi-lo > gathered {
			break
		}
		if hi-lo <= copySize && lo+copySize <= len(to) {
			// What is copied beyond the row is overwritten by the next one.
			*(*[copySize]uint32)(b.succ[edges:]) = [copySize]uint32(to[lo:])
		} else {
			copy(b.succ[edges:], to[lo:hi])
		}
		edges += hi - lo
		rows++
	}
	return rows, edges
}

// row solves a whole row, degree successors that were gathered from at on. Their
// codes are those at that time.
func (s *stream[T]) row(u uint32, at, degree int) error {
	b := s.gathering
	seen := b.mask(at, degree)
	succ := b.succ[at : at+degree]
	if seen&(1<<unseen) != 0 { // one of them has been solved since
		for i, v := range succ {
			b.codes[at+i] = s.codes[v]
		}
		seen = b.mask(at, degree)
	}
	s.u, s.seen = u, seen
	if seen>>FirstOther != 0 {
		if err := s.collect(succ); err != nil {
			return err
		}
	}
	return s.end(succ)
}

// mask returns the set of degree codes from at on, with one bit for all from
// FirstOther on. Most rows are short, and how short is hard to predict. So the first
// codes are looked at whether they belong to the row or not.
func (b *gathering[T]) mask(at, degree int) (seen uint64) {
	c := (*[maskSize]T)(b.codes[at:])
	n := int64(degree)
	seen = bit(c[0]) | bit(c[1])&uint64((1-n)>>63) | bit(c[2])&uint64((2-n)>>63) | bit(c[3])&uint64((3-n)>>63)
	if degree > maskSize {
		seen |= masked(b.codes[at+maskSize : at+degree])
	}
	return seen
}

// masked returns the set of codes as mask does.
func masked[T Code](codes []T) (seen uint64) {
	for _, c := range codes {
		seen |= bit(c)
	}
	return seen
}

// bit returns the bit of a code in a mask.
func bit[T Code](c T) uint64 { return 1 << (min(c, FirstOther) & 63) }

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
