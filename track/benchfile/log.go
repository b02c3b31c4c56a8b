package benchfile

// An entry is one measurement, with the numbers of its benchmark and its unit.
type entry struct {
	benchmark, unit int32
	value           float64
}

// A log is the measurements of a file in its order.
type log struct{ pile[entry] }

// sort returns the order of the entries by a key below keys; entries with the
// same key stay in the order given, where nil is that of the file. It counts
// first how many entries each key has.
func (l *log) sort(order []int32, keys int, key func(*entry) int32) []int32 {
	next := make([]int32, keys+1)
	for e := range l.all() {
		next[key(e)+1]++
	}
	for k := range keys {
		next[k+1] += next[k]
	}
	sorted := make([]int32, l.len())
	for i := range sorted {
		at := int32(i)
		if order != nil {
			at = order[i]
		}
		k := key(l.at(at))
		sorted[next[k]] = at
		next[k]++
	}
	return sorted
}
