package addsub

import "strconv"

// objects is the JSON form, one object a game, on a line of its own:
//
//	{"game":1,"vertices":3,"edges":2,"values":[2,1,0],"rounds":[
//	 {"round":1,"winning":true,"move":{"from":0,"to":[{"vertex":1,"count":2}]}}]}
//
// A bad line is an object, too: {"line":3,"column":7,"error":"expected ..."}.
//
// All numbers are integers. Counts may need 64 bits and values more, which not every
// reader of JSON keeps.
type objects struct{}

func (objects) begin(p *printer, h *header, values *group) {
	p.number(`{"game":`, h.number)
	p.number(`,"vertices":`, uint64(h.vertices))
	p.number(`,"edges":`, uint64(h.edges))
	if values != nil {
		p.text(`,"values":[`)
		for v := range h.vertices {
			p.nimber(comma(v > 0), values, h.first+v)
			p.spill()
		}
		p.text("]")
	}
	p.text(`,"rounds":[`)
}

func (objects) round(p *printer, j uint64, wins bool, mv *Move) {
	p.text(comma(j > 1))
	p.number(`{"round":`, j)
	p.text(`,"winning":`)
	p.text(strconv.FormatBool(wins))
	if mv != nil {
		p.number(`,"move":{"from":`, uint64(mv.From))
		p.text(`,"to":[`)
		for i, t := range mv.To {
			p.text(comma(i > 0))
			p.number(`{"vertex":`, uint64(t.Vertex))
			p.number(`,"count":`, t.Count)
			p.text("}")
		}
		p.text("]}")
	}
	p.text("}")
}

func (objects) end(p *printer) { p.text("]}\n") }

// comma separates what follows from what stands before it, if anything does.
func comma(needed bool) string {
	if needed {
		return ","
	}
	return ""
}
