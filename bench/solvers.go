package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"mexlab/bench/generate"
	"mexlab/game/addsub"
	"mexlab/kernel"
)

// solvers lists the groups that start from text: whole games, the parser alone.
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

// solve makes the group of a text with games of add-subtract. Kernel auto and
// another one solve them, and must agree on every value.
func solve(key, doc string, games generate.Spec, other string) Group {
	g := Group{Suite: "Solve", Key: "game=addsub/" + key, Doc: doc}
	g.Cases = func(*kernel.Workspace) ([]*Case, error) {
		in, err := draw(games)
		if err != nil {
			return nil, err
		}
		cases := []*Case{in.floor(&g)}
		var want []byte
		for _, name := range []string{other, kernel.Auto().Info().String()} {
			k, err := kernel.Lookup(name)
			if err != nil {
				return nil, err
			}
			solve := func(w io.Writer, values bool) error {
				return addsub.Solve(context.Background(), bytes.NewReader(in.text), w, addsub.Options{Kernel: k, Values: values})
			}
			var out bytes.Buffer
			if err := solve(&out, true); err != nil {
				return nil, fmt.Errorf("%s: %w", g.Key, err)
			}
			if want == nil {
				want = out.Bytes()
			} else if !bytes.Equal(want, out.Bytes()) {
				return nil, fmt.Errorf("%w: %s: kernel %s and kernel %s", ErrDisagree, g.Key, other, name)
			}
			cases = append(cases, in.newCase(&g, k.Info(), func() error { return solve(io.Discard, false) }))
		}
		return cases, nil
	}
	return g
}

// parse makes the group that only reads text.
func parse() Group {
	g := Group{Suite: "Text", Key: "load=graph/v=100000", Doc: "the numbers of the largest graph's text"}
	g.Cases = func(*kernel.Workspace) ([]*Case, error) {
		in, err := draw(deepGraph(100_000))
		if err != nil {
			return nil, err
		}
		in.vertices, in.edges = 0, 0 // nobody looks at those
		return []*Case{
			in.newCase(&g, plainInfo(Floor), func() error { return readBytes(in.text) }),
			in.newCase(&g, plainInfo("parser"), func() error { return readText(in.text) }),
		}, readText(in.text)
	}
	return g
}
