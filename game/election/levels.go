package election

import (
	"math/bits"
	"slices"

	"mexlab/dag"
	"mexlab/game/large"
	"mexlab/game/text"
)

// A state is what is known of a city: its lower half has a bit for each level
// below narrow that the city leads to, its upper half counts the roads to
// cities whose levels are not known yet. Once there are none, it is the level.
//
// States are read and written at random, for each road: on large boards, how
// many of them fit in a cache is what counts most.
type state = uint32

const (
	half   = 16        // bits of a state
	road   = 1 << half // one in a state's count
	most   = 1<<half - 1
	narrow = half // levels that a state has bits for
)

// levels returns the level of every city. The error, a *text.Error, names a
// cycle.
//
// A city waits until all that it leads to are done, and each of these tells it
// its level. So a road is looked at once, where finding an order first, and then
// levels, takes two looks.
func (b *board) levels(work *large.Work) ([]uint32, error) {
	t := newTelling(b.back, b.spare)
	for done := 0; done < t.ready; {
		cities := t.queue[done:min(t.ready, done+batch)]
		t.settle(cities)
		t.fetch(len(cities))
		t.tell(len(cities))
		done += len(cities)
		work.Done(len(cities))
		if err := work.Err(); err != nil {
			return nil, err
		}
	}
	if t.ready < len(t.states) {
		return nil, b.cycle(t.queue[:t.ready])
	}
	return t.states, nil
}

const (
	// batch is how many cities are worked on at the same time, step by step:
	// their rows are all over the memory, and so are on their way together.
	batch = 256
	// word is how many cities of a row are copied at a time.
	word = 4
	// page is how many roads are gathered before they are followed.
	page = 1 << 10
)

// A telling is cities telling their levels to those that lead to them.
type telling struct {
	start, from []uint32 // the cities that lead to v are from[start[v]:start[v+1]]
	states      []state
	junctions   []junction
	queue       []uint32 // queue[:ready] are the cities of which no road waits; one more place
	ready       int
	wide        *wide // levels from narrow up; nil while there are none

	// Of each city of a batch:
	lo, hi      [batch]uint32 // the row is from[lo:hi]
	bit         [batch]state  // of the level; 0 from narrow up
	first, last [batch]uint32 // something in the lines of memory where the row begins and ends

	// The roads of a batch, and the bit that each takes to its city.
	city [page + word]uint32
	news [page + word]state
}

// A junction is a city with roads, more of them, that its state has no room to count.
type junction struct{ city, more uint32 }

// newTelling returns a telling that has the cities without roads in its queue,
// which may be in spare.
func newTelling(back *dag.Graph, spare []uint32) *telling {
	n := back.Len()
	t := &telling{queue: spare}
	if len(spare) <= n {
		t.queue = dag.Make[uint32](n + 1)
	}
	t.start, t.from = back.Rows()
	t.states = count(t.from, n)
	for u, roads := range t.states {
		if roads > most {
			t.junctions = append(t.junctions, junction{uint32(u), roads - most})
			roads = most
		}
		t.states[u] = roads * road
	}
	for u, s := range t.states {
		t.queue[t.ready] = uint32(u)
		t.ready += isReady(s)
	}
	return t
}

// count counts how often each city below n is in cities. It does so in 8 bits,
// as long as these are enough, since a cache holds the more of them.
func count(cities []uint32, n int) []uint32 {
	low, times := dag.Make[uint8](n), dag.Make[uint32](n)
	for _, u := range cities {
		x := low[u] + 1
		low[u] = x
		if x == 0 {
			times[u] += 1 << 8
		}
	}
	for u, x := range low {
		times[u] += uint32(x)
	}
	return times
}

// isReady returns 1 if a state counts no roads, and else 0.
func isReady(s state) int { return int((s>>half - 1) >> 31) }

// settle finds the levels of the cities of a batch.
func (t *telling) settle(cities []uint32) {
	for i, u := range cities {
		i &= batch - 1
		l := uint(bits.TrailingZeros16(^uint16(t.states[u])))
		lo, hi := t.start[u], t.start[u+1]
		if l == narrow {
			l = t.settleWide(u, t.from[lo:hi])
		}
		t.states[u] = state(l)
		t.lo[i], t.hi[i], t.bit[i] = lo, hi, 1<<l&most
	}
}

// settleWide is settle for a city that leads to all levels below narrow.
func (t *telling) settleWide(u uint32, row []uint32) uint {
	if t.wide == nil {
		t.wide = newWide(count(t.from, len(t.states)))
	}
	l := t.wide.mex(u)
	t.wide.tell(row, l)
	return narrow + l
}

// fetch looks at the rows of a batch, with no look waiting for another.
func (t *telling) fetch(n int) {
	if len(t.from) == 0 {
		return
	}
	end := uint32(len(t.from) - 1)
	for i := range n {
		i &= batch - 1
		t.first[i] = t.from[min(t.lo[i], end)]
		t.last[i] = t.from[min(t.hi[i], end)]
	}
}

// tell takes the bits of a batch to the cities of its rows. Most rows are
// short, and how short is hard to predict. So all are copied a word at a time,
// with what comes after them, onto a page; only that a row takes more than a
// word is a matter of a branch.
func (t *telling) tell(n int) {
	have := 0
	for i := range n {
		i &= batch - 1
		lo, hi, bit := int(t.lo[i]), int(t.hi[i]), t.bit[i]
		for {
			if have > page {
				t.follow(have)
				have = 0
			}
			city, news := (*[word]uint32)(t.city[have:]), (*[word]state)(t.news[have:])
			*news = [word]state{bit, bit, bit, bit}
			if rest := t.from[lo:]; len(rest) >= word {
				*city = [word]uint32(rest)
			} else {
				copy(city[:], rest)
			}
			if hi-lo <= word {
				have += hi - lo
				break
			}
			have += word
			lo += word
		}
	}
	t.follow(have)
}

// follow follows the first n roads on the page.
//
// Whether a city is ready then is hard to predict, so it is written to the next
// place in the queue in any case, and kept or not without a branch.
func (t *telling) follow(n int) {
	t.refill()
	states, queue, ready := t.states, t.queue, t.ready
	news := t.news[:n]
	for i, u := range t.city[:n] {
		s := (states[u] | news[i]) - road
		states[u] = s
		queue[ready] = u
		ready += isReady(s)
	}
	t.ready = ready
}

// refill counts more of the roads of junctions where those that are counted might
// all be on the page.
func (t *telling) refill() {
	for i := len(t.junctions) - 1; i >= 0; i-- {
		h := &t.junctions[i]
		if counted := t.states[h.city] >> half; counted <= page+word {
			now := min(h.more, most-counted)
			t.states[h.city] += now * road
			if h.more -= now; h.more == 0 {
				t.junctions = slices.Delete(t.junctions, i, i+1)
			}
		}
	}
}

// cycle names a cycle among the cities that are not known.
func (b *board) cycle(known []uint32) error {
	left := slices.Repeat([]bool{true}, b.back.Len())
	for _, u := range known {
		left[u] = false
	}
	var src, dst []uint32
	for v := range left {
		for _, u := range b.back.Succ(v) {
			if left[u] && left[v] {
				src, dst = append(src, u), append(dst, uint32(v))
			}
		}
	}
	_, err := dag.New(len(left), src, dst).Order()
	cycle := err.(*dag.CycleError)
	return &text.Error{Pos: b.pos, Msg: "expected no cycle, found " + cycle.Path(1), Cause: cycle}
}
