package text

import "math"

// Vertices says how the text numbers the vertices of a graph, and how memory
// does: the vertex written First+i is Base+i in memory, for i below Count.
// Base+Count must be below 2^32.
type Vertices struct {
	First, Count uint64
	Base         uint32
}

// EdgeCount reads the number of edges of a graph with the given vertices. The
// error is about that number: it must be below 2^32, and the input must be
// large enough for the edges and for others, the number of other tokens that
// have to follow.
func (r *Reader) EdgeCount(vs Vertices, others uint64) (m uint64, err error) {
	if m, err = r.Uint(); err != nil {
		return 0, Expected(err, "expected the number of edges")
	}
	return m, r.checkEdgeCount(m, vs, 0, others)
}

// checkEdgeCount is EdgeCount's check of m edges that are added to held ones.
func (r *Reader) checkEdgeCount(m uint64, vs Vertices, held int, others uint64) error {
	switch {
	case m > 0 && vs.Count == 0:
		return r.Errorf("expected no edges, for there are no vertices, found %d", m)
	case m > math.MaxUint32-uint64(held):
		return r.Errorf("expected fewer than 2^32 edges in all, found %d", m)
	case r.Fits(2*m + others):
		return nil
	case others == 0:
		return r.TooShort("%d edges", m)
	}
	return r.TooShort("%d edges and %d more numbers", m, others)
}

// Edges reads m edges "u v" and appends their ends, as numbered in memory, to
// src and dst, which grow with the text that is really there. Errors are about
// the edge: "expected the end of edge 3 of 7, from 1 to 4, found 9". A count
// that EdgeCount would refuse is refused here, at the last token read.
func (r *Reader) Edges(m uint64, vs Vertices, src, dst []uint32) (s, d []uint32, err error) {
	if err := r.checkEdgeCount(m, vs, len(src), 0); err != nil {
		return src, dst, err
	}
	n := r.Reserve(m)
	return r.edges(0, m, m, vs, grow(src, n), grow(dst, n))
}

// edges reads edges done+1 to until of m.
func (r *Reader) edges(done, until, m uint64, vs Vertices, src, dst []uint32) (s, d []uint32, err error) {
	for done < until {
		ends, err := r.some(2 * (until - done))
		if err != nil {
			return src, dst, expectedEnd(err, done, m, 0, vs)
		}
		if len(ends) == 1 {
			u := ends[0]
			r.take(1)
			if u-vs.First >= vs.Count {
				return src, dst, expectedEnd(r.Errorf("%d", u), done, m, 0, vs)
			}
			v, err := r.Uint()
			if err != nil {
				return src, dst, expectedEnd(err, done, m, 1, vs)
			}
			if v-vs.First >= vs.Count {
				return src, dst, expectedEnd(r.Errorf("%d", v), done, m, 1, vs)
			}
			src = append(src, vs.Base+uint32(u-vs.First))
			dst = append(dst, vs.Base+uint32(v-vs.First))
			done++
			continue
		}
		n := len(ends) / 2
		at := len(src)
		src, dst = grow(src, n)[:at+n], grow(dst, n)[:at+n]
		if bad := vs.split(ends, src[at:], dst[at:]); bad < 2*n {
			r.take(bad + 1)
			src, dst = src[:at+bad/2], dst[:at+bad/2]
			return src, dst, expectedEnd(r.Errorf("%d", ends[bad]), done+uint64(bad/2), m, bad%2, vs)
		}
		r.take(2 * n)
		done += uint64(n)
	}
	return src, dst, nil
}

// grow is slices.Grow, which clears what it adds and so touches every page of
// an array long before it is needed.
func grow[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, max(len(s)+n, 2*cap(s))), s...)
}

// split puts the starts and ends of edges, as numbered in memory, into src and
// dst, which are equally long. It returns the index of the first of ends that
// is no vertex, or 2*len(src).
func (vs Vertices) split(ends []uint64, src, dst []uint32) int {
	dst = dst[:len(src)]
	ends = ends[:2*len(src)]
	for i := range src {
		u, v := ends[2*i]-vs.First, ends[2*i+1]-vs.First
		if u >= vs.Count {
			return 2 * i
		}
		if v >= vs.Count {
			return 2*i + 1
		}
		src[i], dst[i] = vs.Base+uint32(u), vs.Base+uint32(v)
	}
	return 2 * len(src)
}

// expectedEnd says of an error which end of which edge it hit. There are done
// edges before it.
func expectedEnd(err error, done, m uint64, end int, vs Vertices) error {
	name := [2]string{"start", "end"}[end]
	return Expected(err, "expected the %s of edge %d of %d, from %d to %d",
		name, done+1, m, vs.First, vs.First+vs.Count-1)
}
