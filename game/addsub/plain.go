package addsub

import "strconv"

// plain is the judges' form, with lines added for values and moves:
//
//	Game#1:
//	Values: 2 1 0
//	Round#1: WINNING
//	Move: 0 -> 1*2 2*1
//	Round#2: LOSING
//
// An empty line follows every game.
type plain struct{}

func (plain) begin(o *output, m *header, n nimbers) {
	b := append(o.buf, "Game#"...)
	b = strconv.AppendUint(b, m.number, 10)
	o.buf = append(b, ":\n"...)
	if n == nil {
		return
	}
	o.text("Values:")
	for v := range m.vertices {
		o.text(" ")
		o.number(n.at(m.first + v))
		o.maySpill()
	}
	o.text("\n")
}

func (plain) round(o *output, j uint64, wins bool, mv *move) {
	b := append(o.buf, "Round#"...)
	b = strconv.AppendUint(b, j, 10)
	if wins {
		b = append(b, ": WINNING\n"...)
	} else {
		b = append(b, ": LOSING\n"...)
	}
	o.buf = b
	if mv == nil {
		return
	}
	o.text("Move: ")
	o.number(uint64(mv.from))
	o.text(" ->")
	for _, t := range mv.to {
		o.text(" ")
		o.number(uint64(t.vertex))
		o.text("*")
		o.number(t.count)
	}
	o.text("\n")
}

func (plain) end(o *output) { o.text("\n") }
