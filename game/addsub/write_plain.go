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

func (plain) begin(o *output, h *header, values nimbers) {
	b := append(o.buf, "Game#"...)
	b = strconv.AppendUint(b, h.number, 10)
	o.buf = append(b, ":\n"...)
	if values == nil {
		return
	}
	o.text("Values:")
	for v := range h.vertices {
		o.text(" ")
		o.number(values.at(h.first + v))
		o.spillInGame()
	}
	o.text("\n")
}

func (plain) round(o *output, j uint64, wins bool, mv *Move) {
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
	o.number(uint64(mv.From))
	o.text(" ->")
	for _, t := range mv.To {
		o.text(" ")
		o.number(uint64(t.Vertex))
		o.text("*")
		o.number(t.Count)
	}
	o.text("\n")
}

func (plain) end(o *output) { o.text("\n") }
