package election

import (
	"io"
	"strconv"
)

// printer writes text and numbers to w in large pieces. After an error it
// writes nothing more.
type printer struct {
	w   io.Writer
	buf []byte
	err error
}

func newPrinter(w io.Writer) *printer {
	const size = 1 << 15
	return &printer{w: w, buf: make([]byte, 0, size)}
}

func (p *printer) text(s string) { p.buf = append(p.buf, s...) }

// number writes x after a short text.
func (p *printer) number(before string, x uint64) {
	const longest = 64 // bytes of a number and the texts around it
	if cap(p.buf)-len(p.buf) < longest {
		p.flush()
	}
	p.buf = strconv.AppendUint(append(p.buf, before...), x, 10)
}

func (p *printer) flush() error {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}

// write writes the answer, and the position after the move, if there is one.
func (b *board) write(w io.Writer, opt Options, level []uint32, move []change) error {
	p := newPrinter(w)
	for _, c := range move {
		b.heights.set(c.city, c.height)
	}
	if opt.JSON {
		b.json(p, opt, level, move)
	} else {
		b.lines(p, opt, level, move)
	}
	return p.flush()
}

func (b *board) lines(p *printer, opt Options, level []uint32, move []change) {
	if opt.Values {
		p.text("Levels:")
		for _, l := range level {
			p.number(" ", uint64(l))
		}
		p.text("\n")
	}
	if move == nil {
		p.text("LOSE\n")
		return
	}
	p.text("WIN\n")
	before := ""
	for u := range b.heights.len() {
		p.number(before, b.heights.of(uint32(u)))
		before = " "
	}
	p.text("\n")
	if opt.Move {
		p.text("Move:")
		for _, c := range move {
			p.number(" ", uint64(c.city)+1)
			p.number("=", c.height)
		}
		p.text("\n")
	}
}

func (b *board) json(p *printer, opt Options, level []uint32, move []change) {
	p.text(`{"winning":` + strconv.FormatBool(move != nil))
	p.number(`,"cities":`, uint64(b.heights.len()))
	p.number(`,"edges":`, b.edges)
	if opt.Values {
		p.text(`,"levels":[`)
		before := ""
		for _, l := range level {
			p.number(before, uint64(l))
			before = ","
		}
		p.text("]")
	}
	if move != nil {
		p.text(`,"heights":[`)
		before := ""
		for u := range b.heights.len() {
			p.number(before, b.heights.of(uint32(u)))
			before = ","
		}
		p.text(`],"move":[`)
		before = ""
		for _, c := range move {
			p.number(before+`{"city":`, uint64(c.city)+1)
			p.number(`,"height":`, c.height)
			p.text("}")
			before = ","
		}
		p.text("]")
	}
	p.text("}\n")
}
