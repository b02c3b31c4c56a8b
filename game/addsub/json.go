package addsub

// objects is the JSON form, one object a game, on a line of its own:
//
//	{"game":1,"vertices":3,"edges":2,"values":[2,1,0],"rounds":[
//	 {"round":1,"winning":true,"move":{"from":0,"to":[{"vertex":1,"count":2}]}}]}
//
// All numbers are integers; values and counts may need 64 bits, which not every
// reader of JSON keeps.
type objects struct{}

func (objects) begin(o *output, m *header, n nimbers) {
	o.text(`{"game":`)
	o.number(m.number)
	o.text(`,"vertices":`)
	o.number(uint64(m.vertices))
	o.text(`,"edges":`)
	o.number(uint64(m.edges))
	if n != nil {
		o.text(`,"values":[`)
		for v := range m.vertices {
			o.comma(v > 0)
			o.number(n.at(m.first + v))
			o.maySpill()
		}
		o.text("]")
	}
	o.text(`,"rounds":[`)
}

func (objects) round(o *output, j uint64, wins bool, mv *move) {
	o.comma(j > 1)
	o.text(`{"round":`)
	o.number(j)
	if wins {
		o.text(`,"winning":true`)
	} else {
		o.text(`,"winning":false`)
	}
	if mv != nil {
		o.text(`,"move":{"from":`)
		o.number(uint64(mv.from))
		o.text(`,"to":[`)
		for i, t := range mv.to {
			o.comma(i > 0)
			o.text(`{"vertex":`)
			o.number(uint64(t.vertex))
			o.text(`,"count":`)
			o.number(t.count)
			o.text("}")
		}
		o.text("]}")
	}
	o.text("}")
}

func (objects) end(o *output) { o.text("]}\n") }

// comma separates what follows from what is before it, if anything is.
func (o *output) comma(needed bool) {
	if needed {
		o.text(",")
	}
}
