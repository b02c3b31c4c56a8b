package election

import (
	"context"
	"math/bits"
	"slices"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
	"mexlab/internal/hugepage"
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
func (b *board) levels(ctx context.Context, work *game.Work) ([]uint32, error) {
	t := b.newTelling()
	for done := 0; done < t.ready; {
		cities := t.queue[done:min(t.ready, done+batch)]
		t.settle(cities)
		t.fetch(len(cities))
		t.tell(len(cities))
		done += len(cities)
		work.AddSolved(len(cities))
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	if t.ready < len(t.states) {
		return nil, b.cycle(t.queue[:t.ready])
	}
	return t.states, nil
}

// batch is how many cities are worked on at the same time, step by step: their
// rows are all over the memory, and so are on their way together.
const batch = 256

// A telling is cities telling their levels to those that lead to them.
type telling struct {
	roads roads
	wide  *wide // levels from narrow up; nil while there are none
	following

	// Of each city of a batch:
	lo, hi      [batch]uint32 // the row is from[lo:hi]
	bit         [batch]state  // of the level; 0 from narrow up
	first, last [batch]uint32 // something in the lines of memory where the row begins and ends
}

// newTelling returns a telling that has the cities without roads in its queue.
func (b *board) newTelling() *telling {
	n := b.roads.cities()
	if len(b.spare) < solving(n) {
		b.spare = hugepage.Make[uint32](solving(n))
	}
	var states []state
	states, b.spare = b.spare[:n], b.spare[n:]
	clear(states)
	count(b.roads.from, states)
	return &telling{roads: b.roads, following: newFollowing(states, b.spare)}
}

// count adds to times[u] how often u is in cities. Where a cache may not hold
// times, it counts in 8 bits as long as these are enough.
func count(cities, times []uint32) {
	const small = 1 << 18
	if len(times) <= small {
		for _, u := range cities {
			times[u]++
		}
		return
	}
	low := hugepage.Make[uint8](len(times))
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
}

// settle finds the levels of the cities of a batch.
func (t *telling) settle(cities []uint32) {
	for i, u := range cities {
		i &= batch - 1
		l := uint(bits.TrailingZeros16(^uint16(t.states[u])))
		if l == narrow {
			l = t.settleWide(u)
		}
		t.states[u] = state(l)
		t.lo[i], t.hi[i], t.bit[i] = t.roads.start[u], t.roads.start[u+1], 1<<l&most
	}
}

// settleWide is settle for a city that leads to all levels below narrow.
func (t *telling) settleWide(u uint32) uint {
	if t.wide == nil {
		degree := hugepage.Make[uint32](len(t.states))
		count(t.roads.from, degree)
		t.wide = newWide(degree)
	}
	l := t.wide.mex(u)
	t.wide.tell(t.roads.to(u), l)
	return narrow + l
}

// fetch looks at the rows of a batch, with no look waiting for another.
func (t *telling) fetch(n int) {
	from := t.roads.from
	if len(from) == 0 {
		return
	}
	end := uint32(len(from) - 1)
	for i := range n {
		i &= batch - 1
		t.first[i] = from[min(t.lo[i], end)]
		t.last[i] = from[min(t.hi[i], end)]
	}
}

// tell gathers the roads of the rows of a batch and has them followed. Most rows
// are short, and how short is hard to predict. So all are copied a word at a
// time, with what comes after them; only that a row takes more than a word is a
// matter of a branch.
func (t *telling) tell(n int) {
	p, from := &t.page, t.roads.from
	for i := range n {
		i &= batch - 1
		lo, hi, bit := int(t.lo[i]), int(t.hi[i]), t.bit[i]
		for {
			if p.n > pageSize {
				t.follow()
			}
			city, news := (*[word]uint32)(p.city[p.n:]), (*[word]state)(p.news[p.n:])
			*news = [word]state{bit, bit, bit, bit}
			if rest := from[lo:]; len(rest) >= word {
				*city = [word]uint32(rest)
			} else {
				copy(city[:], rest)
			}
			if hi-lo <= word {
				p.n += hi - lo
				break
			}
			p.n += word
			lo += word
		}
	}
	t.follow()
}

// cycle names a cycle among the cities that are not known.
func (b *board) cycle(known []uint32) error {
	left := slices.Repeat([]bool{true}, b.roads.cities())
	for _, u := range known {
		left[u] = false
	}
	var src, dst []uint32
	for v := range left {
		for _, u := range b.roads.to(uint32(v)) {
			if left[u] && left[v] {
				src, dst = append(src, u), append(dst, uint32(v))
			}
		}
	}
	_, err := dag.New(len(left), src, dst).Levels()
	cycle := err.(*dag.CycleError)
	return &text.Error{Pos: b.pos, Msg: "expected no cycle, found " + cycle.Path(1), Cause: cycle}
}
