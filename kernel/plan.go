package kernel

import (
	"fmt"
	"strings"

	"mexlab/asm"
)

// A Plan says how kernel auto does each class of vertices: by which tier, and
// from which size on. What is best differs between CPUs and can be measured.
type Plan struct {
	// Elimination is the tier that does sixteen vertices at a time, which tells
	// the classes apart and settles unit values and K >= rank. With Generic
	// all vertices go one by one.
	Elimination string `json:"elimination"`

	// Bounded are the tiers for vertices of K < rank, by degree: up to
	// SmallDegree, up to MediumDegree, and beyond.
	Bounded [3]string `json:"bounded"`

	Thresholds
}

// Limits of a Plan.
const (
	SmallDegree   = 8  // the largest of Plan.Bounded[0]: bitsets are a few words
	MediumDegree  = 17 // the largest of Plan.Bounded[1]: bitsets stay in the first-level cache
	MaxTinyDegree = 12 // of Thresholds.TinyDegree: a table of 2^12 entries takes microseconds
)

// Thresholds are where one way of auto becomes better than another.
type Thresholds struct {
	// LeastLanes is the number of rows from which a pass over sixteen lanes
	// beats doing them one by one, 1 to 17: with 17 it never does.
	LeastLanes int `json:"leastLanes"`

	// TinyDegree is the largest degree at which a table of all subsets beats
	// elimination when a single vertex's K may be below the rank, 0 to
	// MaxTinyDegree.
	TinyDegree int `json:"tinyDegree"`
}

// builtIn was measured on one Zen 5 core. A table took 47 ns against 97 at
// degree 4, 87 against 105 at 6, 150 against 103 at 7.
var builtIn = Thresholds{LeastLanes: 4, TinyDegree: 6}

// DefaultPlan returns the plan for a CPU about which nothing was measured: the
// tier asm.Best for everything.
func DefaultPlan() Plan {
	p := Plan{Elimination: asm.Best().Name, Thresholds: builtIn}
	for i := range p.Bounded {
		p.Bounded[i] = asm.Best().Name
	}
	return p
}

// check tells what is wrong with a plan on this CPU.
func (p *Plan) check() error {
	for _, isa := range append([]string{p.Elimination}, p.Bounded[:]...) {
		if asm.Lookup(isa) == nil {
			var here []string
			for _, t := range tiers {
				here = append(here, t.Name)
			}
			return fmt.Errorf("tier %q is not to be had here, but %s", isa, strings.Join(here, ", "))
		}
	}
	if p.LeastLanes < 1 || p.LeastLanes > 17 {
		return fmt.Errorf("lanes from %d rows on, where 1 to 17 make sense", p.LeastLanes)
	}
	if p.TinyDegree < 0 || p.TinyDegree > MaxTinyDegree {
		return fmt.Errorf("tables up to degree %d, where 0 to %d make sense", p.TinyDegree, MaxTinyDegree)
	}
	return nil
}

// byDegree are the tiers of Plan.Bounded.
type byDegree [3]*asm.Tier

// at returns the tier for a row of d successors.
func (t *byDegree) at(d int) *asm.Tier {
	switch {
	case d <= SmallDegree:
		return t[0]
	case d <= MediumDegree:
		return t[1]
	}
	return t[2]
}

// A Choice says which kernel auto uses for a class of vertices.
type Choice struct {
	Class  string // which vertices
	Kernel string // registered name
	Why    string
}

// Choices returns what auto does by this plan, in the order in which it asks.
func (p *Plan) Choices() []Choice {
	affine := func(isa string) string { return Info{Name: "affine", ISA: isa}.String() }
	units := Choice{"every value is 0 or a power of two", unit.info.String(),
		"the mex is a closed form of the OR of the values"}
	span := Choice{"K >= rank of the values", affine(p.Elimination),
		"what is reached is a coset of their span: d * rank steps at any degree"}
	var list []Choice
	if p.Elimination == Generic || p.LeastLanes > 16 {
		span.Kernel = affine(Generic)
		tiny := Choice{fmt.Sprintf("at most %d successors, K < degree-1", p.TinyDegree), lowbit.info.String(),
			"2^d steps are fewer than it takes to set up anything better"}
		list = []Choice{units, tiny, span}
	} else {
		span.Why = "elimination of sixteen vertices at once, one a lane, tells rank and span"
		few := Choice{fmt.Sprintf("a level of fewer than %d vertices", p.LeastLanes), "unit, lowbit, affine",
			"lanes would be empty: single vertices as on the generic tier"}
		list = []Choice{few, span, units}
	}
	const why = "the cheapest of scan, far words, closure, dilation, meet in the middle"
	largest := []int{SmallDegree, MediumDegree}
	for first := 0; first < len(p.Bounded); {
		last := first
		for last+1 < len(p.Bounded) && p.Bounded[last+1] == p.Bounded[first] {
			last++
		}
		class := "K < rank"
		if last < len(largest) {
			class += fmt.Sprintf(", at most %d successors", largest[last])
		} else if first > 0 {
			class += fmt.Sprintf(", more than %d successors", largest[first-1])
		}
		list = append(list, Choice{class, affine(p.Bounded[first]), why})
		first = last + 1
	}
	return list
}
