package generate

// A graph is what is written of one: its edges, in their order, by the names of
// the vertices.
type graph struct {
	kind   *Kind
	spec   Spec
	edges  uint64
	random random
	names  []uint32 // of shuffled vertices
}

// newGraph returns the graph of the i-th game.
func newGraph(kind *Kind, s Spec, i uint64) *graph {
	g := &graph{kind: kind, spec: s, edges: kind.edges(s.Vertices, s.Edges), random: stream(s.Seed, 2+i)}
	if s.Order == Shuffled {
		g.names = g.random.split(0).permutation(s.Vertices)
	}
	return g
}

// write writes the edges. first is the lowest number of a vertex.
func (g *graph) write(out *writer, first uint64) {
	n, m := g.spec.Vertices, g.spec.Edges
	order := newShuffle(g.random, g.edges)
	for e := uint64(0); e < g.edges && out.err == nil; e++ {
		switch g.spec.Order {
		case Shuffled:
			u, v := g.kind.edge(n, m, order.at(e), g.random)
			out.pair(first+uint64(g.names[u]), first+uint64(g.names[v]))
		case Parents:
			u, v := g.kind.edge(n, m, e, g.random)
			out.pair(first+n-1-u, first+n-1-v)
		default:
			u, v := g.kind.edge(n, m, e, g.random)
			out.pair(first+u, first+v)
		}
	}
}
