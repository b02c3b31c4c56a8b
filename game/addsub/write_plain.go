package addsub

// plain is the judges' form, with lines added for values and moves:
//
//	Game#1:
//	Values: 2 1 0
//	Round#1: WINNING
//	Move: take 1 from vertex 0, add 2 to vertex 1, 1 to vertex 2
//	Round#2: LOSING
//
// An empty line follows every game.
type plain struct{}

func (plain) begin(p *printer, h *header, values *group) {
	p.number("Game#", h.number)
	p.text(":\n")
	if values == nil {
		return
	}
	p.text("Values:")
	for v := range h.vertices {
		p.nimber(" ", values, h.first+v)
		p.spill()
	}
	p.text("\n")
}

func (plain) round(p *printer, j uint64, wins bool, mv *Move) {
	p.number("Round#", j)
	if wins {
		p.text(": WINNING\n")
	} else {
		p.text(": LOSING\n")
	}
	if mv == nil {
		return
	}
	p.number("Move: take 1 from vertex ", uint64(mv.From))
	before := ", add "
	for _, t := range mv.To {
		p.number(before, t.Count)
		p.number(" to vertex ", uint64(t.Vertex))
		before = ", "
	}
	p.text("\n")
}

func (plain) end(p *printer) { p.text("\n") }
