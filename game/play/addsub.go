package play

import (
	"errors"
	"fmt"
	"slices"

	"mexlab/game/addsub"
	"mexlab/game/draw"
)

// AddSub returns the add-subtract game on a board. It starts from one of the rounds:
// the tokens on each vertex.
func AddSub(b *addsub.Board, rounds [][]uint64) (*Game, error) {
	if len(rounds) == 0 {
		return nil, errors.New("expected a round to start from, found a board without rounds")
	}
	if err := checkNumbers("K", b.K()); err != nil {
		return nil, err
	}
	for i, tokens := range rounds {
		if err := checkNumbers(fmt.Sprintf("in round %d", i+1), tokens); err != nil {
			return nil, err
		}
	}
	return &Game{&addSub{b, rounds, draw.AddSub(b, rounds[0], nil).Levels()}}, nil
}

type addSub struct {
	board *addsub.Board
	all   [][]uint64
	level []int
}

func (a *addSub) title() string { return "The add-subtract game" }

func (a *addSub) goal() string {
	return "A move takes one token from a vertex and puts K new ones on the vertices that it leads to, " +
		"where K is the vertex’s own number. A player who cannot move loses."
}

func (a *addSub) rounds() int                     { return len(a.all) }
func (a *addSub) start(round int) []uint64        { return a.all[round] }
func (a *addSub) name(v int) string               { return fmt.Sprintf("vertex %d", v) }
func (a *addSub) succ(v int) []int                { return unique(a.board.Succ(v)) }
func (a *addSub) leaves(pos []uint64, v int) bool { return pos[v] > 0 && len(a.board.Succ(v)) > 0 }

// left returns how many of the K tokens of a draft are not placed yet.
func (a *addSub) left(m *Move) uint64 {
	left := a.board.K()[m.At]
	for _, c := range m.To {
		left -= min(left, c.Number)
	}
	return left
}

func (a *addSub) check(pos []uint64, m *Move) error {
	if err := checkEnds(a, pos, m); err != nil {
		return err
	}
	k := a.board.K()[m.At]
	left := k
	for _, c := range m.To {
		if c.Number > left {
			return fmt.Errorf("a move from %s puts %d, and no more", a.name(m.At), k)
		}
		left -= c.Number
	}
	if left > 0 || m.Height > 0 {
		return fmt.Errorf("a move from %s puts %d: %d are left", a.name(m.At), k, left)
	}
	return nil
}

func (a *addSub) apply(pos []uint64, m *Move) []uint64 {
	pos = slices.Clone(pos)
	pos[m.At]--
	for _, c := range m.To {
		pos[c.Vertex] += c.Number
	}
	return pos
}

// move returns a move as package addsub has it.
func (a *addSub) move(m *Move) *addsub.Move {
	move := &addsub.Move{From: m.At}
	for _, c := range m.To {
		if c.Number > 0 {
			move.To = append(move.To, addsub.Gift{Vertex: c.Vertex, Count: c.Number})
		}
	}
	return move
}

func (a *addSub) words(_ []uint64, m *Move) string { return draw.AddSubMove(a.move(m)) }

func (a *addSub) winning(pos []uint64) (*Move, bool, error) {
	move, wins, err := a.board.Move(pos)
	if err != nil || !wins {
		return nil, false, err
	}
	m := &Move{At: move.From}
	for _, g := range move.To {
		m.set(g.Vertex, g.Count)
	}
	return m, true, nil
}

// losing starts as high as it can, and spreads the tokens.
func (a *addSub) losing(pos []uint64) *Move {
	at := -1
	for v := range pos {
		if a.leaves(pos, v) && (at < 0 || a.level[v] > a.level[at]) {
			at = v
		}
	}
	m := &Move{At: at}
	succ := a.succ(at)
	k, n := a.board.K()[at], uint64(len(succ))
	for i, v := range succ {
		share := k / n
		if uint64(i) < k%n {
			share++
		}
		if share > 0 {
			m.set(v, share)
		}
	}
	return m
}

func (a *addSub) startAt(_ []uint64, v int) *Move {
	m := &Move{At: v}
	if succ := a.succ(v); len(succ) == 1 {
		m.set(succ[0], a.board.K()[v])
	}
	return m
}

func (a *addSub) click(m *Move, v int) {
	if a.left(m) > 0 {
		m.set(v, m.number(v)+1)
	}
}

func (a *addSub) form(_ []uint64, m *Move) form {
	left := a.left(m)
	f := form{Title: fmt.Sprintf("From %s, put %d", a.name(m.At), a.board.K()[m.At]), Ready: left == 0}
	f.Hint = "All are placed."
	if left > 0 {
		f.Hint = fmt.Sprintf("%d left: click the vertices where they go, or type numbers.", left)
	}
	for _, v := range a.succ(m.At) {
		f.Fields = append(f.Fields, field{Vertex: v, Label: "on " + a.name(v), Value: m.number(v), Max: m.number(v) + left, Rest: left > 0})
	}
	return f
}

func (a *addSub) picture(pos []uint64, m *Move) *draw.Picture {
	if m == nil {
		return draw.AddSub(a.board, pos, nil)
	}
	return draw.AddSub(a.board, pos, a.move(m))
}

func (a *addSub) label(c Change) string { return fmt.Sprintf("+%d", c.Number) }
