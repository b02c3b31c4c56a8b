package election

import (
	"slices"
	"sync"
)

const (
	// pageSize is how many roads are gathered before they are followed, but for
	// a word: 32 KiB of them.
	pageSize = 1 << 12
	// word is how many cities of a row are copied at a time.
	word = 4
	// pages are on their way from one goroutine to another at a time.
	pages = 4
	// worthATeam is how many roads are worth another goroutine.
	worthATeam = 1 << 20
	// plenty of cities waiting keep a goroutine busy while another follows a
	// page.
	plenty = 1 << 12
)

// A page is roads to follow, and the bit that each takes to its city.
type page struct {
	city [pageSize + word]uint32
	news [pageSize + word]state
	n    int
	tail int // of the queue, once they were followed
}

// A following finds out, road by road, which cities are ready. Two goroutines
// may share that: one fills pages while the other follows those before. The
// queue is the same in any case.
type following struct {
	page  *page    // being filled
	queue []uint32 // queue[:ready] are cities of which no road waits
	ready int

	// Of whoever follows: the other goroutine as long as pages are out, else
	// the one that fills them.
	states    []state
	junctions []junction
	tail      int // of the queue, at least ready

	// The other goroutine, if there is one:
	todo, done chan *page
	free       []*page
	out        int // pages that are at it
}

// A junction is a city with roads, more of them, that its state has no room to
// count.
type junction struct{ city, more uint32 }

// newFollowing makes states of how many roads the cities have, and puts those
// without any into the queue, which has a place more than there are cities.
func newFollowing(states []state, queue []uint32) following {
	f := following{page: new(page), queue: queue, states: states}
	for u, roads := range states {
		if roads > most {
			f.junctions = append(f.junctions, junction{uint32(u), roads - most})
			roads = most
		}
		states[u] = roads * road
		queue[f.tail] = uint32(u)
		f.tail += isReady(states[u])
	}
	f.ready = f.tail
	return f
}

// isReady returns 1 if a state counts no roads, and else 0.
func isReady(s state) int { return int((s>>half - 1) >> 31) }

// team starts the other goroutine. The function it returns ends it.
func (f *following) team() (end func()) {
	f.todo, f.done = make(chan *page, pages), make(chan *page, pages)
	for range pages - 1 {
		f.free = append(f.free, new(page))
	}
	var other sync.WaitGroup
	other.Go(func() {
		for p := range f.todo {
			f.follow(p)
			f.done <- p
		}
	})
	return func() {
		close(f.todo)
		other.Wait()
	}
}

// goesOn reports whether there is a city after the first ones in the queue. It
// waits until that is known.
func (f *following) goesOn(after int) bool {
	if after < f.ready {
		return true
	}
	f.turn(0)
	for after == f.ready && f.out > 0 {
		f.takeBack()
	}
	return after < f.ready
}

// turn has the roads on the page followed, and turns to another. The other
// goroutine gets it when there is plenty to do until it is done.
func (f *following) turn(waiting int) {
	if f.out == 0 && (f.todo == nil || waiting < plenty) {
		f.follow(f.page)
		f.page.n, f.ready = 0, f.tail
		return
	}
	f.todo <- f.page
	f.out++
	if len(f.free) == 0 {
		f.takeBack()
	}
	last := len(f.free) - 1
	f.page, f.free = f.free[last], f.free[:last]
}

// takeBack waits for the oldest of the pages that are out.
func (f *following) takeBack() {
	p := <-f.done
	f.out--
	f.ready = p.tail
	p.n = 0
	f.free = append(f.free, p)
}

// follow follows the roads on a page.
//
// Whether a city is ready then is hard to predict, so it is written to the next
// place in the queue in any case, and kept or not without a branch.
func (f *following) follow(p *page) {
	f.refill()
	states, queue, tail := f.states, f.queue, f.tail
	news := p.news[:p.n]
	for i, u := range p.city[:p.n] {
		s := (states[u] | news[i]) - road
		states[u] = s
		queue[tail] = u
		tail += isReady(s)
	}
	f.tail, p.tail = tail, tail
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
