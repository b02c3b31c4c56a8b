package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"mexlab/bench/generate"
	"mexlab/game/addsub"
	"mexlab/game/election"
	"mexlab/kernel"
)

// solvers lists the groups that go from text to text: whole games, beside the
// parser alone, and the parser, beside a look at every byte.
func solvers() []Group {
	groups := []Group{
		solve("load=xsy", "20 boards like the judges', out-degree at most 17, K in 0..100, 100 rounds each", xsy, "paritysplit"),
		solve("load=smallk", "the same boards with K in 0..8, mostly below the rank", smallK, "paritysplit"),
	}
	for _, v := range []uint64{100, 1_000, 10_000, 100_000} {
		groups = append(groups, solve(fmt.Sprintf("load=graph/v=%d", v),
			fmt.Sprintf("one graph of %d vertices, 8 edges each to vertices near by, K in 0..100, one round", v), deepGraph(v), "lowbit"))
	}
	return append(groups, elect(20_000, 60_000), elect(200_000, 200_000), parse())
}

// solve makes a group of a text of add-subtract games: kernel auto and another
// one, which agree on every value.
func solve(key, doc string, games generate.Spec, other string) Group {
	g := Group{Suite: "Solve", Key: "game=addsub/" + key, Doc: doc}
	g.Cases = func(*kernel.Workspace) ([]*Case, error) {
		in, err := draw(games)
		if err != nil {
			return nil, err
		}
		vertices, edges := int(games.Games*games.Vertices), int(games.Games*games.Edges)
		cases := []*Case{g.onText(Floor, kernel.Generic, in, vertices, edges, func() error { return readText(in) })}
		var want []byte
		for _, name := range []string{other, kernel.Auto().Info().String()} {
			k, err := kernel.Lookup(name)
			if err != nil {
				return nil, err
			}
			var out bytes.Buffer
			if err := addsub.Solve(context.Background(), bytes.NewReader(in), &out, addsub.Options{Kernel: k, Values: true}); err != nil {
				return nil, fmt.Errorf("%s: %w", g.Key, err)
			}
			if want == nil {
				want = out.Bytes()
			} else if !bytes.Equal(want, out.Bytes()) {
				return nil, fmt.Errorf("%w: %s: kernel %s and kernel %s", ErrDisagree, g.Key, other, name)
			}
			cases = append(cases, g.onText(k.Info().Name, k.Info().ISA, in, vertices, edges, func() error {
				return addsub.Solve(context.Background(), bytes.NewReader(in), io.Discard, addsub.Options{Kernel: k})
			}))
		}
		return cases, nil
	}
	return g
}

// elect makes a group of a random election of n cities and m roads, whose
// answer plain maps have judged.
func elect(n, m int) Group {
	g := Group{
		Suite: "Election", Key: fmt.Sprintf("v=%d/e=%d", n, m),
		Doc: fmt.Sprintf("an election of %d cities and %d roads, from text to the winning move", n, m),
	}
	g.Cases = func(*kernel.Workspace) ([]*Case, error) {
		in, err := draw(electionOf(uint64(n), uint64(m)))
		if err != nil {
			return nil, err
		}
		plain, err := parseElection(in)
		if err != nil {
			return nil, err
		}
		var answer bytes.Buffer
		if err := election.Solve(context.Background(), bytes.NewReader(in), &answer, election.Options{}); err != nil {
			return nil, err
		}
		if err := plain.judge(answer.String()); err != nil {
			return nil, err
		}
		return []*Case{
			g.onText(Floor, kernel.Generic, in, n, m, func() error { return readText(in) }),
			g.onText("solver", kernel.Generic, in, n, m, func() error {
				return election.Solve(context.Background(), bytes.NewReader(in), io.Discard, election.Options{})
			}),
		}, nil
	}
	return g
}

// parse makes the group that reads text only.
func parse() Group {
	g := Group{Suite: "Text", Key: "load=graph/v=100000", Doc: "the numbers of the largest graph's text"}
	g.Cases = func(*kernel.Workspace) ([]*Case, error) {
		in, err := draw(deepGraph(100_000))
		if err != nil {
			return nil, err
		}
		return []*Case{
			g.onText(Floor, kernel.Generic, in, 0, 0, func() error { return readBytes(in) }),
			g.onText("parser", kernel.Generic, in, 0, 0, func() error { return readText(in) }),
		}, readText(in)
	}
	return g
}

// onText makes a case that reads text.
func (g *Group) onText(kernelName, isa string, in []byte, vertices, edges int, run func() error) *Case {
	return &Case{Name: g.caseName(kernelName, isa), Run: run, Vertices: vertices, Edges: edges, Bytes: len(in)}
}
