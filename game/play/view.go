package play

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"mexlab/game/draw"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string

	page = template.Must(template.New("page").Parse(pageHTML))
)

// A view is what the page shows.
type view struct {
	Nonce   string
	CSS     template.CSS
	JS      template.JS
	Title   string
	Goal    string
	Said    string
	Refused bool
	Over    string // how the game ended, or ""
	Board   template.HTML
	Draft   *form
	Game    string
	Log     []entry
	Undo    bool
	Round   int // from 1
	Rounds  int
	Solver  bool
}

// An entry of the log is a move in words.
type entry struct{ Who, Move string }

// html returns the page. Its script has the given nonce.
func (t *turn) html(nonce string) ([]byte, error) {
	v := view{
		Nonce: nonce, CSS: template.CSS(pageCSS), JS: template.JS(pageJS),
		Title: t.title(), Goal: t.goal(), Said: t.said, Refused: t.refused,
		Board: template.HTML(t.board().SVG()), Game: t.text(),
		Round: t.Round + 1, Rounds: t.rounds(), Solver: t.Solver,
	}
	if !t.movable(t.position()) {
		v.Over = "The solver wins: you cannot move."
		if !t.person(len(t.Moves)) {
			v.Over = "You win: the solver cannot move."
		}
	}
	if t.draft != nil {
		f := t.form(t.position(), t.draft)
		f.At = t.draft.At
		for i := range f.Fields {
			f.Fields[i].Focus = f.Fields[i].Vertex == t.focus
		}
		v.Draft = &f
		if v.Said == "" {
			v.Said = strings.TrimSpace(f.Title + ". " + f.Hint)
		}
	}
	for i := range t.Moves {
		e := entry{"Solver", t.words(t.positions[i], &t.Moves[i])}
		if t.person(i) {
			e.Who, v.Undo = "You", true
		}
		v.Log = append(v.Log, e)
	}
	var b bytes.Buffer
	err := page.Execute(&b, &v)
	return b.Bytes(), err
}

// board returns the picture: with the draft, or the move that was asked for, or what
// the solver did last.
func (t *turn) board() *draw.Picture {
	pos := t.position()
	var p *draw.Picture
	switch last := len(t.Moves) - 1; {
	case t.draft != nil:
		p = t.picture(pos, t.draft)
		p.Legend.Move = "your move so far"
		p.Vertices[t.draft.At].Chosen = true
	case t.marked != nil:
		p = t.picture(pos, t.marked)
	case last >= 0 && !t.person(last):
		p = t.picture(pos, nil)
		m := &t.Moves[last]
		p.Vertices[m.At].Moves = true
		for _, c := range m.To {
			p.Mark(m.At, c.Vertex, t.label(c))
		}
		p.Legend.Move = "what the solver did"
	default:
		p = t.picture(pos, nil)
	}
	p.Width = 340 // fits on a phone
	for v := range pos {
		p.Vertices[v].Choice = t.leaves(pos, v)
	}
	if t.draft != nil {
		for _, v := range t.succ(t.draft.At) {
			p.Vertices[v].Choice = true
		}
	}
	return p
}
