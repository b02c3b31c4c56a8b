package addsub

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
