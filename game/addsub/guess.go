package addsub

import "mexlab/game/text"

// guessK reads K of the last game of a file without what stands before it: it
// counts numbers from the end. A game of V vertices and R rounds ends with
// V + 1 + R*V numbers, and R is the one in place R*V of them, from the end. It
// is not ok if no R fits, or several do. Otherwise K is at a place that still has to
// prove right: the edges have to end there.
func (rd *reader) guessK(g *group, h *header) (at text.Mark, ok bool) {
	const mostRounds = 4 // more make the end longer than the edges
	start, rewinds := rd.in.Mark()
	if !rewinds || rd.number != rd.games || h.vertices < 2 {
		return at, false
	}
	back := rd.in.Backward(start)
	back.Skip(1)
	found := 0
	for rounds := uint64(0); rounds <= mostRounds; rounds++ {
		before, _ := back.Skip(1)
		place, ok := back.Skip(uint64(h.vertices) - 1)
		if !ok {
			break
		}
		if n, alone := rd.roundCountAfter(before); n != rounds {
			continue
		} else if alone {
			found, at = 1, place
			break
		}
		found, at = found+1, place
	}
	if found != 1 || rd.in.Rewind(at) != nil {
		return at, false
	}
	return at, rd.readLargeK(g, h) == nil // an error is met again, after the edges
}

// roundCountAfter reads what may be the last K, and the number of rounds after it.
// It reports whether that number has a line of its own, and K has not.
func (rd *reader) roundCountAfter(m text.Mark) (n uint64, alone bool) {
	if rd.in.Rewind(m) != nil || rd.in.Skip(1) != nil {
		return 0, false
	}
	k := rd.in.Pos().Line
	n, err := rd.in.Uint()
	if err != nil {
		return 0, false
	}
	line := rd.in.Pos().Line
	_, err = rd.in.Uint()
	return n, k == 1 && line > k && (err != nil || rd.in.Pos().Line > line)
}
