package addsub

import "mexlab/game/text"

// lines is the form of a line for each game, the verdicts of its rounds:
//
//	WINNING LOSING
//	error: 2:7: expected K of vertex 1 of 0 to 2, found end of line
type lines struct{}

func (lines) begin(*printer, *header, *group) {}

func (lines) round(p *printer, j uint64, wins bool, _ *Move) {
	if j > 1 {
		p.text(" ")
	}
	if wins {
		p.text("WINNING")
	} else {
		p.text("LOSING")
	}
}

func (lines) end(p *printer) { p.text("\n") }

// printBad writes the answer to a bad line.
func (p *printer) printBad(bad *text.Error) {
	if p.opt.Each == nil {
		p.buf = bad.AppendLine(p.buf, p.opt.JSON)
	}
	p.bad = append(p.bad, bad)
}

// tellBad tells Options.BadLine of the bad lines that were printed.
func (p *printer) tellBad() error {
	bad := p.bad
	p.bad = p.bad[:0]
	if p.opt.BadLine == nil {
		return nil
	}
	for _, err := range bad {
		if err := p.opt.BadLine(uint64(err.Pos.Line), err); err != nil {
			return err
		}
	}
	return nil
}
