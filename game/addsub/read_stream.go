package addsub

import (
	"context"
	"errors"

	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
)

// mayStream reports whether a game of many edges is worth a try to solve it while
// it is read.
func (rd *reader) mayStream(h *header) bool {
	return !rd.opt.keepsK() && rd.rewinds && rd.number == rd.games &&
		game.IsLarge(rd.in, uint64(h.edges), text.Vertices{Count: uint64(h.vertices)})
}

// stream solves a game while its edges are read, and reads the rest of it. That
// also takes K, which stands after the edges: it is read first. If the game cannot
// be solved in this way, stream goes back to the first edge, and solved is false;
// with the option Stream that is an error.
func (rd *reader) stream(ctx context.Context, g *group, h *header, vs text.Vertices) (solved bool, err error) {
	e, rewinds := game.NewEdges(rd.in, uint64(h.edges), vs)
	switch {
	case !rewinds:
		return false, rd.in.Errorf("to solve a game while it is read, it has to be in a file that is not compressed: K, which stands after the edges, is read first")
	case !rd.opt.Stream && !e.LookOrdered():
		return false, nil
	}
	if rd.solver == nil {
		rd.solver = newSolver(rd.opt)
	}
	if k, at := rd.guessK(h); k != nil {
		g.picks = k
		err := rd.solver.solveRows(ctx, &rd.opt.Work, g, e, nil)
		if err == nil && rd.in.IsAt(at) {
			// The next numbers are the K that the game was solved with.
			if err = rd.in.Skip(uint64(h.vertices)); err == nil {
				err = rd.readRounds(g, h)
			}
			return true, err
		}
		if !isOfSolving(err) {
			return true, err
		}
	}
	g.picks, g.nimbers = nil, nil // if there are any, they are wrong
	if rd.opt.Stream {
		return true, rd.streamTwice(ctx, g, h, e)
	}
	return false, e.Rewind()
}

// isOfSolving reports whether err says nothing of the text: it is about the order
// of the edges, or about a vertex, perhaps with a wrong K; or it is nil.
func isOfSolving(err error) bool {
	if err == nil {
		return true
	}
	_, ok := errors.AsType[*game.OrderError](err)
	_, failed := errors.AsType[*game.VertexError](err)
	return ok || failed
}

// streamTwice reads the whole game first, and then its edges again to solve it.
func (rd *reader) streamTwice(ctx context.Context, g *group, h *header, e *game.Edges) error {
	skip := func(src, dst []uint32) error { return nil }
	if err := e.Read(ctx, &rd.opt.Work, skip); err != nil {
		return err
	}
	k, err := rd.readPicks(h)
	if err != nil {
		return err
	}
	g.picks = k
	if err := rd.readRounds(g, h); err != nil {
		return err
	}
	end, _ := rd.in.Mark()
	err = rd.solver.solveRows(ctx, &rd.opt.Work, g, e, nil)
	if order, ok := errors.AsType[*game.OrderError](err); ok {
		return e.Describe(order)
	} else if err != nil {
		_, err = g.failed(err)
		return err
	}
	return rd.in.Rewind(end)
}

// pick returns K as far as a nimber depends on it. A row of 64-bit values has rank
// 64 at most, and from there on it only matters whether K is odd.
func pick(k uint64) uint8 {
	if k >= 64 {
		k = 64 | k&1
	}
	return uint8(k)
}

// readPicks reads K of all vertices, a byte each.
func (rd *reader) readPicks(h *header) ([]uint8, error) {
	picks := hugepage.Make[uint8](rd.in.Reserve(uint64(h.vertices)))[:0]
	for len(picks) < int(h.vertices) {
		values, err := rd.in.Peek()
		if err != nil {
			return nil, text.Expected(err, "expected K of vertex %d of 0 to %d", len(picks), h.vertices-1)
		}
		values = values[:min(len(values), int(h.vertices)-len(picks))]
		for _, k := range values {
			picks = append(picks, pick(k))
		}
		rd.in.Discard(len(values))
	}
	return picks, nil
}
