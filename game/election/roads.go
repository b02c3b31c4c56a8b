package election

// A roads has the roads, turned round: those that lead to city v come from the
// cities from[start[v]:start[v+1]].
type roads struct{ start, from []uint32 }

// turnRound sorts the roads src[i] -> dst[i], by counting. The roads are made of
// start, of zeros, one more than there are cities, and from, as long as src.
func turnRound(src, dst, start, from []uint32) roads {
	// end[v] counts the roads to v, then is where the next of them goes, and in
	// the end where those to v end.
	end := start[1:]
	for _, v := range dst {
		end[v]++
	}
	at := uint32(0)
	for v, c := range end {
		end[v] = at
		at += c
	}
	for i, v := range dst {
		at := end[v]
		end[v] = at + 1
		from[at] = src[i]
	}
	return roads{start, from}
}

// cities returns how many there are.
func (r *roads) cities() int { return len(r.start) - 1 }

// to returns the cities with a road to v, one for each.
func (r *roads) to(v uint32) []uint32 { return r.from[r.start[v]:r.start[v+1]] }
