package generate

import "math/bits"

// A random is a sequence of random numbers. The i-th does not depend on those
// before: it is a hash of i, by the finalizer of SplitMix64 (Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators", 2014).
type random uint64

// stream returns the i-th sequence of a seed.
func stream(seed, i uint64) random { return random(seed).split(i) }

// split returns the i-th sequence that comes from r.
func (r random) split(i uint64) random { return random(r.bits(^i)) }

func (r random) bits(i uint64) uint64 {
	x := uint64(r) + i*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// at returns the i-th number of the sequence, uniform in 0..most.
func (r random) at(i, most uint64) uint64 {
	x := r.bits(i)
	if most == ^uint64(0) {
		return x
	}
	hi, _ := bits.Mul64(x, most+1)
	return hi
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
