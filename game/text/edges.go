package text

import "math"

// Vertices says how the text numbers the vertices of a graph and how memory
// does: the vertex First+i of the text is Base+i in memory, for i < Count.
// Base+Count must be below 2^32.
type Vertices struct {
	First, Count uint64
	Base         uint32
}

// EdgeCount reads the number of edges of a graph with the given vertices. It
// must be below 2^32, and the input must be large enough for the edges and for
// others, the number of other tokens that have to follow. An error is about the
// number itself.
func (r *Reader) EdgeCount(vs Vertices, others uint64) (m uint64, err error) {
	if m, err = r.Uint(); err != nil {
		return 0, Expected(err, "expected the number of edges")
	}
	return m, r.checkEdgeCount(m, vs, 0, others)
}

// checkEdgeCount is EdgeCount after reading m. The edges are added to held ones.
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
// src and dst, which only grow with the text that is really there. Errors name
// the edge: "expected the end of edge 3 of 7, from 1 to 4, found 9". Edges also
// checks m as EdgeCount does, with an error about the last token read.
func (r *Reader) Edges(m uint64, vs Vertices, src, dst []uint32) (s, d []uint32, err error) {
	if err := r.checkEdgeCount(m, vs, len(src), 0); err != nil {
		return src, dst, err
	}
	n := r.Reserve(m)
	return r.edges(0, m, m, vs, grow(src, n), grow(dst, n))
}

// edges reads the edges done+1 to until of m.
func (r *Reader) edges(done, until, m uint64, vs Vertices, src, dst []uint32) (s, d []uint32, err error) {
	for done < until {
		ends, err := r.Peek()
		if err != nil {
			return src, dst, expectedEnd(err, 2*done, m, vs)
		}
		if len(ends) == 1 {
			// Only a part of the edge is read ahead.
			var edge [2]uint32
			for i := range edge {
				if edge[i], err = r.vertex(2*done+uint64(i), m, vs); err != nil {
					return src, dst, err
				}
			}
			src, dst = append(src, edge[0]), append(dst, edge[1])
			done++
			continue
		}
		n := int(min(until-done, uint64(len(ends)/2)))
		at := len(src)
		src, dst = grow(src, n)[:at+n], grow(dst, n)[:at+n]
		if bad := vs.split(ends, src[at:], dst[at:]); bad < 2*n {
			r.Discard(bad + 1)
			src, dst = src[:at+bad/2], dst[:at+bad/2]
			return src, dst, expectedEnd(r.Errorf("%d", ends[bad]), 2*done+uint64(bad), m, vs)
		}
		r.Discard(2 * n)
		done += uint64(n)
	}
	return src, dst, nil
}

// vertex reads an end of an edge and returns its number in memory. before ends of
// the m edges come before it.
func (r *Reader) vertex(before, m uint64, vs Vertices) (uint32, error) {
	v, err := r.Uint()
	if err == nil && v-vs.First >= vs.Count {
		err = r.Errorf("%d", v)
	}
	if err != nil {
		return 0, expectedEnd(err, before, m, vs)
	}
	return vs.Base + uint32(v-vs.First), nil
}

// split puts the starts and ends of edges, as numbered in memory, into src and
// dst, which are equally long. It returns the index of the first of ends that
// is not a vertex, or 2*len(src).
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

// expectedEnd adds to an error which end of which edge it hit. before ends of the m
// edges come before it.
func expectedEnd(err error, before, m uint64, vs Vertices) error {
	return Expected(err, "expected the %s of edge %d of %d, from %d to %d",
		[2]string{"start", "end"}[before%2], before/2+1, m, vs.First, vs.First+vs.Count-1)
}
