package dag

// PrefetchRows is a good number of rows to Prefetch.
const PrefetchRows = 128

// Prefetch loads both ends of the vertices' rows, so that they are in the cache
// afterwards. In random order every row is a miss; these are independent of one
// another and of anything else, and so the CPU waits for many of them at once.
func (g *Graph) Prefetch(vertices []uint32) {
	x := uint32(0)
	for _, u := range vertices {
		if row := g.Succ(int(u)); len(row) > 0 {
			x |= row[0] | row[len(row)-1]
		}
	}
	touched(x)
}

// flat appends the successors of the vertices, row after row. To go through
// them so is faster than row by row, when what is read for each of them is a
// miss: where a row ends is hard to predict, and a wrong guess drops what was
// begun of the next one.
func (g *Graph) flat(to, vertices []uint32) []uint32 {
	g.Prefetch(vertices)
	for _, u := range vertices {
		to = append(to, g.Succ(int(u))...)
	}
	return to
}

// touched keeps the compiler from leaving out what makes x.
//
//go:noinline
func touched(x uint32) {}
