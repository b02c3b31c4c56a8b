package kernel

import (
	"fmt"

	"mexlab/asm"
)

// auto classes the vertices and sends each class to the kernel that is
// cheapest for it. It has no limit but the work budget.
type autoKernel struct {
	lanes
	err error // the tier that MEXLAB_ISA asks for is not to be had
}

func newAuto(t *tier) Kernel {
	info := Info{Name: "auto", ISA: Best, Doc: "the cheapest kernel for each vertex; no limit but the work budget"}
	a := &autoKernel{lanes{info: info, tier: t, row: autoRow(t), least: leastLanes}, asm.Err()}
	if t.isa == Generic {
		a.least = 17 // never: the twins of vector code are slower than rows
	}
	return a
}

func (a *autoKernel) Mex(ws *Workspace, b *Batch) error {
	if a.err != nil {
		return a.err
	}
	return a.lanes.Mex(ws, b)
}

// autoRow does single vertices.
func autoRow(t *tier) rowFunc {
	return func(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
		if or, zero, ok := units(succ); ok {
			return unitMex(or, zero, k)
		}
		if len(succ) <= tinyDegree && k+1 < uint64(len(succ)) {
			return lowbitRow(ws, succ, k)
		}
		return affineRow(ws, t, succ, k)
	}
}

// leastLanes is the number of rows from which a pass over sixteen lanes beats
// doing them one by one.
const leastLanes = 4

// tinyDegree is the largest degree at which a table of all subsets beats
// affine when K may be below the rank: 47 against 97 ns at degree 4, 87 against
// 105 at 6, 150 against 103 at 7 (one Zen 5 core).
const tinyDegree = 6

// A Choice says which kernel auto uses for a class of vertices.
type Choice struct {
	Class  string // which vertices
	Kernel string // registered name
	Why    string
}

// Choices returns what auto does on this CPU, in the order in which it asks.
func Choices() []Choice {
	name := Info{Name: "affine", ISA: asm.Best()}.String()
	units := Choice{"every value is 0 or a power of two", unit.info.String(),
		"the mex is a closed form of the OR of the values"}
	span := Choice{"K >= rank of the values", name,
		"what is reached is a coset of their span: d * rank steps at any degree"}
	bounded := Choice{"K < rank", name,
		"the cheapest of scan, far words, closure, dilation, meet in the middle"}
	if asm.Best() == Generic {
		tiny := Choice{fmt.Sprintf("at most %d successors, K < degree-1", tinyDegree), lowbit.info.String(),
			"2^d steps are fewer than it takes to set up anything better"}
		return []Choice{units, tiny, span, bounded}
	}
	span.Why = "elimination of sixteen vertices at once, one a lane, tells rank and span"
	few := Choice{fmt.Sprintf("a level of fewer than %d vertices", leastLanes), "unit, lowbit, affine",
		"lanes would be empty: single vertices as on the generic tier"}
	return []Choice{few, span, units, bounded}
}
