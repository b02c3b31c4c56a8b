package election

import (
	"slices"

	"mexlab/dag"
)

// A state is what is known of a city. Its lower half has a bit for each level
// below narrow that the city leads to. Its upper half counts the roads to cities
// whose levels are not known yet. Once there are none, the state is the level.
//
// States are read and written at random, for each road. On large boards it
// counts most how many of them fit in a cache.
type state = uint32

const (
	narrow     = 16          // levels that have a bit in a state
	countShift = narrow      // where the count starts
	oneRoad    = 1 << narrow // in the count
	maxCount   = 1<<16 - 1   // also all level bits

	// batchSize is how many roads are gathered before they are followed, give
	// or take copySize. These are 8 KiB, which fit in the nearest cache.
	batchSize = 1 << 10
	copySize  = 4 // roads that are copied at a time
)

// A batch is roads to follow. Each leads back to a city and sets a bit there.
type batch struct {
	city     [batchSize + copySize]uint32
	levelBit [batchSize + copySize]state
	n        int
}

// A readyQueue finds out which cities are ready: all their successors are done.
type readyQueue struct {
	batch    batch
	states   []state
	overflow []overflow
	queue    []uint32 // queue[:ready] are the cities that wait for no road
	ready    int
}

// An overflow counts the roads of a city beyond what its state can count.
type overflow struct{ city, roads uint32 }

// newReadyQueue turns states from the number of a city's roads into states, and
// puts the cities without roads into the queue. The queue has one place more
// than there are cities.
func newReadyQueue(states []state, queue []uint32) readyQueue {
	q := readyQueue{queue: queue, states: states}
	for u, roads := range states {
		if roads > maxCount {
			q.overflow = append(q.overflow, overflow{uint32(u), roads - maxCount})
			roads = maxCount
		}
		states[u] = roads * oneRoad
		queue[q.ready] = uint32(u)
		q.ready += dag.IsZero(roads)
	}
	return q
}

// follow follows the roads of the batch and empties it.
//
// It is hard to predict whether a city is ready then. So each city is written to
// the next place in the queue, and only the end of the queue moves on if it was
// ready, without a branch.
func (q *readyQueue) follow() {
	q.refill()
	b := &q.batch
	states, queue, ready := q.states, q.queue, q.ready
	levelBit := b.levelBit[:b.n]
	for i, u := range b.city[:b.n] {
		s := (states[u] | levelBit[i]) - oneRoad
		states[u] = s
		queue[ready] = u
		ready += dag.IsZero(s >> countShift)
	}
	q.ready = ready
	b.n = 0
}

// refill moves roads from an overflow to the city's state, if one batch might have
// all that the state counts.
func (q *readyQueue) refill() {
	for i := len(q.overflow) - 1; i >= 0; i-- {
		o := &q.overflow[i]
		if counted := q.states[o.city] >> countShift; counted <= batchSize+copySize {
			more := min(o.roads, maxCount-counted)
			q.states[o.city] += more * oneRoad
			if o.roads -= more; o.roads == 0 {
				q.overflow = slices.Delete(q.overflow, i, i+1)
			}
		}
	}
}
