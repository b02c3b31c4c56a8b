package addsub

import (
	"io"
	"strconv"

	"mexlab/game/text"
)

// A form is how answers look: plain, lines or objects. newPrinter chooses it.
type form interface {
	begin(p *printer, h *header, values *group)      // values is nil unless they are wanted
	round(p *printer, j uint64, wins bool, mv *Move) // j is 1-based; mv is nil if there is no move to show
	end(p *printer)
}

// spillSize is the length in bytes from which text is passed on: large enough
// that the calls do not count, small enough for a cache.
const spillSize = 1 << 16

// A printer judges the rounds of solved groups and writes the answers to w, or
// into buf alone while w is nil. After an error to write, it drops everything.
type printer struct {
	w   io.Writer
	buf []byte
	err error

	form   form
	opt    Options
	planes bitplanes
	mover  mover
	succ   []uint64 // of a vertex, for Each

	bad []*text.Error // that Options.BadLine is still to be told of
}

// newPrinter returns a printer with room for the answers of most groups.
func newPrinter(opt Options) *printer {
	p := &printer{buf: make([]byte, 0, 1<<17), form: plain{}, opt: opt}
	p.mover.ws.Budget = opt.Budget
	switch {
	case opt.JSON:
		p.form = objects{}
	case opt.Lines:
		p.form = lines{}
	}
	return p
}

// print writes the games of a solved group. If a move cannot be found, that is
// the error, and nothing of its game is written.
func (p *printer) print(g *group) error {
	bad := g.bad
	for i := range g.games {
		for len(bad) > 0 && uint64(bad[0].Pos.Line) < g.games[i].number {
			p.printBad(bad[0])
			bad = bad[1:]
		}
		start := len(p.buf)
		if err := p.printGame(g, &g.games[i]); err != nil {
			p.buf = p.buf[:start]
			bad := asBadLine(err)
			if bad == nil || !p.opt.Lines {
				return err
			}
			p.printBad(bad)
		}
	}
	for _, b := range bad {
		p.printBad(b)
	}
	return nil
}

func (p *printer) printGame(g *group, h *header) error {
	if p.opt.Each != nil {
		return p.each(g, h)
	}
	values := g
	if !p.opt.Values {
		values = nil
	}
	p.form.begin(p, h, values)
	words := words(int(h.vertices))
	planes := !p.opt.Move && g.wide == nil && h.rounds >= minPlaneRounds && words <= maxPlaneWords
	if planes {
		p.planes.load(g.nimbers, h.first, h.vertices)
	}
	for j := range h.rounds {
		at := h.bits + int(j)*words
		odd := g.odd[at : at+words]
		var wins bool
		if planes {
			wins = p.planes.wins(odd)
		} else {
			wins = g.wins(h.first, odd)
		}
		var shown *Move
		if wins && p.opt.Move {
			mv, err := p.mover.find(g, h, odd, g.positive[at:at+words])
			if err != nil {
				return err
			}
			shown = &mv
		}
		p.form.round(p, j+1, wins, shown)
		p.spill()
	}
	p.form.end(p)
	return nil
}

func (p *printer) text(s string) { p.buf = append(p.buf, s...) }

// nimber writes the nimber of vertex v of the group after a text.
func (p *printer) nimber(before string, g *group, v uint32) {
	if g.wide == nil {
		p.number(before, g.nimbers.at(v))
		return
	}
	p.text(before)
	p.buf = g.wide.at(v).Append(p.buf, 10)
}

// number writes n after a text.
func (p *printer) number(before string, n uint64) {
	p.buf = strconv.AppendUint(append(p.buf, before...), n, 10)
}

// spill writes the text if it is long. It may be in the middle of a game, unless a
// move that cannot be found may yet take the game back.
func (p *printer) spill() {
	if p.w != nil && !p.opt.Move && len(p.buf) >= spillSize {
		p.flush()
	}
}

func (p *printer) flush() error {
	if p.err == nil && len(p.buf) > 0 {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}
