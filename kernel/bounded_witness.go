package kernel

import (
	"errors"
	"fmt"
	"math/bits"
)

// ErrUnreachable says that no K picks have the wanted XOR.
var ErrUnreachable = errors.New("no choice of K successors has this XOR")

// Witness finds k picks whose XOR is target. It sets counts[i] to the number of
// times that succ[i] is picked; the counts add up to k. counts must have the
// length of succ, and succ must not be empty.
//
// The error is ErrUnreachable if there are no such picks, and a *BudgetError if
// the search would exceed the workspace's budget.
func Witness(ws *Workspace, succ []uint64, k, target uint64, counts []uint64) error {
	if len(succ) == 0 || len(counts) != len(succ) {
		return fmt.Errorf("kernel.Witness: %d counts for %d successors: want one for each successor, and at least one", len(counts), len(succ))
	}
	clear(counts)
	at := 0 // the place of v0: any will do, but a 0 needs no picks to get rid of it
	for i, v := range succ {
		if v == 0 {
			at = i
		}
	}
	b := &ws.row
	// Every element of the span is the XOR of at most 64 basis elements, so more
	// picks are needed for their parity only. loadAny takes the elements in the
	// row's order, so that of equal successors the first is picked.
	b.reset(generic, int(min(k, 64+k&1)), succ[at])
	b.loadAny(succ)
	b.distinctExtras(ws)
	want := target ^ b.c
	rest, word := b.reduce(want)
	if rest != 0 {
		return ErrUnreachable
	}
	chosen, err := b.decode(ws, want, word)
	if err != nil {
		return err
	}
	for _, i := range chosen {
		counts[i]++
	}
	counts[at] += k - uint64(len(chosen)) // v0 fills up
	return nil
}

// decode returns the places of at most K elements of G with the XOR want, a
// number in the span with the given word. It tries sets of extras first, for as
// long as the cheaper of the two other ways would take.
func (b *boundedRow) decode(ws *Workspace, want, word uint64) ([]int, error) {
	ws.chosen = ws.chosen[:0]
	budget := ws.budget()
	walk := b.walkCost()
	_, meet := b.meetSplit()
	limit := min(walk, meet, budget/2)
	found, complete := b.decodeByExtras(ws, word, min(b.k, len(b.extras)), limit)
	budget -= limit
	switch {
	case found:
		return ws.chosen, nil
	case complete:
		return nil, ErrUnreachable
	case walk <= min(meet, budget):
		return b.decodeByWalk(ws, word)
	case meet <= budget:
		return b.decodeByMeeting(ws, want)
	}
	return nil, b.overBudget(ws)
}

func (b *boundedRow) chooseBasis(ws *Workspace, word uint64) {
	for ; word != 0; word &= word - 1 {
		ws.chosen = append(ws.chosen, b.basisAt[bits.TrailingZeros64(word)])
	}
}

// decodeByExtras tries sets of extras within limit, smaller ones first. complete
// says that it has tried them all.
func (b *boundedRow) decodeByExtras(ws *Workspace, word uint64, depth int, limit uint64) (found, complete bool) {
	s := &ws.subsets
	for size := 0; size <= depth; size++ {
		for s.start(b.extras, size); ; {
			if limit < subsetCost {
				return false, false
			}
			limit -= subsetCost
			if left := word ^ s.sum(); s.size == size && bits.OnesCount64(left)+size <= b.k {
				for _, i := range s.at[:size] {
					ws.chosen = append(ws.chosen, b.extrasAt[i])
				}
				b.chooseBasis(ws, left)
				return true, true
			}
			if !s.next() {
				break
			}
		}
	}
	return false, true
}

// decodeByWalk walks breadth first from word 0 to the wanted word, an element a step.
func (b *boundedRow) decodeByWalk(ws *Workspace, want uint64) ([]int, error) {
	const unseen = 0
	n := b.size()
	element := func(i int) (word uint64, at int) { // i of G
		if i < b.rank {
			return 1 << i, b.basisAt[i]
		}
		return b.extras[i-b.rank], b.extrasAt[i-b.rank]
	}
	via := zeroed(&ws.sum32, 1<<b.rank) // 1 + the element that led to a word
	queue := append(ws.words[:0], 0)
	via[0] = uint32(n + 1)
	next := 0
	for picks := 0; picks < b.k && via[want] == unseen; picks++ {
		for end := len(queue); next < end; next++ {
			for i := range n {
				word, _ := element(i)
				if to := queue[next] ^ word; via[to] == unseen {
					via[to] = uint32(i + 1)
					queue = append(queue, to)
				}
			}
		}
	}
	ws.words = queue
	if via[want] == unseen {
		return nil, ErrUnreachable
	}
	for left := want; left != 0; {
		word, at := element(int(via[left]) - 1)
		ws.chosen = append(ws.chosen, at)
		left ^= word
	}
	return ws.chosen, nil
}

func (b *boundedRow) walkCost() uint64 {
	if b.rank > maxWalkRank {
		return infinite
	}
	return mulCost(uint64(b.size()), 1<<b.rank)
}

// decodeByMeeting looks for want as the sum of two smaller sets, as meet does.
func (b *boundedRow) decodeByMeeting(ws *Workspace, want uint64) ([]int, error) {
	split, _ := b.meetSplit()
	gens := b.generators()
	table := ws.hashBall(gens, b.k-split)
	s := &ws.subsets
	for s.start(gens, split); !table.has(want ^ s.sum()); {
		if !s.next() {
			return nil, ErrUnreachable
		}
	}
	b.chooseSubset(ws, s)
	other := want ^ s.sum()
	// The table does not tell how a sum was made: enumerate them again.
	for s.start(gens, b.k-split); s.sum() != other; {
		s.next()
	}
	b.chooseSubset(ws, s)
	return ws.chosen, nil
}

// chooseSubset chooses the elements of a subset of the generators.
func (b *boundedRow) chooseSubset(ws *Workspace, s *subsets) {
	for _, i := range s.at[:s.size] {
		if i < b.rank {
			ws.chosen = append(ws.chosen, b.basisAt[i])
		} else {
			ws.chosen = append(ws.chosen, b.extrasAt[i-b.rank])
		}
	}
}
