package election

// A change gives a city, numbered from 0, a new height.
type change struct {
	city   uint32
	height uint64
}

// mover returns the city that a winning move lowers, and the XOR of the heights
// of every level. There is none when all of these are 0: then the player to
// move loses.
//
// On the highest level whose XOR is not 0, some city can be lowered so that it
// becomes 0: one whose height has the leading bit of the XOR.
func (b *board) mover(level []uint32) (u uint32, xor []uint64, wins bool) {
	for u, l := range level {
		for int(l) >= len(xor) {
			xor = append(xor, 0)
		}
		xor[l] ^= b.heights.of(uint32(u))
	}
	top := len(xor) - 1
	for top >= 0 && xor[top] == 0 {
		top--
	}
	if top < 0 {
		return 0, nil, false
	}
	for int(level[u]) != top || b.heights.of(u)^xor[top] >= b.heights.of(u) {
		u++
	}
	return u, xor, true
}

// succ returns the cities that u leads to, in ascending order.
func (b *board) succ(u uint32) (succ []uint32) {
	succ = b.spare[:0]
	v := uint32(0)
	for i, p := range b.roads.from {
		if p == u {
			for b.roads.start[v+1] <= uint32(i) {
				v++
			}
			succ = append(succ, v)
		}
	}
	return succ
}

// move returns the winning move that lowers u, which comes first. It has a
// successor on each lower level, and the first ones repair theirs.
func (b *board) move(level []uint32, u uint32, succ []uint32, xor []uint64) []change {
	changes := []change{{u, b.heights.of(u) ^ xor[level[u]]}}
	for _, v := range succ {
		if x := &xor[level[v]]; *x != 0 {
			changes = append(changes, change{v, b.heights.of(v) ^ *x})
			*x = 0
		}
	}
	return changes
}
