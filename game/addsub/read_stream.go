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
	if at, ok := rd.guessK(g, h); ok {
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
	g.forget() // what there is, is wrong
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
	if err := rd.readLargeK(g, h); err != nil {
		return err
	}
	if err := rd.readRounds(g, h); err != nil {
		return err
	}
	end, _ := rd.in.Mark()
	err := rd.solver.solveRows(ctx, &rd.opt.Work, g, e, nil)
	if order, ok := errors.AsType[*game.OrderError](err); ok {
		return e.Describe(order)
	} else if err != nil {
		_, err = g.failed(err)
		return err
	}
	return rd.in.Rewind(end)
}

const (
	// maxPick is the largest even K that is a pick of its own. From the rank on it
	// only matters whether K is odd, and a row of 64-bit values has rank 64 at most.
	maxPick = 254

	// maxExactK is the most vertices of a game that keeps all of K, since it may have
	// nimbers of any width: 512 KiB.
	maxExactK = 1 << 16
)

// pick returns K as far as a nimber depends on it.
func pick(k uint64) uint8 {
	if k >= maxPick {
		k = maxPick | k&1
	}
	return uint8(k)
}

// readLargeK reads K of all vertices of a large game, as picks if they are many.
func (rd *reader) readLargeK(g *group, h *header) (err error) {
	if h.vertices <= maxExactK {
		return rd.readExactK(g, h)
	}
	g.picks = hugepage.Make[uint8](rd.in.Reserve(uint64(h.vertices)))[:0]
	for len(g.picks) < int(h.vertices) {
		values, err := rd.in.Peek()
		if err != nil {
			return text.Expected(err, "expected K of vertex %d of 0 to %d", len(g.picks), h.vertices-1)
		}
		values = values[:min(len(values), int(h.vertices)-len(g.picks))]
		for _, k := range values {
			g.picks = append(g.picks, pick(k))
		}
		rd.in.Discard(len(values))
	}
	return nil
}
