package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A state is a game so far, as the page sends it.
type state struct {
	Round  int    `json:"round"`            // from 0
	Solver bool   `json:"solver,omitempty"` // has made the first move
	Moves  []Move `json:"moves,omitempty"`  // in turns

	positions [][]uint64 // before and after each move
}

// read returns the state in a text, with its positions, after checking every move.
func (g *Game) read(text string) (*state, error) {
	s := new(state)
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("the game so far cannot be read: %w", err)
	}
	if s.Round < 0 || s.Round >= g.rounds() {
		return nil, fmt.Errorf("there is no round %d", s.Round+1)
	}
	moves := s.Moves
	s.Moves, s.positions = nil, [][]uint64{g.start(s.Round)}
	for i := range moves {
		if err := g.check(s.position(), &moves[i]); err != nil {
			return nil, fmt.Errorf("move %d of the game so far: %w", i+1, err)
		}
		s.add(g, &moves[i])
	}
	if g.movable(s.position()) && !s.person(len(s.Moves)) {
		return nil, errors.New("the game so far ends before a move of the solver")
	}
	return s, nil
}

// begin returns a new game. If the solver moves first and can move, it has.
func (g *Game) begin(round int, solver bool) (*state, error) {
	s := &state{Round: round, Solver: solver, positions: [][]uint64{g.start(round)}}
	if !solver {
		return s, nil
	}
	if !g.movable(s.position()) {
		return nil, errors.New("the solver cannot begin: there is no move")
	}
	return s, s.answer(g)
}

// position returns the current position.
func (s *state) position() []uint64 { return s.positions[len(s.positions)-1] }

// add adds a legal move.
func (s *state) add(g *Game, m *Move) {
	s.positions = append(s.positions, g.apply(s.position(), m))
	s.Moves = append(s.Moves, *m)
}

// answer adds the solver's move.
func (s *state) answer(g *Game) error {
	m, err := g.best(s.position())
	if err == nil {
		s.add(g, m)
	}
	return err
}

// person reports whether move i is the person's.
func (s *state) person(i int) bool { return i%2 == 0 != s.Solver }

// undo takes off the last move of the person and what came after it. It reports
// whether there was one.
func (s *state) undo() bool {
	for i := len(s.Moves) - 1; i >= 0; i-- {
		if s.person(i) {
			s.Moves, s.positions = s.Moves[:i], s.positions[:i+1]
			return true
		}
	}
	return false
}

// text returns what read reads.
func (s *state) text() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
