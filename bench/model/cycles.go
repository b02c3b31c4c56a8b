package model

import (
	"context"
	"time"
)

// links is the number of operations in one step of a chain.
const links = 32

// dependent does n*links operations, each of which waits for the one before it. An
// addition or an XOR of registers takes one cycle on every CPU of the last decades.
func dependent(n int, x, y, z uint64) uint64 {
	for range n {
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
	}
	return x
}

// independent does n*links operations of six chains, so that as many are done in a
// cycle as the CPU can. Fewer tell that another thread uses the same core: that
// slows loops down, but no chain.
func independent(n int, a, b, c, d, e, f, y, z uint64) uint64 {
	for range n {
		a, b, c, d = a+y, b+y, c+y, d+y
		e, f = e+y, f+y
		a, b, c, d = a^z, b^z, c^z, d^z
		e, f = e^z, f^z
		a, b, c, d = a+y, b+y, c+y, d+y
		e, f = e+y, f+y
		a, b, c, d = a^z, b^z, c^z, d^z
		e, f = e^z, f^z
		a, b, c, d = a+y, b+y, c+y, d+y
		a, b, c, d = a^z, b^z, c^z, d^z
	}
	return a ^ b ^ c ^ d ^ e ^ f
}

// newWidth returns jobs of which the second has some chains more.
func newWidth() *timed {
	job := func(n int) func() {
		return func() { chained = independent(n, chained, 1, 2, 3, 4, 5, chained|1, 3) }
	}
	return newTimed(job(chainSteps), job(2*chainSteps))
}

// chained keeps the result of the chain, so that nobody leaves it out.
var chained uint64 = 1

// turn returns the nanoseconds of n calls. One more call before them brings what they
// need into the caches.
func turn(do func(), n int) float64 {
	do()
	start := time.Now()
	for range n {
		do()
	}
	return float64(time.Since(start).Nanoseconds())
}

// turnTime is how long a turn should last: little, so that many turns escape other
// work on the machine, and much more than the clock's steps.
const turnTime = 30 * time.Microsecond

// callsOf returns how many calls fill a turn.
func callsOf(do func()) int {
	n := 1
	for n < 1<<20 && turn(do, n) < float64(turnTime.Nanoseconds()) {
		n *= 2
	}
	return n
}

// A timed is a pair of jobs, and the least nanoseconds of their turns so far.
type timed struct {
	less, more func()
	calls      int        // of each job in a turn
	least      [3]float64 // of the chain, less and more
}

// chainSteps makes a chain of some ten microseconds.
const chainSteps = 1 << 10

func newTimed(less, more func()) *timed {
	t := &timed{less: less, more: more, calls: callsOf(more)}
	t.round()
	return t
}

// round gives the chain and both jobs a turn.
func (t *timed) round() {
	link := func() { chained = dependent(chainSteps, chained, chained|1, 3) }
	for i, ns := range []float64{turn(link, 1), turn(t.less, t.calls), turn(t.more, t.calls)} {
		if t.least[i] == 0 || ns < t.least[i] {
			t.least[i] = ns
		}
	}
}

// cycle returns the nanoseconds of a cycle.
func (t *timed) cycle() float64 { return t.least[0] / (chainSteps * links) }

// cycles returns how many cycles more a call of more takes than one of less.
func (t *timed) cycles() float64 {
	return (t.least[2] - t.least[1]) / float64(t.calls) / t.cycle()
}

// measureCycles gives all pairs turns for some time, one after the other, at least
// one round. It returns how many cycles more the second of each takes, and the
// nanoseconds of a cycle.
func measureCycles(ctx context.Context, pairs []*timed, howLong time.Duration) (cycles []float64, cycle float64, err error) {
	for start := time.Now(); time.Since(start) < howLong; {
		for _, t := range pairs {
			t.round()
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
	}
	for _, t := range pairs {
		cycles = append(cycles, t.cycles())
		if cycle == 0 || t.cycle() < cycle {
			cycle = t.cycle()
		}
	}
	return cycles, cycle, nil
}
