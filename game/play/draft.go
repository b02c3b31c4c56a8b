package play

import (
	"fmt"
	"net/url"
	"strconv"
)

// A form is what the page asks for to complete a draft.
type form struct {
	Title, Hint       string
	Lowers            bool // there is a field for Height
	Height, MaxHeight uint64
	Fields            []field // for the successors
	Ready             bool    // the draft is a move
	At                int
}

// A field is for the number of a successor.
type field struct {
	Vertex     int
	Label      string
	Value, Max uint64
	Rest       bool // there is a button that puts the rest there
	Focus      bool
}

// draft returns the draft in what the page sent, or nil if there is none. Its numbers
// may be any, its vertices are right.
func (g *Game) draft(pos []uint64, f url.Values) (*Move, error) {
	if f.Get("at") == "" {
		return nil, nil
	}
	at, err := strconv.Atoi(f.Get("at"))
	if err != nil || at < 0 || at >= len(pos) || !g.leaves(pos, at) {
		return nil, fmt.Errorf("no move starts at %q", f.Get("at"))
	}
	m := g.startAt(pos, at)
	if f.Has("height") {
		if m.Height, err = number(f.Get("height")); err != nil {
			return nil, err
		}
	}
	for _, v := range g.succ(at) {
		name := fmt.Sprintf("to%d", v)
		if !f.Has(name) {
			continue
		}
		n, err := number(f.Get(name))
		if err != nil {
			return nil, err
		}
		m.set(v, n)
	}
	return m, nil
}

// number reads a number that a person typed. Nothing means 0.
func number(s string) (uint64, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n > maxNumber {
		return 0, fmt.Errorf("expected a number from 0 to 2^40-1, found %.30q", s)
	}
	return n, nil
}
