package kernel

import (
	"slices"

	"mexlab/asm"
)

// A tier is a set of CPU features with the primitives that use them. Ideas that
// are made of primitives are registered once a tier.
type tier struct {
	isa      string
	features []string
	vec      *asm.Primitives
	words    int // 64-bit words in a vector register, 1 without vectors
}

// vectorWords is tier.words by ISA.
var vectorWords = map[string]int{asm.Generic: 1, asm.AVX2: 4, asm.NEON: 2, asm.AVX512: 8, asm.AVX512BITALG: 8}

// tiers lists the tiers that this build and CPU have, generic first.
var tiers = func() (list []*tier) {
	for _, t := range asm.Tiers() {
		if t.Available {
			list = append(list, &tier{t.Name, t.Features, asm.For(t.Name), vectorWords[t.Name]})
		}
	}
	return list
}()

// generic returns the tier that is everywhere.
func generic() *tier { return findTier(asm.Generic) }

func findTier(isa string) *tier {
	return tiers[slices.IndexFunc(tiers, func(t *tier) bool { return t.isa == isa })]
}

// info describes an idea on this tier.
func (t *tier) info(name, doc string) Info {
	return Info{Name: name, ISA: t.isa, Features: t.features, Doc: doc}
}
