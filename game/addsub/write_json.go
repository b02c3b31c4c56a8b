package addsub

// objects is the JSON form, one object a game, on a line of its own:
//
//	{"game":1,"vertices":3,"edges":2,"values":[2,1,0],"rounds":[
//	 {"round":1,"winning":true,"move":{"from":0,"to":[{"vertex":1,"count":2}]}}]}
//
// All numbers are integers. Values and counts may need 64 bits, which not every
// reader of JSON keeps.
type objects struct{}

func (objects) begin(o *output, h *header, values nimbers) {
	o.text(`{"game":`)
	o.number(h.number)
	o.text(`,"vertices":`)
	o.number(uint64(h.vertices))
	o.text(`,"edges":`)
	o.number(uint64(h.edges))
	if values != nil {
		o.text(`,"values":[`)
		for v := range h.vertices {
			o.comma(v > 0)
			o.number(values.at(h.first + v))
			o.spillInGame()
		}
		o.text("]")
	}
	o.text(`,"rounds":[`)
}

func (objects) round(o *output, j uint64, wins bool, mv *Move) {
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
		o.number(uint64(mv.From))
		o.text(`,"to":[`)
		for i, t := range mv.To {
			o.comma(i > 0)
			o.text(`{"vertex":`)
			o.number(uint64(t.Vertex))
			o.text(`,"count":`)
			o.number(t.Count)
			o.text("}")
		}
		o.text("]}")
	}
	o.text("}")
}

func (objects) end(o *output) { o.text("]}\n") }

// comma separates what follows from what stands before it, if anything does.
func (o *output) comma(needed bool) {
	if needed {
		o.text(",")
	}
}
