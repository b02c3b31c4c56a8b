package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"mexlab/asm"
	"mexlab/asm/floor"
	"mexlab/kernel"
)

// bitsets lists the groups of the step that kernels on bitsets repeat: to add a
// permuted bitset to another one, in the first cache. The floor adds it as it is.
func bitsets() []Group {
	const words = 512 // 4 KiB for each bitset
	var groups []Group
	for _, mask := range []struct {
		name, doc string
		v         uint64
	}{
		{"vectors", "whole vectors change places", 64*words - 256},
		{"words", "whole words change places", 64*words - 64},
		{"bits", "single bits change places", 64*words - 1},
	} {
		g := Group{
			Suite: "Or", Key: fmt.Sprintf("words=%d/mask=%s", words, mask.name),
			Doc: "a bitset of 4 KiB permuted by XOR and added to another: " + mask.doc,
		}
		g.Cases = func(*kernel.Workspace) ([]*Case, error) { return g.permute(words, mask.v) }
		groups = append(groups, g)
	}
	return groups
}

// permute returns the cases for one mask: all tiers, which must agree.
func (g *Group) permute(words int, v uint64) ([]*Case, error) {
	rng := rand.New(rand.NewPCG(8, v))
	src, dst := make([]uint64, words), make([]uint64, words)
	for i := range src {
		src[i] = rng.Uint64() & rng.Uint64()
	}
	cases := []*Case{{
		Name: g.caseName(plainInfo(Floor)), Bytes: 8 * words,
		Run: func() error { floor.Or(dst, src); return nil },
	}}
	var want []uint64
	for _, t := range asm.Available() {
		clear(dst)
		t.OrPermuted(dst, src, v)
		if want == nil {
			want = slices.Clone(dst)
		}
		if !slices.Equal(dst, want) {
			return nil, fmt.Errorf("%w: %s: tier %s differs from tier generic", ErrDisagree, g.Key, t.Name)
		}
		cases = append(cases, &Case{
			Name: g.caseName(kernel.Info{Name: "permute", Tier: t.Name}), Bytes: 8 * words,
			Run: func() error { t.OrPermuted(dst, src, v); return nil },
		})
	}
	return cases, nil
}
