package game

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"mexlab/dag"
	"mexlab/internal/crew"
)

// An OrderedGraph is a graph in memory and an order in which successors come first.
type OrderedGraph struct {
	*dag.Graph
	waves *dag.Waves // nil if the vertices are in order by their numbers
	up    bool       // then the highest number comes first
}

// Order finds an order for g. The error is a *dag.CycleError or the cause of the
// end of ctx.
func (w *Work) Order(ctx context.Context, g *dag.Graph) (o *OrderedGraph, err error) {
	o = &OrderedGraph{Graph: g}
	down := false
	if down, o.up = g.Ordered(); !down && !o.up {
		o.waves, err = g.Waves(ctx, w.WorkerCount())
	}
	return o, err
}

// A VertexError says that a vertex cannot be solved.
type VertexError struct {
	Vertex uint32
	Err    error
}

func (e *VertexError) Error() string { return e.Err.Error() }
func (e *VertexError) Unwrap() error { return e.Err }

// SolveRows hands the rows of g to rows, those of successors first. codes are those
// of the vertices, at first all 0. A vertex without successors gets no row.
//
// Each of rows is used by a goroutine of its own, with none of the others waiting
// for it: EndRow never needs a code that another one's Flush is to find. Which
// vertex a *VertexError is about does not depend on how many there are.
func SolveRows[T Code](ctx context.Context, w *Work, g *OrderedGraph, codes []T, rows ...Rows[T]) error {
	off, _ := g.Rows()
	for u := range codes {
		codes[u] = T(leaf * dag.IsZero(off[u+1]-off[u]))
	}
	s := &solving[T]{w: w, g: g, crew: crew.New(len(rows))}
	defer s.crew.Stop()
	for _, r := range rows {
		s.streams = append(s.streams, &stream[T]{codes: codes, rows: r})
	}
	err := s.solve(ctx)
	if err != nil {
		w.AddSolved(-int(s.solved.Load()))
	}
	return err
}

const (
	// Workers take shares of a wave: so many vertices that it pays to hand them
	// over, and so many shares that nobody waits long for the last one.
	minShare        = 1 << 6
	sharesPerWorker = 8
)

// A solving is the state of SolveRows.
type solving[T Code] struct {
	w       *Work
	g       *OrderedGraph
	crew    *crew.Crew
	streams []*stream[T] // one for each worker
	solved  atomic.Int64
}

func (s *solving[T]) solve(ctx context.Context) error {
	err := error(nil)
	switch {
	case s.g.waves == nil:
		err = s.byNumber(ctx)
	case len(s.streams) == 1:
		err = s.inTurn(ctx, s.g.waves.Order)
	default:
		err = s.byWave(ctx)
	}
	if err != nil {
		return err
	}
	return s.streams[0].rows.Flush()
}

// inTurn solves vertices of any number of waves with one worker.
func (s *solving[T]) inTurn(ctx context.Context, vertices []uint32) error {
	for some := range slices.Chunk(vertices, gathered) {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := s.vertices(s.streams[0], some); err != nil {
			return err
		}
	}
	return nil
}

// byWave solves each wide wave with all workers, and those between with one.
func (s *solving[T]) byWave(ctx context.Context) error {
	order, start := s.g.waves.Order, s.g.waves.Start
	done := uint32(0)
	for i, lo := range start[:s.g.waves.Len()] {
		hi := start[i+1]
		if hi-lo < 2*minShare {
			continue
		}
		if err := s.inTurn(ctx, order[done:lo]); err != nil {
			return err
		}
		if err := s.streams[0].rows.Flush(); err != nil {
			return err
		}
		if err := s.share(order[lo:hi]); err != nil {
			return err
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
		done = hi
	}
	return s.inTurn(ctx, order[done:])
}

// byNumber solves the vertices in the order of their numbers, or from the last to
// the first.
func (s *solving[T]) byNumber(ctx context.Context) error {
	off, _ := s.g.Rows()
	some := make([]uint32, gathered)
	for n, done := s.g.Len(), 0; done < n; done += gathered {
		rows := 0
		for i := done; i < min(done+gathered, n); i++ {
			u := uint32(i)
			if s.g.up {
				u = uint32(n - 1 - i)
			}
			some[rows] = u
			rows += 1 - dag.IsZero(off[u+1]-off[u])
		}
		if err := s.inTurn(ctx, some[:rows]); err != nil {
			return err
		}
	}
	return nil
}

// share solves a wave with all workers. The shares are taken in order, and each that
// is taken is solved until its first error. So the first vertex of the wave that
// cannot be solved is always met.
func (s *solving[T]) share(wave []uint32) error {
	size := max(minShare, len(wave)/(sharesPerWorker*len(s.streams)))
	var taken atomic.Int64
	var failed atomic.Bool
	errs := make([]error, len(s.streams))
	s.crew.Run(func(worker int) {
		st := s.streams[worker]
		for errs[worker] == nil && !failed.Load() {
			at := int(taken.Add(int64(size))) - size
			if at >= len(wave) {
				break
			}
			errs[worker] = s.vertices(st, wave[at:min(at+size, len(wave))])
		}
		if errs[worker] == nil {
			errs[worker] = st.rows.Flush()
		}
		if errs[worker] != nil {
			failed.Store(true)
		}
	})
	if !failed.Load() {
		return nil
	}
	return firstOf(wave, errs)
}

// firstOf returns the error about the vertex that comes first in a wave. An error
// that is about none comes before all.
func firstOf(wave []uint32, errs []error) (first error) {
	at := len(wave)
	for _, err := range errs {
		if err == nil {
			continue
		}
		vertex, ok := errors.AsType[*VertexError](err)
		if !ok {
			return err
		}
		if i := slices.Index(wave, vertex.Vertex); i < at {
			first, at = err, i
		}
	}
	return first
}

// vertices solves vertices, each of which leads only to those before it.
func (s *solving[T]) vertices(st *stream[T], vertices []uint32) error {
	ended := st.ended
	if err := st.vertices(s.g.Graph, vertices); err != nil {
		return err
	}
	s.solved.Add(int64(st.ended - ended))
	s.w.AddSolved(st.ended - ended)
	return nil
}
