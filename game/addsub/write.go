package addsub

import (
	"io"
	"strconv"
)

// A form is how answers look: plain or objects. A new form is a type like these,
// an option, and a line in newPrinter.
type form interface {
	begin(o *output, h *header, values nimbers)     // values is nil unless they are wanted
	round(o *output, j uint64, wins bool, mv *Move) // j is 1-based; mv is nil if there is no move to show
	end(o *output)
}

// A printer judges the rounds of solved groups and writes the answers.
type printer struct {
	out    output
	form   form
	opt    Options
	planes bitplanes
	gifts  []Gift
}

// newPrinter returns a printer to w, or if w is nil to its own buffer alone, which
// starts with the given size.
func newPrinter(w io.Writer, opt Options, size int) *printer {
	p := &printer{out: output{w: w, buf: make([]byte, 0, size), hold: opt.Move || w == nil}, opt: opt, form: plain{}}
	if opt.JSON {
		p.form = objects{}
	}
	return p
}

// print writes the games of a solved group. If a move cannot be found, that is
// the error, and nothing of its game is written.
func (p *printer) print(sol *solution, s *solver) error {
	for i := range sol.games {
		start := len(p.out.buf)
		if err := p.printGame(sol, s, &sol.games[i]); err != nil {
			p.out.buf = p.out.buf[:start]
			return err
		}
		if p.out.w != nil {
			p.out.spill()
		}
		if p.out.err != nil {
			return p.out.err
		}
	}
	return nil
}

func (p *printer) printGame(sol *solution, s *solver, h *header) error {
	values := sol.nimbers
	if !p.opt.Values {
		values = nil
	}
	p.form.begin(&p.out, h, values)
	words := h.words()
	planes := !p.opt.Move && h.rounds >= minPlaneRounds && words <= maxPlaneWords
	if planes {
		p.planes.load(sol.nimbers, h.first, h.vertices)
	}
	for j := range h.rounds {
		at := h.bits + int(j)*words
		odd := sol.odd[at : at+words]
		if planes {
			p.form.round(&p.out, j+1, p.planes.wins(odd), nil)
			p.out.spillInGame()
			continue
		}
		total := sol.nimbers.xor(h.first, odd)
		var shown *Move
		if p.opt.Move && total > 0 {
			mv, err := s.move(sol, h, sol.positive[at:at+words], total, p.gifts)
			if err != nil {
				return err
			}
			p.gifts = mv.To
			shown = &mv
		}
		p.form.round(&p.out, j+1, total > 0, shown)
		p.out.spillInGame()
	}
	p.form.end(&p.out)
	return nil
}

// flush writes what is left and returns the first error there was: in writing,
// or else failed.
func (p *printer) flush(failed error) error {
	p.out.write()
	if p.out.err != nil {
		return p.out.err
	}
	return failed
}

// spillSize is when output is passed on, in bytes: large enough that the calls
// do not count, small enough for a cache.
const spillSize = 1 << 16

// An output collects text. After an error to write, it drops everything.
type output struct {
	w    io.Writer
	buf  []byte
	hold bool // keep a game until it is complete: a move may yet fail
	err  error
}

func (o *output) text(s string)   { o.buf = append(o.buf, s...) }
func (o *output) number(n uint64) { o.buf = strconv.AppendUint(o.buf, n, 10) }

// spillInGame is for places inside a game, spill for those between games.
func (o *output) spillInGame() {
	if !o.hold {
		o.spill()
	}
}

func (o *output) spill() {
	if len(o.buf) >= spillSize {
		o.write()
	}
}

func (o *output) write() {
	if o.err == nil && len(o.buf) > 0 {
		_, o.err = o.w.Write(o.buf)
	}
	o.buf = o.buf[:0]
}
