package election

import (
	"io"
	"strconv"

	"mexlab/game/text"
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
	p.buf = append(p.buf, before...)
	n := len(p.buf)
	p.buf = p.buf[:n+text.PutDecimal((*[text.MaxDecimal]byte)(p.buf[n:n+text.MaxDecimal]), x)]
}

// list writes the numbers of c with a byte between them.
func (p *printer) list(between byte, c column) {
	const piece = 1 << 10 // numbers
	for u, n := 0, c.len(); u < n; {
		if cap(p.buf)-len(p.buf) < piece*text.MaxDecimal {
			p.flush()
		}
		at, b := len(p.buf), p.buf[:cap(p.buf)]
		for until := min(n, u+piece); u < until; u++ {
			at += text.PutDecimal((*[text.MaxDecimal]byte)(b[at:]), c.of(uint32(u)))
			b[at] = between
			at++
		}
		if u == n {
			at-- // nothing comes after the last
		}
		p.buf = b[:at]
	}
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
		if len(level) > 0 {
			p.text(" ")
		}
		p.list(' ', column{low: level})
		p.text("\n")
	}
	if move == nil {
		p.text("LOSE\n")
		return
	}
	p.text("WIN\n")
	p.list(' ', b.heights)
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
		p.list(',', column{low: level})
		p.text("]")
	}
	if move != nil {
		p.text(`,"heights":[`)
		p.list(',', b.heights)
		p.text(`],"move":[`)
		before := ""
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
