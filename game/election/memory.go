package election

import "mexlab/internal/hugepage"

// A memory is one array for all that a board of modest size needs: where a page
// is 2 MiB, five arrays of 800 kB take twice the time to touch.
type memory struct{ free []uint32 }

// newMemory returns what n cities and m roads need: heights, a list of the
// roads, and that turned round.
func newMemory(n, m int) memory {
	return memory{hugepage.Make[uint32](n + listed(n, m) + n + 1 + m)}
}

// listed is how much a list of the roads takes. Later there are the states of
// the cities and a queue.
func listed(n, m int) int { return max(2*m, solving(n)) }

// solving is how much states and a queue take.
func solving(n int) int { return n + n + 1 }

// take returns n zeros.
func (m *memory) take(n int) []uint32 {
	if n > len(m.free) {
		return hugepage.Make[uint32](n)
	}
	s := m.free[:n:n]
	m.free = m.free[n:]
	return s
}
