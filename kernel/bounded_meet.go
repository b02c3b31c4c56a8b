package kernel

import "math/bits"

// meet finds the mex by meeting in the middle: with i + j = K, a word is in
// Ball_K iff it is the sum of an element of Ball_i and one of Ball_j. Ball_j,
// the larger, goes into a hash table, Ball_i into a list, and each x in turn
// tries the list against the table. It is for ranks whose words are too many
// for a bitset, with small K. It gives up after limit steps and then returns
// ok = false.
func (b *ball) meet(ws *Workspace, limit uint64) (mex uint64, ok bool) {
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
	probe := inMemory(probeCost, uint64(len(table.slot)))
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

// meetSplit returns the i for which Ball_i, Ball_(K-i) cost least to make, as
// far as the list may be searched for every x, and the cost of making them
// (never if the table needs too much memory).
func (b *ball) meetSplit() (split int, cost uint64) {
	n := b.size()
	cost, least := never, uint64(never)
	for i := 0; i <= b.k/2; i++ {
		list, table := countSubsets(n, i), countSubsets(n, b.k-i)
		if table > maxWords/4 { // of which up to four times as many slots are made
			continue
		}
		build := mulCost(inMemory(hashCost, table), table) + mulCost(subsetCost, list)
		if total := build + mulCost(list, min(b.end(), typicalMex)); total < least {
			split, cost, least = i, build, total
		}
	}
	return split, cost
}

// meetCost bounds the cost of meet: every x up to the largest mex there can be
// searches the whole list.
func (b *ball) meetCost() uint64 {
	split, build := b.meetSplit()
	if build >= never {
		return never
	}
	n := b.size()
	most := min(b.end(), countSubsets(n, b.k)) // no more numbers than sums
	probe := inMemory(probeCost, countSubsets(n, b.k-split))
	return build + mulCost(mulCost(probe, most), countSubsets(n, split))
}

// hashSet is a set of numbers in open addressing, at most half full. It always
// has 0, which marks free places.
type hashSet struct {
	slot  []uint64
	shift int
}

// hashBall makes the set of XORs of at most max elements of gens.
func (ws *Workspace) hashBall(gens []uint64, max int) hashSet {
	size := bits.Len64(2 * countSubsets(len(gens), max))
	h := hashSet{zeroed(&ws.words, 1<<size), 64 - size}
	s := &ws.subsets
	for s.start(gens, max); ; {
		h.add(s.sum())
		if !s.next() {
			return h
		}
	}
}

// find returns the slot that holds x or is free for it.
func (h hashSet) find(x uint64) *uint64 {
	mask := len(h.slot) - 1
	// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): the
	// top bits of x times 2^64 divided by the golden ratio.
	for i := int(x * 0x9e3779b97f4a7c15 >> h.shift); ; i = (i + 1) & mask {
		if s := &h.slot[i&mask]; *s == 0 || *s == x {
			return s
		}
	}
}

func (h hashSet) add(x uint64)      { *h.find(x) = x }
func (h hashSet) has(x uint64) bool { return *h.find(x) == x }
