package play

import (
	"fmt"
	"slices"

	"mexlab/game/draw"
	"mexlab/game/election"
)

// Election returns the game of Election Promises from a position.
func Election(b *election.Board) (*Game, error) {
	heights := b.Heights()
	if err := checkNumbers("height", heights); err != nil {
		return nil, err
	}
	e := &cities{board: b, first: heights}
	for u := range heights {
		e.to = append(e.to, unique(b.Succ(u)))
	}
	return &Game{e}, nil
}

type cities struct {
	board *election.Board
	first []uint64
	to    [][]int // the successors of each city
}

func (e *cities) title() string { return "Election Promises" }

func (e *cities) goal() string {
	return "A move lowers one city, and gives the cities that it leads to any heights. A player who cannot move loses."
}

func (e *cities) rounds() int                     { return 1 }
func (e *cities) start(int) []uint64              { return e.first }
func (e *cities) name(v int) string               { return fmt.Sprintf("city %d", v+1) }
func (e *cities) succ(v int) []int                { return e.to[v] }
func (e *cities) leaves(pos []uint64, v int) bool { return pos[v] > 0 }

func (e *cities) check(pos []uint64, m *Move) error {
	if err := checkEnds(e, pos, m); err != nil {
		return err
	}
	if m.Height >= pos[m.At] {
		return fmt.Errorf("%s has height %d: a move lowers it", e.name(m.At), pos[m.At])
	}
	for _, c := range m.To {
		if c.Number > maxNumber {
			return fmt.Errorf("the new height of %s is 2^40 or more", e.name(c.Vertex))
		}
	}
	return nil
}

func (e *cities) apply(pos []uint64, m *Move) []uint64 {
	pos = slices.Clone(pos)
	pos[m.At] = m.Height
	for _, c := range m.To {
		pos[c.Vertex] = c.Number
	}
	return pos
}

// changes returns a move as package election has it, without what stays as it is.
func (e *cities) changes(pos []uint64, m *Move) []election.Change {
	all := []election.Change{{City: m.At, Height: m.Height}}
	for _, c := range m.To {
		if c.Number != pos[c.Vertex] {
			all = append(all, election.Change{City: c.Vertex, Height: c.Number})
		}
	}
	return all
}

func (e *cities) words(pos []uint64, m *Move) string {
	return draw.ElectionMove(e.board.With(pos), e.changes(pos, m))
}

func (e *cities) winning(pos []uint64) (*Move, bool, error) {
	changes, wins := e.board.With(pos).Move()
	if !wins {
		return nil, false, nil
	}
	m := &Move{At: changes[0].City, Height: changes[0].Height}
	for _, c := range changes[1:] {
		m.set(c.City, c.Height)
	}
	return m, true, nil
}

// losing lowers a city on the highest level by 1.
func (e *cities) losing(pos []uint64) *Move {
	levels := e.board.Levels()
	at := -1
	for v := range pos {
		if e.leaves(pos, v) && (at < 0 || levels[v] > levels[at]) {
			at = v
		}
	}
	return &Move{At: at, Height: pos[at] - 1}
}

func (e *cities) startAt(pos []uint64, v int) *Move {
	m := &Move{At: v, Height: pos[v] - 1}
	for _, w := range e.to[v] {
		m.set(w, pos[w])
	}
	return m
}

func (e *cities) click(*Move, int) {} // the page goes to the city's field

func (e *cities) form(pos []uint64, m *Move) form {
	f := form{Title: "Lower " + e.name(m.At), Ready: true, Lowers: true, Height: m.Height, MaxHeight: pos[m.At] - 1}
	if len(e.to[m.At]) > 0 {
		f.Hint = "The cities that it leads to may get any heights."
	}
	for _, v := range e.to[m.At] {
		f.Fields = append(f.Fields, field{Vertex: v, Label: e.name(v) + " to", Value: m.number(v), Max: maxNumber})
	}
	return f
}

func (e *cities) picture(pos []uint64, m *Move) *draw.Picture {
	if m == nil {
		return draw.Election(e.board.With(pos), nil)
	}
	return draw.Election(e.board.With(pos), e.changes(pos, m))
}

func (e *cities) label(Change) string { return "" }
