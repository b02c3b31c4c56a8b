package kernel

import (
	"fmt"
	"strings"

	"mexlab/asm"
)

// A Plan says how kernel auto does each class of vertices: by which tier, and
// from which size on. The best plan differs between CPUs and can be measured.
type Plan struct {
	// Elimination is the tier that does sixteen vertices at a time. It tells the
	// classes apart, and solves unit values and K >= rank. With Generic all
	// vertices go one by one.
	Elimination string `json:"elimination"`

	// Bounded are the tiers for vertices with K < rank, by degree: up to
	// SmallDegree, up to MediumDegree, and beyond.
	Bounded [3]string `json:"bounded"`

	Thresholds
}

// Limits of a Plan.
const (
	SmallDegree   = 8  // the largest of Plan.Bounded[0]: bitsets are a few words
	MediumDegree  = 17 // the largest of Plan.Bounded[1]: bitsets stay in the first-level cache
	MaxTinyDegree = 12 // of Thresholds.TinyDegree: a table of 2^12 entries takes microseconds

	noLanes = 17 // as Thresholds.LeastLanes: more rows than there are lanes
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

// builtIn was measured on one Zen 5 core. A table took 47 ns against 97 at
// degree 4, 87 against 105 at 6, 150 against 103 at 7.
var builtIn = Thresholds{LeastLanes: 4, TinyDegree: 6}

// tiers returns where the tiers of the plan are.
func (p *Plan) tiers() [4]*string {
	return [4]*string{&p.Elimination, &p.Bounded[0], &p.Bounded[1], &p.Bounded[2]}
}

// check tells what in a plan does not fit this build and CPU.
func (p *Plan) check() error {
	for _, name := range p.tiers() {
		if asm.Lookup(*name) == nil {
			var names []string
			for _, t := range tiers {
				names = append(names, t.Name)
			}
			return fmt.Errorf("tier %q is not available; available: %s", *name, strings.Join(names, ", "))
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

// byDegree are the tiers of Plan.Bounded.
type byDegree [3]*asm.Tier

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
	affine := func(tier string) string { return Info{Name: "affine", Tier: tier}.String() }
	units := Choice{"every value is 0 or a power of two", unit.info.String(),
		"the mex is a closed form of the OR of the values"}
	span := Choice{"K >= rank of the values", affine(p.Elimination),
		"what is reached is a coset of their span: d * rank steps at any degree"}
	var list []Choice
	if p.Elimination == Generic || p.LeastLanes == noLanes {
		span.Kernel = affine(Generic)
		tiny := Choice{fmt.Sprintf("at most %d successors, K < degree-1", p.TinyDegree), lowbit.info.String(),
			"2^d steps are fewer than it takes to set up anything better"}
		list = []Choice{units, tiny, span}
	} else {
		span.Why = "elimination of sixteen vertices at once, one in each lane, gives rank and span"
		few := Choice{fmt.Sprintf("a level of fewer than %d vertices", p.LeastLanes), "unit, lowbit, affine",
			"lanes would be empty: single vertices as on the generic tier"}
		list = []Choice{few, span, units}
	}
	const why = "the cheapest of scan, closure, full quotient, complements near the rank, dilation, meet in the middle"
	limits := []int{SmallDegree, MediumDegree}
	for first := 0; first < len(p.Bounded); {
		last := first
		for last+1 < len(p.Bounded) && p.Bounded[last+1] == p.Bounded[first] {
			last++
		}
		class := "K < rank"
		if last < len(limits) {
			class += fmt.Sprintf(", at most %d successors", limits[last])
		} else if first > 0 {
			class += fmt.Sprintf(", more than %d successors", limits[first-1])
		}
		list = append(list, Choice{class, affine(p.Bounded[first]), why})
		first = last + 1
	}
	return list
}
