package generate

import "math/bits"

// A shuffle is a permutation of the numbers below n. A small one is a table. A
// large one takes no memory: it is a Feistel network on the cells of a
// rectangle, rather than on words of bits. In turns that moves a cell along one
// side, around its end, by what is drawn for its place on the other. The sides
// are about sqrt(n) long, so that there are hardly more cells than n; where a
// cell is none of them, it is moved on. (Black and Rogaway, "Ciphers with
// arbitrary finite domains", 2002.)
type shuffle struct {
	n     uint64
	table []uint32

	height uint64 // of the rectangle
	shift  int    // its width is 2^shift
	keys   [4]uint64
}

// tableMost is the largest n for which there is a table, of 16 KiB. Neighbours
// stay too close too often in much smaller rectangles.
const tableMost = 1 << 12

func newShuffle(r random, n uint64) *shuffle {
	s := &shuffle{n: n}
	if n <= tableMost {
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

// at returns where i, below n, goes.
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

// around moves y up by the share r/2^64 of the height, around its end.
func (s *shuffle) around(y, r uint64) uint64 {
	by, _ := bits.Mul64(r, s.height)
	if y += by; y >= s.height {
		y -= s.height
	}
	return y
}

// drawn is a hash of a place, below 2^32, whose higher half is good: two rounds
// of multiplication instead of the three of a random.
func drawn(key, place uint64) uint64 {
	x := (place + key) * 0xbf58476d1ce4e5b9
	return (x ^ x>>32) * 0x94d049bb133111eb
}

// permutation returns the numbers below n in random order.
func (r random) permutation(n uint64) []uint32 {
	p := make([]uint32, n)
	for i := range p {
		j := r.at(uint64(i), uint64(i))
		p[i] = p[j]
		p[j] = uint32(i)
	}
	return p
}
