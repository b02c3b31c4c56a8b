package election

import "mexlab/dag"

// A memory is one array for all that a board of modest size needs: where a page
// is 2 MiB, five arrays of 800 kB take twice the time to touch.
type memory struct{ free []uint32 }

// newMemory returns what n cities and m roads need: heights, a list of the
// roads, that turned round, and states.
func newMemory(n, m int) memory {
	return memory{dag.Make[uint32](n + 2*m + n + 1 + m + n)}
}

// take returns n zeros.
func (m *memory) take(n int) []uint32 {
	if n > len(m.free) {
		return dag.Make[uint32](n)
	}
	s := m.free[:n:n]
	m.free = m.free[n:]
	return s
}
