package election

import (
	"bufio"
	"io"
	"strconv"

	"mexlab/game/text"
)

func newPrinter(w io.Writer) printer { return printer{bufio.NewWriterSize(w, 1<<15)} }

// write writes the answer. The heights are those after the move, if there is one.
func (s *source) write(p printer, opt *Options, move []Change) {
	if opt.JSON {
		s.json(p, opt, move)
	} else {
		s.plain(p, opt, move)
	}
}

func (s *source) plain(p printer, opt *Options, move []Change) {
	if opt.Values {
		p.WriteString("Levels:")
		if s.heights.len() > 0 {
			p.WriteString(" ")
		}
		p.list(' ', heights{low: s.level.all()})
		p.WriteString("\n")
	}
	if move == nil {
		p.WriteString("LOSE\n")
		return
	}
	p.WriteString("WIN")
	if opt.Lines {
		p.WriteString(" ")
	} else {
		p.WriteString("\n")
	}
	p.list(' ', s.heights)
	p.WriteString("\n")
	if opt.Move {
		before := "Move: lower city "
		for i, c := range move {
			if i == 1 {
				before = ", set city "
			}
			p.number(before, uint64(c.City)+1)
			p.number(" to ", c.Height)
			before = ", city "
		}
		p.WriteString("\n")
	}
}

func (s *source) json(p printer, opt *Options, move []Change) {
	before := `{`
	if opt.Lines {
		p.number(`{"line":`, s.line)
		before = ","
	}
	p.WriteString(before + `"winning":` + strconv.FormatBool(move != nil))
	p.number(`,"cities":`, uint64(s.heights.len()))
	p.number(`,"edges":`, s.edges)
	if opt.Values {
		p.WriteString(`,"levels":[`)
		p.list(',', heights{low: s.level.all()})
		p.WriteString("]")
	}
	if move != nil {
		p.WriteString(`,"heights":[`)
		p.list(',', s.heights)
		p.WriteString(`],"move":[`)
		before := ""
		for _, c := range move {
			p.number(before+`{"city":`, uint64(c.City)+1)
			p.number(`,"height":`, c.Height)
			p.WriteString("}")
			before = ","
		}
		p.WriteString("]")
	}
	p.WriteString("}\n")
}

type printer struct{ *bufio.Writer }

// number writes a short text and x.
func (p printer) number(before string, x uint64) {
	p.WriteString(before)
	p.Write(strconv.AppendUint(p.AvailableBuffer(), x, 10))
}

// list writes the numbers of h with a byte between them.
func (p printer) list(between byte, h heights) {
	const piece = 1 << 10 // numbers
	for u, n := 0, h.len(); u < n; {
		if p.Available() < piece*(text.MaxDecimal+1) {
			p.Flush()
		}
		at, b := 0, p.AvailableBuffer()[:p.Available()]
		for until := min(n, u+piece); u < until; u++ {
			at += text.PutDecimal((*[text.MaxDecimal]byte)(b[at:]), h.at(uint32(u)))
			b[at] = between
			at++
		}
		if u == n {
			at-- // nothing comes after the last
		}
		p.Write(b[:at])
	}
}
