package election

// A roads has the roads, turned round: those that lead to city v come from the
// cities from[start[v]:start[v+1]].
type roads struct{ start, from []uint32 }

// cities returns how many there are.
func (r *roads) cities() int { return len(r.start) - 1 }

// to returns the cities with a road to v, one for each.
func (r *roads) to(v uint32) []uint32 { return r.from[r.start[v]:r.start[v+1]] }
