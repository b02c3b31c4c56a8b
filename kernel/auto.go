package kernel

import "fmt"

// auto classes the vertices and sends each class to the kernel that is
// cheapest for it. It has no limit but the work budget.
var auto = &lifted{
	info: Info{
		Name: "auto", ISA: Generic,
		Doc: "the cheapest kernel for each vertex; no limit but the work budget",
	},
	row: autoRow,
}

func autoRow(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
	if or, zero, ok := units(succ); ok {
		return unitMex(or, zero, k)
	}
	if len(succ) <= tinyDegree && k+1 < uint64(len(succ)) {
		return lowbitRow(ws, succ, k)
	}
	return affineRow(ws, succ, k)
}

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
	return []Choice{
		{"unit: every value is 0 or a power of two", unit.info.String(),
			"the mex is a closed form of the OR of the values, which is free while they are read"},
		{fmt.Sprintf("tiny: at most %d successors, K < degree-1", tinyDegree), lowbit.info.String(),
			"2^d steps are fewer than it takes to set up anything better"},
		{"span: K >= rank of the values", affine.info.String(),
			"the reachable set is a coset of their span: d * rank steps at any degree"},
		{"bounded: K < rank of the values", affine.info.String(),
			"the cheapest of scan, far words, closure, dilation and meet in the middle, by cost"},
	}
}
