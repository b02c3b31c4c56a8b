package kernel

import (
	"fmt"
	"strings"

	"mexlab/asm"
)

// A Plan says how kernel auto does each class of vertices: by which tier, and
// from which size on. The best plan differs between CPUs and can be measured.
type Plan struct {
	// Lanes is the tier that does sixteen vertices at a time. It tells the classes
	// apart, solves those with K >= rank, and with up to 17 successors also those
	// with K < rank. With Generic all vertices go one by one.
	Lanes string `json:"lanes"`

	// Search is the tier for vertices with K < rank that are searched one by one.
	Search string `json:"search"`

	Thresholds
}

// Limits of Thresholds.
const (
	MaxTinyDegree = 12 // of TinyDegree: a table of 2^12 entries takes microseconds

	noLanes = 17 // as LeastLanes: more rows than there are lanes
)

// Thresholds are the sizes from which another way is better.
type Thresholds struct {
	// LeastLanes is the least number of rows that are faster in sixteen lanes
	// than one by one, 1 to 17: with 17 none are.
	LeastLanes int `json:"leastLanes"`

	// TinyDegree is the largest degree of a single vertex at which a table of
	// all subsets is faster than elimination if K may be below the rank, 0 to
	// MaxTinyDegree.
	TinyDegree int `json:"tinyDegree"`
}

// builtIn was measured. On one Zen 3 core two vertices of boards took 174 ns in
// lanes against 168 one by one if K was large, three 313 against 348, two with
// small K 702 against 1119. On one Zen 5 core a table took 47 ns against 97 at
// degree 4, 87 against 105 at 6, 150 against 103 at 7.
var builtIn = Thresholds{LeastLanes: 2, TinyDegree: 6}

// check tells what in a plan does not fit this build and CPU.
func (p *Plan) check() error {
	for _, name := range []string{p.Lanes, p.Search} {
		if asm.Lookup(name) == nil {
			var names []string
			for _, t := range tiers {
				names = append(names, t.Name)
			}
			return fmt.Errorf("tier %q is not available; available: %s", name, strings.Join(names, ", "))
		}
	}
	if p.LeastLanes < 1 || p.LeastLanes > noLanes {
		return fmt.Errorf("leastLanes is %d; it must be 1 to %d", p.LeastLanes, noLanes)
	}
	if p.TinyDegree < 0 || p.TinyDegree > MaxTinyDegree {
		return fmt.Errorf("tinyDegree is %d; it must be 0 to %d", p.TinyDegree, MaxTinyDegree)
	}
	return nil
}

// A Choice says which kernel auto uses for a class of vertices.
type Choice struct {
	Class  string // which vertices
	Kernel string // registered name
	Why    string
}

// Choices returns what auto does by this plan, in the order in which it asks.
func (p *Plan) Choices() []Choice {
	affine := func(tier string) string { return Info{Name: "affine", Tier: tier}.String() }
	list := []Choice{{"K = 0 or K = 1", affine(Generic), "with K = 0 the only sum is 0, with K = 1 the sums are the values"}}
	units := Choice{"every value is 0 or a power of two", unit.info.String(),
		"the mex is a closed form of the OR of the values"}
	if p.Lanes == Generic || p.LeastLanes == noLanes {
		list = append(list, units,
			Choice{fmt.Sprintf("at most %d successors, K < degree-1", p.TinyDegree), lowbit.info.String(),
				"2^d steps are fewer than it takes to set up anything better"},
			Choice{"K >= rank of the values", affine(Generic),
				"what is reached is a coset of their span: d * rank steps at any degree"})
	} else {
		units.Why += "; solve takes that OR while it looks the values up"
		list = append(list, units,
			Choice{fmt.Sprintf("a level of fewer than %d vertices", p.LeastLanes), "unit, lowbit, affine",
				"most lanes would be empty: one by one, as on the generic tier"},
			Choice{"K >= rank of the values", affine(p.Lanes),
				"elimination of sixteen vertices at once, one in each lane, gives rank and span"},
			Choice{fmt.Sprintf("K < rank, at most %d successors", ShortDegree), affine(p.Lanes),
				"sixteen vertices at once get coordinates; then 256 numbers at a time are tried"})
	}
	return append(list, Choice{"K < rank, all others", affine(p.Search),
		"the cheapest of chunks, scan, closure, full quotient, complements near the rank, dilation, meet in the middle, growing ball"})
}
