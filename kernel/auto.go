package kernel

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
	return affineRow(ws, succ, k)
}

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
		{"span: K >= rank of the values", affine.info.String(),
			"the reachable set is a coset of their span: d * rank steps at any degree"},
		{"bounded: K < rank of the values", affine.info.String(),
			"the cheapest of scan, far words, closure, dilation and meet in the middle, by cost"},
	}
}
