package election

import (
	"bufio"
	"io"
	"strconv"
)

// printer writes text and numbers. The bufio.Writer keeps the first error for
// Flush to return.
type printer struct{ *bufio.Writer }

func (p printer) text(s string) { p.WriteString(s) }

func (p printer) number(before string, x uint64) {
	p.Write(strconv.AppendUint(append(p.AvailableBuffer(), before...), x, 10))
}

// write writes the answer, and the position after the move, if there is one.
func (b *board) write(w io.Writer, opt Options, level []uint32, move []change) error {
	p := printer{bufio.NewWriterSize(w, 1<<16)}
	for _, c := range move {
		b.heights[c.city] = c.height
	}
	if opt.JSON {
		b.json(p, opt, level, move)
	} else {
		b.lines(p, opt, level, move)
	}
	return p.Flush()
}

func (b *board) lines(p printer, opt Options, level []uint32, move []change) {
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
	for _, h := range b.heights {
		p.number(before, h)
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

func (b *board) json(p printer, opt Options, level []uint32, move []change) {
	p.text(`{"winning":` + strconv.FormatBool(move != nil))
	p.number(`,"cities":`, uint64(b.graph.Len()))
	p.number(`,"edges":`, uint64(b.graph.Edges()))
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
		for _, h := range b.heights {
			p.number(before, h)
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
