package addsub

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"mexlab/game/text"
)

// groupOfLines is group for one game a line.
func (rd *reader) groupOfLines(ctx context.Context, g *group, size int) (more bool, err error) {
	for {
		if !rd.pending {
			if full := rd.readFastLines(g, size); full {
				return true, nil
			}
			if ok, err := rd.in.NextLine(); !ok {
				return false, err
			}
			rd.number = rd.in.Line()
			err = rd.readHeader()
			rd.pending = err == nil
		}
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		if rd.pending {
			if !g.hasRoom(uint64(rd.next.vertices)+uint64(rd.next.edges), size) {
				return true, nil
			}
			rd.pending = false
			err = rd.readLine(ctx, g)
		}
		if bad, ok := errors.AsType[*text.Error](err); ok {
			g.bad = append(g.bad, bad)
		} else if err != nil {
			return false, err
		}
	}
}

// readLine appends the game of a line, after its header, to g.
func (rd *reader) readLine(ctx context.Context, g *group) error {
	before := *g
	err := rd.readBody(ctx, g)
	if err == nil {
		err = rd.in.End()
	}
	if err != nil {
		*g = before
	}
	return err
}

// readFastLines is readFast for one game a line. It stops before a line that is
// incomplete or wrong.
func (rd *reader) readFastLines(g *group, size int) (full bool) {
	for {
		numbers := rd.in.PeekLine()
		if len(numbers) < 3 {
			return false
		}
		if !g.hasRoom(numbers[0]+numbers[1], size) {
			return true
		}
		if len(complete(numbers)) != len(numbers) {
			return false
		}
		h := g.appendGame(numbers, rd.opt.Move)
		if h == nil {
			return false
		}
		h.number = rd.in.Line()
		rd.in.DiscardLine()
	}
}

// solveLines is solve for one game a line: a game that cannot be solved becomes a
// bad line.
func (s *solver) solveLines(ctx context.Context, g *group) error {
	err := s.solveTogether(ctx, g)
	if err == nil {
		return nil
	}
	if asBadLine(err) != nil && len(g.games) > 1 {
		err = s.solveApart(ctx, g)
	} else if g.addBad(err) {
		*g, err = group{bad: g.bad}, nil
	}
	if err != nil {
		g.games, g.bad = nil, nil
		return err
	}
	slices.SortFunc(g.bad, func(a, b *text.Error) int { return cmp.Compare(a.Pos.Line, b.Pos.Line) })
	return nil
}

// solveApart finds the games that cannot be solved, and solves the others.
func (s *solver) solveApart(ctx context.Context, g *group) error {
	all := *g
	*g = group{games: all.games[:0], src: all.src[:0], dst: all.dst[:0], k: all.k[:0], odd: all.odd, positive: all.positive, bad: all.bad}
	first, edge := 0, 0
	for _, h := range all.games {
		v, e := int(h.vertices), int(h.edges)
		one := group{games: []header{h}, src: all.src[edge:][:e], dst: all.dst[edge:][:e], k: all.k[first:][:v]}
		one.renumber(-uint32(first))
		first, edge = first+v, edge+e
		if err := s.solveTogether(ctx, &one); err == nil {
			one.renumber(uint32(g.len()))
			g.src, g.dst, g.k = append(g.src, one.src...), append(g.dst, one.dst...), append(g.k, one.k...)
			g.games = append(g.games, one.games...)
		} else if !g.addBad(err) {
			return err
		}
	}
	return s.solveTogether(ctx, g)
}

// renumber adds by to the numbers of all vertices of a group of one game.
func (g *group) renumber(by uint32) {
	g.games[0].first += by
	for i := range g.src {
		g.src[i] += by
		g.dst[i] += by
	}
}

// addBad adds to g a bad line if err is about a game.
func (g *group) addBad(err error) bool {
	bad := asBadLine(err)
	if bad != nil {
		g.bad = append(g.bad, bad)
	}
	return bad != nil
}

// asBadLine returns the error in the line of a game that cannot be solved, or nil if
// err is about no game. What is wrong may be anywhere in the line, so it is said to
// be at its start.
func asBadLine(err error) *text.Error {
	e, ok := err.(*gameError)
	if !ok {
		return nil
	}
	return &text.Error{Pos: text.Pos{Line: int(e.game.number), Col: 1}, Msg: e.msg, Cause: e.cause}
}
