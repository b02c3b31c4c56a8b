package play

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A turn is what the person asked for and what came of it.
type turn struct {
	*Game
	*state
	draft   *Move
	marked  *Move  // a winning move that was asked for
	focus   int    // the vertex whose field is next, or -1
	said    string // what happened
	refused bool   // said is why it did not
}

// actions are what a person can ask for. An error is a mistake of the person.
var actions = map[string]func(t *turn, f url.Values) error{
	"click":  (*turn).click,
	"rest":   (*turn).rest,
	"cancel": (*turn).cancel,
	"move":   (*turn).move,
	"undo":   (*turn).takeBack,
	"hint":   (*turn).hint,
	"who":    (*turn).who,
	"new":    (*turn).renew,
}

// first returns the turn before the person did anything.
func (g *Game) first() (*turn, error) {
	s, err := g.begin(0, false)
	return &turn{Game: g, state: s, focus: -1, said: "You begin."}, err
}

// turn answers what the page sent. The error says that no page sends that.
func (g *Game) turn(f url.Values) (*turn, error) {
	name, value, _ := strings.Cut(f.Get("do"), " ")
	action := actions[name]
	if action == nil {
		return nil, fmt.Errorf("unknown action %.30q", name)
	}
	s, err := g.read(f.Get("game"))
	if err != nil {
		return nil, err
	}
	f.Set("vertex", value)
	t := &turn{Game: g, state: s, focus: -1}
	if t.draft, err = g.draft(s.position(), f); err == nil {
		err = action(t, f)
	}
	if err != nil {
		t.said, t.refused = sentence(err.Error()), true
	}
	return t, nil
}

// vertex returns the vertex that an action is about.
func (t *turn) vertex(f url.Values) (int, error) {
	v, err := strconv.Atoi(f.Get("vertex"))
	if err != nil || v < 0 || v >= len(t.position()) {
		return 0, fmt.Errorf("there is no vertex %.30q", f.Get("vertex"))
	}
	return v, nil
}

// click chooses a vertex: to start at it, or for the draft.
func (t *turn) click(f url.Values) error {
	v, err := t.vertex(f)
	switch {
	case err != nil:
		return err
	case t.draft != nil && t.draft.At == v:
		return t.cancel(f)
	case t.draft != nil && slices.Contains(t.succ(t.draft.At), v):
		t.Game.click(t.draft, v)
		t.focus = v
	case t.leaves(t.position(), v):
		t.draft = t.Game.startAt(t.position(), v)
	default:
		return fmt.Errorf("no move starts at %s", t.name(v))
	}
	return nil
}

// rest gives a vertex all that the draft has left.
func (t *turn) rest(f url.Values) error {
	v, err := t.vertex(f)
	if err != nil || t.draft == nil {
		return err
	}
	for _, field := range t.form(t.position(), t.draft).Fields {
		if field.Vertex == v {
			t.draft.set(v, field.Max)
		}
	}
	return nil
}

func (t *turn) cancel(url.Values) error {
	t.draft = nil
	return nil
}

// move makes the draft the person's move, and lets the solver answer.
func (t *turn) move(url.Values) error {
	if t.draft == nil {
		return errors.New("choose where your move starts")
	}
	if err := t.check(t.position(), t.draft); err != nil {
		return err
	}
	t.add(t.Game, t.draft)
	t.draft = nil
	if !t.movable(t.position()) {
		return nil
	}
	if err := t.answer(t.Game); err != nil {
		t.undo()
		return err
	}
	t.said = "The solver: " + t.last() + "."
	return nil
}

// last says the last move.
func (t *turn) last() string {
	i := len(t.Moves) - 1
	return t.words(t.positions[i], &t.Moves[i])
}

func (t *turn) takeBack(url.Values) error {
	t.draft = nil
	if !t.undo() {
		return errors.New("there is no move of yours to take back")
	}
	t.said = "Taken back."
	return nil
}

func (t *turn) hint(f url.Values) error {
	t.draft = nil
	m, wins, err := t.winning(t.position())
	switch {
	case err != nil:
		return err
	case wins:
		t.marked = m
		t.said = "This wins: " + t.words(t.position(), m) + "."
	case t.movable(t.position()):
		t.said = "No move wins from here. A long game gives the solver more chances to err, but it does not err."
	}
	return nil
}

func (t *turn) who(url.Values) error {
	_, wins, err := t.winning(t.position())
	if err != nil {
		return err
	}
	t.said = "With perfect play, the solver wins from here."
	if wins {
		t.said = "With perfect play, you win from here."
	}
	return nil
}

func (t *turn) renew(f url.Values) error {
	round, err := strconv.Atoi(f.Get("round"))
	if err != nil || round < 1 || round > t.rounds() {
		return fmt.Errorf("expected a round from 1 to %d, found %.30q", t.rounds(), f.Get("round"))
	}
	s, err := t.Game.begin(round-1, f.Get("first") == "solver")
	if err != nil {
		return err
	}
	t.state, t.draft = s, nil
	t.said = "You begin."
	if s.Solver {
		t.said = "The solver begins: " + t.last() + "."
	}
	return nil
}

// sentence makes a sentence of an error.
func sentence(s string) string {
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
