package model

import (
	"context"
	"errors"
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

// newWidth returns a pair of jobs; the second has chainSteps steps more of independent.
func newWidth() *timed {
	job := func(n int) func() {
		return func() { chained = independent(n, chained, 1, 2, 3, 4, 5, chained|1, 3) }
	}
	return newTimed(job(chainSteps), job(2*chainSteps))
}

// chained keeps the result of the chain, so that the compiler does not leave it out.
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

// A timed is a pair of jobs, and the least that their turns took so far.
type timed struct {
	less, more func()
	calls      int        // of each job in a turn
	cycles     [2]float64 // of a turn of each job; 0 before the first round that counts
	cycle      float64    // nanoseconds
}

// chainSteps makes a chain of some ten microseconds.
const chainSteps = 1 << 10

// steady is by how much the chain may differ before and after the jobs, so that a
// round counts: the clock of the CPU did not change, and nothing disturbed the chain.
const steady = 1.01

func newTimed(less, more func()) *timed { return &timed{less: less, more: more, calls: callsOf(more)} }

// round gives both jobs a turn, between two of the chain.
func (t *timed) round() {
	link := func() { chained = dependent(chainSteps, chained, chained|1, 3) }
	before := turn(link, 1)
	jobs := [2]float64{turn(t.less, t.calls), turn(t.more, t.calls)}
	after := turn(link, 1)
	cycle := min(before, after) / (chainSteps * links)
	t.add(cycle, jobs, max(before, after) <= steady*min(before, after))
}

// add takes the nanoseconds of a cycle and of both jobs in a round, if it counts.
func (t *timed) add(cycle float64, jobs [2]float64, counts bool) {
	if !counts {
		return
	}
	first := t.cycle == 0
	for i, ns := range jobs {
		if cycles := ns / cycle; first || cycles < t.cycles[i] {
			t.cycles[i] = cycles
		}
	}
	if first || cycle < t.cycle {
		t.cycle = cycle
	}
}

// difference returns how many cycles more a call of more takes than one of less.
func (t *timed) difference() float64 { return (t.cycles[1] - t.cycles[0]) / float64(t.calls) }

// mostRounds is how many rounds a pair has at most before one counts.
const mostRounds = 1000

// measureCycles gives all pairs turns for some time, one after the other. It returns
// how many cycles more the second of each takes, and the nanoseconds of a cycle.
func measureCycles(ctx context.Context, pairs []*timed, howLong time.Duration) (cycles []float64, cycle float64, err error) {
	for start := time.Now(); time.Since(start) < howLong && ctx.Err() == nil; {
		for _, t := range pairs {
			t.round()
		}
	}
	for _, t := range pairs {
		for i := 0; i < mostRounds && t.cycle == 0 && ctx.Err() == nil; i++ {
			t.round()
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if t.cycle == 0 {
			return nil, 0, errors.New("the clock of this CPU never stays the same for a hundred microseconds")
		}
		cycles = append(cycles, t.difference())
		if cycle == 0 || t.cycle < cycle {
			cycle = t.cycle
		}
	}
	return cycles, cycle, nil
}
