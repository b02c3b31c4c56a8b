package addsub

import (
	"mexlab/kernel"
	"mexlab/kernel/wide"
)

// each hands the vertices of a solved game to the caller.
func (p *printer) each(g *group, h *header) error {
	for u := range h.vertices {
		if g.wide != nil {
			if err := p.opt.Each(g.wide.vertex(g, h, u)); err != nil {
				return err
			}
			continue
		}
		p.succ = p.succ[:0]
		for _, v := range g.graph.Succ(int(h.first + u)) {
			p.succ = append(p.succ, g.nimbers.at(v))
		}
		v := Vertex{Game: h.number, Vertex: u, K: g.k[h.first+u], Succ: p.succ, Nimber: g.nimbers.at(h.first + u)}
		if err := p.opt.Each(&v); err != nil {
			return err
		}
	}
	return nil
}

// Explain tells what decides the nimber of the vertex, and how k finds it. Nimbers of
// more than 64 bits are none of k's.
func (v *Vertex) Explain(k kernel.Explainer, ws *kernel.Workspace) (kernel.Explanation, error) {
	if n := len(v.Wide); n > 0 {
		return wide.Explain(v.Wide[:n-1], v.K), nil
	}
	return k.Explain(ws, v.Succ, v.K)
}
