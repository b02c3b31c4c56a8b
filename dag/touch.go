package dag

// Ahead is a good number of rows to Touch.
const Ahead = 32

// Touch loads both ends of the vertices' rows, so that they are in the cache
// afterwards. In random order every row is a miss; these are independent of one
// another and of anything else, and so the CPU waits for many of them at once.
func (g *Graph) Touch(vertices []uint32) {
	x := uint32(0)
	for _, u := range vertices {
		if row := g.Succ(int(u)); len(row) > 0 {
			x |= row[0] | row[len(row)-1]
		}
	}
	touched(x)
}

// touched keeps the compiler from leaving out what makes x.
//
//go:noinline
func touched(x uint32) {}
