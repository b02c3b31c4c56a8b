package kernel

import "mexlab/asm"

// A tier is a set of CPU features with the primitives that use them. Ideas that
// are made of primitives are registered once a tier.
type tier struct {
	isa      string
	features []string
	vec      *asm.Primitives
}

// tiers lists the tiers that this build and CPU have, generic first.
func tiers() (list []tier) {
	for _, t := range asm.Tiers() {
		if t.Available {
			list = append(list, tier{t.Name, t.Features, asm.For(t.Name)})
		}
	}
	return list
}

// info describes an idea on this tier.
func (t tier) info(name, doc string) Info {
	return Info{Name: name, ISA: t.isa, Features: t.features, Doc: doc}
}
