package generate

import "math/bits"

// A shuffle is a permutation of the numbers below n. A small one is a table.
//
// A large one takes no memory. It is a Feistel network on the cells of a rectangle,
// rather than on words of bits: it moves a cell along one side and then along the
// other, four times in all, and around the end. How far depends on the cell's place
// on the other side. The sides are about sqrt(n) long, so that there are few more
// cells than n. A cell that is no number below n is moved again. (Black and Rogaway,
// "Ciphers with arbitrary finite domains", 2002.)
type shuffle struct {
	n     uint64
	table []uint32

	height uint64 // of the rectangle
	shift  int    // its width is 2^shift
	keys   [4]uint64
}

// maxTable is the largest n with a table, of 16 KiB. In much smaller rectangles
// neighbours would stay close too often.
const maxTable = 1 << 12

func newShuffle(r random, n uint64) *shuffle {
	s := &shuffle{n: n}
	if n <= maxTable {
		s.table = r.permutation(n)
		return s
	}
	s.shift = bits.Len64(n) / 2
	s.height = (n-1)>>s.shift + 1
	for k := range s.keys {
		s.keys[k] = r.bits(uint64(k))
	}
	return s
}

// at returns the place of i, which is below n.
func (s *shuffle) at(i uint64) uint64 {
	if s.table != nil {
		return uint64(s.table[i])
	}
	mask, shift := uint64(1)<<(s.shift&63)-1, s.shift&63
	for {
		x, y := i&mask, i>>shift
		x = (x + drawn(s.keys[0], y)>>32) & mask
		y = s.around(y, drawn(s.keys[1], x))
		x = (x + drawn(s.keys[2], y)>>32) & mask
		y = s.around(y, drawn(s.keys[3], x))
		if i = y<<shift | x; i < s.n {
			return i
		}
	}
}

// around moves y by the share r/2^64 of the height, around the end.
func (s *shuffle) around(y, r uint64) uint64 {
	by, _ := bits.Mul64(r, s.height)
	if y += by; y >= s.height {
		y -= s.height
	}
	return y
}

// drawn is a hash of a place below 2^32. Only its higher half is good: it has two
// rounds of multiplication instead of three, as bits has.
func drawn(key, place uint64) uint64 {
	x := (place + key) * 0xbf58476d1ce4e5b9
	return (x ^ x>>32) * 0x94d049bb133111eb
}
