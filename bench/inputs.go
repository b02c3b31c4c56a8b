package bench

import (
	"bytes"
	"context"
	"slices"

	"mexlab/bench/generate"
	"mexlab/dag"
	"mexlab/game/text"
	"mexlab/kernel"
)

// Boards like the judges'. Of 24 seeds, 8 gives rows with K < rank whose number and
// ranks are nearest to those of the boards that earlier reports measured.
var (
	uva = generate.Spec{Kind: "boards", Games: 20, Vertices: 100, Edges: 1300, MaxDegree: 15, MaxK: 100, Order: generate.Shuffled, Seed: 8}

	// xsy is like the input of XSY 1149.
	xsy = generate.Spec{Kind: "boards", Games: 20, Vertices: 100, Edges: 1500, MaxDegree: 17, MaxK: 100,
		Rounds: 100, MaxTokens: 100, Order: generate.Shuffled, Seed: 8}

	// smallK has mostly K below the rank, so that no closed form applies.
	smallK = generate.Spec{Kind: "boards", Games: 20, Vertices: 100, Edges: 1500, MaxDegree: 17, MaxK: 8,
		Rounds: 100, MaxTokens: 100, Order: generate.Shuffled, Seed: 8}
)

// deepGraph is one game on a graph of v vertices. Each but one has 8 edges to
// vertices near by, so that the graph is deep. Edges may repeat.
func deepGraph(v uint64) generate.Spec {
	return generate.Spec{Kind: "random", Games: 1, Vertices: v, Edges: 8 * (v - 1), Near: 1000, MaxK: 100,
		Rounds: 1, MaxTokens: 100, Order: generate.Children, Seed: 7}
}

// electionOf is an election of n cities, m roads and heights up to 10^9.
func electionOf(n, m uint64) generate.Spec {
	return generate.Spec{Kind: "election", Election: true, Vertices: n, Edges: m, MaxTokens: 1_000_000_000,
		Order: generate.Shuffled, Seed: 6}
}

// An input is the text of games.
type input struct {
	text            []byte
	vertices, edges int // in all games
}

// draw draws an input: the same text in every run and on every architecture.
func draw(s generate.Spec) (*input, error) {
	var out bytes.Buffer
	err := generate.Write(&out, s)
	games := max(s.Games, 1)
	return &input{out.Bytes(), int(games * s.Vertices), int(games * s.Edges)}, err
}

func (in *input) newCase(g *Group, by kernel.Info, run func() error) *Case {
	return &Case{Name: g.caseName(by), Run: run, Vertices: in.vertices, Edges: in.edges, Bytes: len(in.text)}
}

// floor makes the case that only parses the input.
func (in *input) floor(g *Group) *Case {
	return in.newCase(g, plainInfo(Floor), func() error { return readText(in.text) })
}

// readGames reads games of add-subtract as one graph, with K for each vertex. The
// text must be this package's own, as its counts are trusted.
func readGames(in []byte) (*dag.Graph, []uint64, error) {
	r := text.NewReader(bytes.NewReader(in))
	var src, dst []uint32
	var k, tokens []uint64
	games, _ := r.Uint()
	for range games { // an error comes again at the end
		v, _ := r.Uint()
		e, _ := r.Uint()
		src, dst, _ = r.Edges(e, text.Vertices{Count: v, Base: uint32(len(k))}, src, dst)
		k, _ = r.Append(k, v)
		rounds, _ := r.Uint()
		tokens, _ = r.Append(tokens[:0], rounds*v)
	}
	if err := r.End(); err != nil {
		return nil, nil, err
	}
	return dag.New(len(k), src, dst), k, nil
}

func boardRows(boards generate.Spec) (*kernel.Batch, error) {
	boards.Rounds = 0
	games, err := draw(boards)
	if err != nil {
		return nil, err
	}
	return rows(games.text)
}

// rows solves games and returns all rows with successors, in the order of waves.
func rows(games []byte) (*kernel.Batch, error) {
	g, k, err := readGames(games)
	if err != nil {
		return nil, err
	}
	waves, err := g.Waves(context.Background(), 1)
	if err != nil {
		return nil, err
	}
	for i, start := range waves.Start[:waves.Len()] {
		slices.Sort(waves.Order[start:waves.Start[i+1]])
	}
	var all kernel.Batch
	nimbers := make([]uint64, len(k)) // 0 for leaves
	for _, u := range waves.Order {
		var row []uint64
		for _, v := range g.Succ(int(u)) {
			row = append(row, nimbers[v])
		}
		if nimbers[u], err = kernel.Mex(k[u], row...); err != nil {
			return nil, err
		}
		all.Add(k[u], row...)
	}
	return &all, nil
}
