package election

import "slices"

const (
	// pageSize is how many roads are gathered before they are followed, but for
	// a word: 8 KiB of them, which the nearest cache holds.
	pageSize = 1 << 10
	// word is how many cities of a row are copied at a time.
	word = 4
)

// A page is roads to follow, and the bit that each takes to its city.
type page struct {
	city [pageSize + word]uint32
	news [pageSize + word]state
	n    int
}

// A following finds out, road by road, which cities are ready.
type following struct {
	page      page
	states    []state
	junctions []junction
	queue     []uint32 // queue[:ready] are the cities of which no road waits
	ready     int
}

// A junction is a city with roads, more of them, that its state has no room to
// count.
type junction struct{ city, more uint32 }

// newFollowing makes states of how many roads the cities have, and puts those
// without any into the queue, which has a place more than there are cities.
func newFollowing(states []state, queue []uint32) following {
	f := following{queue: queue, states: states}
	for u, roads := range states {
		if roads > most {
			f.junctions = append(f.junctions, junction{uint32(u), roads - most})
			roads = most
		}
		states[u] = roads * road
		queue[f.ready] = uint32(u)
		f.ready += isReady(states[u])
	}
	return f
}

// isReady returns 1 if a state counts no roads, and else 0.
func isReady(s state) int { return int((s>>half - 1) >> 31) }

// follow follows the roads on the page, and empties it.
//
// Whether a city is ready then is hard to predict, so it is written to the next
// place in the queue in any case, and kept or not without a branch.
func (f *following) follow() {
	f.refill()
	p := &f.page
	states, queue, ready := f.states, f.queue, f.ready
	news := p.news[:p.n]
	for i, u := range p.city[:p.n] {
		s := (states[u] | news[i]) - road
		states[u] = s
		queue[ready] = u
		ready += isReady(s)
	}
	f.ready = ready
	p.n = 0
}

// refill counts more of the roads of junctions where those that are counted
// might all be on one page.
func (f *following) refill() {
	for i := len(f.junctions) - 1; i >= 0; i-- {
		j := &f.junctions[i]
		if counted := f.states[j.city] >> half; counted <= pageSize+word {
			now := min(j.more, most-counted)
			f.states[j.city] += now * road
			if j.more -= now; j.more == 0 {
				f.junctions = slices.Delete(f.junctions, i, i+1)
			}
		}
	}
}
