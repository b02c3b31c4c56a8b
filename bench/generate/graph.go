package generate

// A graph is what is written of one: its edges, in their order, by the names of
// the vertices.
type graph struct {
	spec   Spec
	edges  uint64
	edge   func(e uint64) (u, v uint64)
	random random
	names  []uint32 // of shuffled vertices
}

// newGraph returns the graph of the i-th game.
func newGraph(kind *Kind, s Spec, i uint64) *graph {
	g := &graph{spec: s, random: stream(s.Seed, 2+i)}
	g.edges, g.edge = kind.graph(s.Vertices, s.Edges, g.random)
	if s.Order == Shuffled {
		g.names = g.random.split(0).permutation(s.Vertices)
	}
	return g
}

// write writes the edges. first is the lowest number of a vertex.
func (g *graph) write(out *writer, first uint64) {
	n := g.spec.Vertices
	order := newShuffle(g.random, g.edges)
	for e := uint64(0); e < g.edges && out.err == nil; e++ {
		at := e
		if g.names != nil {
			at = order.at(e)
		}
		u, v := g.edge(at)
		switch g.spec.Order {
		case Shuffled:
			u, v = uint64(g.names[u]), uint64(g.names[v])
		case Parents:
			u, v = n-1-u, n-1-v
		}
		out.pair(first+u, first+v)
	}
}
