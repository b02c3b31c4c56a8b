package text

import (
	"math"
	"slices"
)

// Vertices says how the text numbers the vertices of a graph, and how memory
// does: the vertex written First+i is Base+i in memory, for i below Count.
// Base+Count must be below 2^32.
type Vertices struct {
	First, Count uint64
	Base         uint32
}

// EdgeCount reads the number of edges of a graph with the given vertices. The
// error is about that number: held edges and as many more must stay below
// 2^32, and the input must be large enough for them and for others, the number
// of other tokens that have to follow.
func (r *Reader) EdgeCount(vs Vertices, held int, others uint64) (m uint64, err error) {
	if m, err = r.Uint(); err != nil {
		return 0, Expected(err, "expected the number of edges")
	}
	return m, r.checkEdgeCount(m, vs, held, others)
}

func (r *Reader) checkEdgeCount(m uint64, vs Vertices, held int, others uint64) error {
	switch {
	case m > 0 && vs.Count == 0:
		return r.Errorf("expected no edges, for there are no vertices, found %d", m)
	case m > math.MaxUint32-uint64(held):
		return r.Errorf("expected fewer than 2^32 edges in all, found %d", m)
	case !r.Fits(2*m + others):
		left, _ := r.Remaining()
		return r.Errorf("expected room for %d edges, found only %d bytes of input", m, left)
	}
	return nil
}

// Edges reads m edges "u v" and appends their ends, as numbered in memory, to
// src and dst, which grow with the text that is really there. Errors are about
// the edge: "expected the end of edge 3 of 7, from 1 to 4, found 9". A count
// that EdgeCount would refuse is refused here, at the last token read.
func (r *Reader) Edges(m uint64, vs Vertices, src, dst []uint32) (s, d []uint32, err error) {
	if err := r.checkEdgeCount(m, vs, len(src), 0); err != nil {
		return src, dst, err
	}
	src = slices.Grow(src, r.Reserve(m))
	dst = slices.Grow(dst, r.Reserve(m))
	var chunk [1024]uint64
	for done := uint64(0); done < m; {
		// A run lies in the buffer as a whole, so the place of each of its
		// tokens can still be found. It is cut to whole edges.
		start := r.pos
		n := r.run(chunk[:min(2*(m-done), uint64(len(chunk)))])
		if n%2 == 1 {
			r.pos = r.tok
			n--
		}
		if n == 0 {
			// A refill may come between the two tokens: check one by one.
			for ; n < 2; n++ {
				if chunk[n], err = r.Uint(); err != nil {
					return src, dst, expectedEnd(err, done, m, n, vs)
				}
				if chunk[n]-vs.First >= vs.Count {
					return src, dst, expectedEnd(r.Errorf("%d", chunk[n]), done, m, n, vs)
				}
			}
		}
		src = slices.Grow(src, n/2)
		dst = slices.Grow(dst, n/2)
		for i := 0; i < n; i += 2 {
			u, v := chunk[i]-vs.First, chunk[i+1]-vs.First
			if u >= vs.Count || v >= vs.Count {
				end := 0
				if u < vs.Count {
					end = 1
				}
				r.back(start, i+end)
				return src, dst, expectedEnd(r.Errorf("%d", chunk[i+end]), done, m, end, vs)
			}
			src = append(src, vs.Base+uint32(u))
			dst = append(dst, vs.Base+uint32(v))
			done++
		}
	}
	return src, dst, nil
}

// back makes the i-th token from start, a place in the buffer, the last one
// read. It must be there.
func (r *Reader) back(start, i int) {
	r.pos = start
	r.run(make([]uint64, i+1))
}

// expectedEnd says of an error which end of which edge it hit. There are done
// edges before it.
func expectedEnd(err error, done, m uint64, end int, vs Vertices) error {
	name := [2]string{"start", "end"}[end]
	return Expected(err, "expected the %s of edge %d of %d, from %d to %d",
		name, done+1, m, vs.First, vs.First+vs.Count-1)
}
