package addsub

import (
	"errors"

	"mexlab/dag"
)

// layer begins to find the levels of a large board while the rest of its game
// is read, when there is a worker for that.
func (g *group) layer(workers int) {
	if workers == 1 {
		return
	}
	var levels *dag.Levels
	var err error
	built := g.built // the group may be emptied meanwhile
	done := make(chan struct{})
	go func() {
		defer close(done)
		levels, err = built.Levels()
	}()
	g.layers = func() (*dag.Levels, error) {
		<-done
		return levels, err
	}
}

// levels orders the vertices. Where there is a cycle, it is named in the error,
// and the games from the one that has it on are cut off.
func (sol *solution) levels() (*dag.Levels, error) {
	var bad error
	find := sol.graph.Levels
	if sol.layers != nil {
		find = sol.layers
	}
	for {
		levels, err := find()
		var cycle *dag.CycleError
		if !errors.As(err, &cycle) {
			return levels, bad
		}
		i := sol.gameOf(cycle.Vertices[0])
		m := &sol.games[i]
		bad = sol.fail(m, cycle, "game %d: expected no cycle, found %s", m.number, cycle.Path(-int64(m.first)))
		sol.graph = prefix(sol.graph, m.first)
		sol.games = sol.games[:i]
		find = sol.graph.Levels
	}
}

// prefix returns the first n vertices of graph, from which no edge must lead to
// others.
func prefix(graph *dag.Graph, n uint32) *dag.Graph {
	var src, dst []uint32
	for u := range n {
		for _, v := range graph.Succ(int(u)) {
			src, dst = append(src, u), append(dst, v)
		}
	}
	return dag.New(int(n), src, dst)
}

// settled is the highest level whose nimbers need no kernel: leaves are worth 0,
// level 0, and whose successors are all worth 0 is worth 1, level 1.
const settled = 1
