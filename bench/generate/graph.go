package generate

// A graph is the graph of one game.
type graph struct {
	spec   Spec
	edges  uint64
	edge   func(e uint64) (u, v uint64)
	random random
}

// newGraph returns the graph of the i-th game.
func newGraph(kind *Kind, s Spec, i uint64) *graph {
	g := &graph{spec: s, random: stream(s.Seed, 2+i)}
	g.edges, g.edge = kind.graph(&s, g.random)
	return g
}

// write writes the edges. first is the lowest number of a vertex.
func (g *graph) write(out *writer, first uint64) {
	n := g.spec.Vertices
	order := g.random.split(0)
	places, names := newShuffle(order.split(0), g.edges), newShuffle(order.split(1), n)
	for e := uint64(0); e < g.edges && out.err == nil; e++ {
		at := e
		if g.spec.Order == Shuffled {
			at = places.at(e)
		}
		u, v := g.edge(at)
		switch g.spec.Order {
		case Shuffled:
			u, v = names.at(u), names.at(v)
		case Parents:
			u, v = n-1-u, n-1-v
		}
		out.pair(first+u, first+v)
	}
}
