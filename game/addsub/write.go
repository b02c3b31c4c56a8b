package addsub

import (
	"io"
	"strconv"
)

// A form is how answers look: plain or objects. A new form is a type like these,
// an option, and a line in newPrinter.
type form interface {
	begin(p *printer, h *header, values nimbers)     // values is nil unless they are wanted
	round(p *printer, j uint64, wins bool, mv *Move) // j is 1-based; mv is nil if there is no move to show
	end(p *printer)
}

// spillSize is the length in bytes from which text is passed on: large enough
// that the calls do not count, small enough for a cache.
const spillSize = 1 << 16

// A printer judges the rounds of solved groups and writes the answers to w, or
// into buf alone if w is nil. After an error to write, it drops everything.
type printer struct {
	w   io.Writer
	buf []byte
	err error

	form   form
	opt    Options
	planes bitplanes
	mover  mover
}

// newPrinter returns a printer whose buffer has the given size at first.
func newPrinter(w io.Writer, opt Options, size int) *printer {
	p := &printer{w: w, buf: make([]byte, 0, size), form: plain{}, opt: opt}
	p.mover.ws.Budget = opt.Budget
	if opt.JSON {
		p.form = objects{}
	}
	return p
}

// print writes the games of a solved group. If a move cannot be found, that is
// the error, and nothing of its game is written.
func (p *printer) print(sol *solution) error {
	for i := range sol.games {
		start := len(p.buf)
		if err := p.printGame(sol, &sol.games[i]); err != nil {
			p.buf = p.buf[:start]
			return err
		}
		p.spill()
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

func (p *printer) printGame(sol *solution, h *header) error {
	values := sol.nimbers
	if !p.opt.Values {
		values = nil
	}
	p.form.begin(p, h, values)
	words := words(int(h.vertices))
	planes := !p.opt.Move && h.rounds >= minPlaneRounds && words <= maxPlaneWords
	if planes {
		p.planes.load(sol.nimbers, h.first, h.vertices)
	}
	for j := range h.rounds {
		at := h.bits + int(j)*words
		odd := sol.odd[at : at+words]
		if planes {
			p.form.round(p, j+1, p.planes.wins(odd), nil)
			p.spillInGame()
			continue
		}
		total := sol.nimbers.xor(h.first, odd)
		var shown *Move
		if p.opt.Move && total > 0 {
			mv, err := p.mover.find(sol, h, sol.positive[at:at+words], total)
			if err != nil {
				return err
			}
			shown = &mv
		}
		p.form.round(p, j+1, total > 0, shown)
		p.spillInGame()
	}
	p.form.end(p)
	return nil
}

func (p *printer) text(s string) { p.buf = append(p.buf, s...) }

// number writes n after a text.
func (p *printer) number(before string, n uint64) {
	p.buf = strconv.AppendUint(append(p.buf, before...), n, 10)
}

// spillInGame is spill in the middle of a game, which a move that cannot be found
// may yet take back.
func (p *printer) spillInGame() {
	if !p.opt.Move {
		p.spill()
	}
}

// spill writes the text if it is long.
func (p *printer) spill() {
	if p.w != nil && len(p.buf) >= spillSize {
		p.flush()
	}
}

// flush writes the text.
func (p *printer) flush() error {
	if p.err == nil && len(p.buf) > 0 {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}
