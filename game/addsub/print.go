package addsub

import (
	"io"
	"strconv"
)

// A printer writes what is known about groups of games.
type printer struct {
	out    output
	form   form
	opt    Options
	planes planes
	gifts  []gift
}

// A form is how answers look.
type form interface {
	begin(o *output, m *header, n nimbers)          // n is nil unless values are wanted
	round(o *output, j uint64, wins bool, mv *move) // j is 1-based; mv is nil where there is no move to show
	end(o *output)
}

// newPrinter returns a printer to w, or to its own buffer alone when w is nil.
// It uses the memory of buf.
func newPrinter(w io.Writer, opt Options, buf []byte) *printer {
	p := &printer{out: output{w: w, buf: buf[:0], hold: opt.Move || w == nil}, opt: opt, form: plain{}}
	if opt.JSON {
		p.form = objects{}
	}
	return p
}

// solution writes the games of a solved group. An error to find a move ends
// it before the game that it is about.
func (p *printer) solution(sol *solution, s *solver) error {
	for i := range sol.games {
		start := len(p.out.buf)
		if err := p.game(sol, s, &sol.games[i]); err != nil {
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

// game writes one game.
func (p *printer) game(sol *solution, s *solver, m *header) error {
	n := sol.nimbers
	if !p.opt.Values {
		n = nil
	}
	p.form.begin(&p.out, m, n)
	words := m.words()
	planes := !p.opt.Move && m.rounds >= planesRounds && words <= planesWords
	if planes {
		p.planes.load(sol.nimbers, m.first, m.vertices)
	}
	for j := range m.rounds {
		at := m.bits + int(j)*words
		odd := sol.odd[at : at+words]
		if planes {
			p.form.round(&p.out, j+1, p.planes.wins(odd), nil)
			p.out.maySpill()
			continue
		}
		total := sol.nimbers.xor(m.first, odd)
		var shown *move
		if p.opt.Move && total > 0 {
			mv, err := s.move(sol, m, sol.positive[at:at+words], total, p.gifts)
			if err != nil {
				return err
			}
			p.gifts = mv.to
			shown = &mv
		}
		p.form.round(&p.out, j+1, total > 0, shown)
		p.out.maySpill()
	}
	p.form.end(&p.out)
	return nil
}

// flush writes what is left and returns the first error there was: in writing,
// or else bad.
func (p *printer) flush(bad error) error {
	p.out.write()
	if p.out.err != nil {
		return p.out.err
	}
	return bad
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

// maySpill is for places inside a game, spill for those between games.
func (o *output) maySpill() {
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
