package kernel

import "math/bits"

// meet finds the mex by meeting in the middle. With i + j = K, a number is in
// Ball_K iff it is the sum of an element of Ball_i and one of Ball_j. Ball_j,
// the larger, becomes a hash table, and Ball_i a list. Each x in turn looks for
// its sum with an element of the list in the table. It is the way for small K
// and ranks with too many words for a bitset. After limit steps it gives up and
// returns ok = false.
func (b *boundedRow) meet(ws *Workspace, limit uint64) (mex uint64, ok bool) {
	split, cost := b.meetSplit()
	if cost > limit {
		return 0, false
	}
	limit -= cost
	gens := b.generators()
	table := ws.hashBall(gens, b.k-split)
	list := ws.values[:0]
	s := &ws.subsets
	for s.start(gens, split); ; {
		list = append(list, s.sum())
		if !s.next() {
			break
		}
	}
	ws.values = list
	probe := accessCost(probeCost, uint64(len(table.slots)))
	for x, end := uint64(0), b.end(); ; {
		tests := 0
		for ; tests < len(list); tests++ {
			if table.has(x ^ b.c ^ list[tests]) {
				break
			}
		}
		if tests == len(list) {
			return x, true
		}
		if work := probe * uint64(tests+1); work <= limit {
			limit -= work
		} else {
			return 0, false
		}
		if x++; x == end {
			return x, true
		}
	}
}

// meetSplit returns the i for which it costs least to make Ball_i and Ball_(K-i)
// and to search the list for every x up to a typical mex. cost is that of making
// them, or infinite if the table needs too much memory.
func (b *boundedRow) meetSplit() (split int, cost uint64) {
	n := b.size()
	cost, least := infinite, uint64(infinite)
	for i := 0; i <= b.k/2; i++ {
		list, table := countSubsets(n, i), countSubsets(n, b.k-i)
		if table > maxWords/4 { // it has up to four times as many slots
			continue
		}
		build := mulCost(accessCost(hashCost, table), table) + mulCost(subsetCost, list)
		if total := build + mulCost(list, min(b.end(), typicalMex)); total < least {
			split, cost, least = i, build, total
		}
	}
	return split, cost
}

// meetCost bounds the cost of meet: it is the cost if every x up to the largest
// possible mex searches the whole list.
func (b *boundedRow) meetCost() uint64 {
	split, build := b.meetSplit()
	if build >= infinite {
		return infinite
	}
	n := b.size()
	most := min(b.end(), countSubsets(n, b.k)) // at most one number for each sum
	probe := accessCost(probeCost, countSubsets(n, b.k-split))
	return build + mulCost(mulCost(probe, most), countSubsets(n, split))
}

// A hashSet is a set of numbers in open addressing, at most half full. It always
// has 0, which marks free slots.
type hashSet struct {
	slots []uint64
	shift int
}

// newHashSet returns a set with room for n numbers.
func (ws *Workspace) newHashSet(n int) hashSet {
	size := bits.Len64(2 * uint64(n))
	return hashSet{zeroed(&ws.words, 1<<size), 64 - size}
}

// hashBall makes the set of XORs of at most max elements of gens.
func (ws *Workspace) hashBall(gens []uint64, max int) hashSet {
	h := ws.newHashSet(int(countSubsets(len(gens), max)))
	s := &ws.subsets
	for s.start(gens, max); ; {
		h.add(s.sum())
		if !s.next() {
			return h
		}
	}
}

// golden is 2^64 divided by the golden ratio. The top bits of its product with x are
// a hash of x: Knuth, The Art of Computer Programming 3, 6.4.
const golden = 0x9e3779b97f4a7c15

// find returns the slot that holds x, or a free one for it.
func (h hashSet) find(x uint64) *uint64 {
	mask := len(h.slots) - 1
	for i := int(x * golden >> h.shift); ; i = (i + 1) & mask {
		if s := &h.slots[i&mask]; *s == 0 || *s == x {
			return s
		}
	}
}

func (h hashSet) add(x uint64)      { *h.find(x) = x }
func (h hashSet) has(x uint64) bool { return *h.find(x) == x }
