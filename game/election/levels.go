package election

import (
	"math/bits"

	"mexlab/dag"
	"mexlab/game/large"
	"mexlab/game/text"
)

// A state is what is known of a city: its lower half has a bit for each level
// below narrow that the city leads to, its upper half counts the roads to
// cities whose levels are not known yet. Once there are none, it is the level.
type state = uint64

const (
	road   = 1 << 32 // one in a state's count
	narrow = 32      // levels that a state has bits for
)

// levels returns the level of every city. The error, a *text.Error, names a
// cycle.
//
// A city waits until all that it leads to are done, and each of these tells it
// its level. So a road is looked at once, where finding an order first, and then
// levels, takes two looks.
func (b *board) levels(work *large.Work) ([]uint32, error) {
	n := b.back.Len()
	start, from := b.back.Rows()
	queue := b.spare
	if len(queue) <= n {
		queue = dag.Make[uint32](n + 1)
	}
	t := &telling{start: start, from: from, states: dag.Make[state](n), queue: queue[:n+1]}
	for _, u := range from {
		t.states[u] += road
	}
	for u := range t.states {
		t.enqueue(uint32(u), t.states[u])
	}
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
	if t.ready < n {
		return nil, b.cycle(t.states)
	}
	level := t.queue[:n]
	for u, s := range t.states {
		level[u] = uint32(s)
	}
	return level, nil
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
	queue       []uint32 // queue[:ready] are the cities of which no road waits; one more place
	ready       int
	wide        *wide // levels from narrow up; nil while there are none

	// Of each city of a batch:
	lo, hi      [batch]uint32 // the row is from[lo:hi]
	bit         [batch]uint32 // of the level in a state; 0 from narrow up
	first, last [batch]uint32 // something in the lines of memory where the row begins and ends

	// The roads of a batch, and the bit that each takes to its city.
	city, news [page + word]uint32
}

// enqueue puts a city that no road of waits into the queue. Whether that is so is
// hard to predict, so it is written to the next place in any case, and kept or
// not without a branch.
func (t *telling) enqueue(u uint32, s state) {
	t.queue[t.ready] = u
	t.ready += int((s>>32 - 1) >> 63)
}

// settle finds the levels of the cities of a batch.
func (t *telling) settle(cities []uint32) {
	for i, u := range cities {
		l := uint(bits.TrailingZeros32(^uint32(t.states[u])))
		lo, hi := t.start[u], t.start[u+1]
		if l == narrow {
			l = t.settleWide(u, t.from[lo:hi])
		}
		t.states[u] = state(l)
		i &= batch - 1
		t.lo[i], t.hi[i], t.bit[i] = lo, hi, 1<<l
	}
}

// fetch looks at the rows of a batch, with no look waiting for another.
func (t *telling) fetch(n int) {
	end := uint32(len(t.from) - 1)
	if len(t.from) == 0 {
		return
	}
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
			city, news := (*[word]uint32)(t.city[have:]), (*[word]uint32)(t.news[have:])
			*news = [word]uint32{bit, bit, bit, bit}
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

// follow follows the roads on the page.
func (t *telling) follow(n int) {
	states, queue, ready := t.states, t.queue, t.ready
	news := t.news[:n]
	for i, u := range t.city[:n] {
		s := (states[u] | state(news[i])) - road
		states[u] = s
		queue[ready] = u
		ready += int((s>>32 - 1) >> 63)
	}
	t.ready = ready
}

// settleWide is settle for a city that leads to all levels below narrow.
func (t *telling) settleWide(u uint32, row []uint32) uint {
	if t.wide == nil {
		t.wide = newWide(len(t.states), t.from)
	}
	l := t.wide.mex(u)
	t.wide.tell(row, l)
	return narrow + l
}

// cycle names a cycle among the cities whose levels are not known.
func (b *board) cycle(states []state) error {
	var src, dst []uint32
	for v := range states {
		for _, u := range b.back.Succ(v) {
			if states[u] >= road && states[v] >= road {
				src, dst = append(src, u), append(dst, uint32(v))
			}
		}
	}
	_, err := dag.New(len(states), src, dst).Order()
	cycle := err.(*dag.CycleError)
	return &text.Error{Pos: b.pos, Msg: "expected no cycle, found " + cycle.Path(1), Cause: cycle}
}
