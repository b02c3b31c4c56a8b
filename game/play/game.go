package play

import (
	"fmt"
	"slices"

	"mexlab/game/draw"
)

// A Game is a board with positions to start from.
type Game struct{ rules }

// rules are those of a game on a board. A position has a number for each vertex.
type rules interface {
	title() string
	goal() string // what a move is, and who wins
	rounds() int
	start(round int) []uint64 // from 0

	// name returns how people call a vertex.
	name(v int) string
	succ(v int) []int
	leaves(pos []uint64, v int) bool // whether some move starts at v

	// check says why a move is not legal. The move may be anything.
	check(pos []uint64, m *Move) error
	apply(pos []uint64, m *Move) []uint64 // of a legal move
	words(pos []uint64, m *Move) string   // of a legal move: "take a token from ..."

	// winning returns a winning move if there is one.
	winning(pos []uint64) (m *Move, wins bool, err error)
	// losing returns a move that makes the game long, of a position that has any.
	losing(pos []uint64) *Move

	// startAt returns the first draft of a move from v.
	startAt(pos []uint64, v int) *Move
	// click changes a draft by a click on the successor v, and says what to do next.
	click(m *Move, v int)
	// form says what a draft needs.
	form(pos []uint64, m *Move) form

	// picture shows a position and, unless it is nil, what a move or a draft changes.
	picture(pos []uint64, m *Move) *draw.Picture
	// label returns the text on the edge of a change.
	label(c Change) string
}

// A Move starts at a vertex and gives numbers to its successors: tokens to add, or
// new heights. Height is the new height of the city At.
type Move struct {
	At     int      `json:"at"`
	Height uint64   `json:"height,omitempty"`
	To     []Change `json:"to,omitempty"`
}

// A Change is what a Move does to a successor.
type Change struct {
	Vertex int    `json:"vertex"`
	Number uint64 `json:"number"`
}

// number returns the number that m gives to v, 0 if it gives none.
func (m *Move) number(v int) uint64 {
	for _, c := range m.To {
		if c.Vertex == v {
			return c.Number
		}
	}
	return 0
}

// set gives a number to v.
func (m *Move) set(v int, n uint64) {
	for i := range m.To {
		if m.To[i].Vertex == v {
			m.To[i].Number = n
			return
		}
	}
	m.To = append(m.To, Change{v, n})
}

// maxNumber bounds the tokens, K and heights that a game starts with, so that no
// sum overflows and numbers in a browser are exact.
const maxNumber = 1<<40 - 1

// checkNumbers refuses numbers that are too large to play with.
func checkNumbers(what string, numbers []uint64) error {
	if n := slices.Max(append(numbers, 0)); n > maxNumber {
		return fmt.Errorf("expected numbers below 2^40 to play with, found %s %d", what, n)
	}
	return nil
}

// checkEnds refuses a move that does not start at a vertex where a move may start,
// or changes something other than its successors, or one of them twice.
func checkEnds(r rules, pos []uint64, m *Move) error {
	if m.At < 0 || m.At >= len(pos) || !r.leaves(pos, m.At) {
		return fmt.Errorf("no move starts there")
	}
	succ := r.succ(m.At)
	for i, c := range m.To {
		if !slices.Contains(succ, c.Vertex) {
			return fmt.Errorf("the move changes what %s does not lead to", r.name(m.At))
		}
		if slices.ContainsFunc(m.To[:i], func(d Change) bool { return d.Vertex == c.Vertex }) {
			return fmt.Errorf("the move changes %s twice", r.name(c.Vertex))
		}
	}
	return nil
}

// movable reports whether there is a move.
func (g *Game) movable(pos []uint64) bool {
	for v := range pos {
		if g.leaves(pos, v) {
			return true
		}
	}
	return false
}

// best returns the solver's move from a position that has one.
func (g *Game) best(pos []uint64) (*Move, error) {
	m, wins, err := g.winning(pos)
	if err == nil && !wins {
		m = g.losing(pos)
	}
	return m, err
}

// unique returns vertices as ints, each once, in ascending order.
func unique(vertices []uint32) []int {
	var all []int
	for _, v := range vertices {
		all = append(all, int(v))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
