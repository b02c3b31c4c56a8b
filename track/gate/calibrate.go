package gate

import (
	"context"
	"math"
	"time"

	"mexlab/track/stat"
)

const (
	// The length of a slice is mostly found in fewer tries than this. If it is not, if
	// an operation takes less time than any can, or if many more of them take no longer,
	// it is asked whether the benchmark heeds b.N at all.
	maxTries   = 5
	shortestOp = 20e-12 // seconds
	// At least this many slices are to fit in the time of a benchmark, with all that is
	// not measured in them: two sequences of enoughPairs, and the tries.
	leastSlices = 60
	// A slice that may become too long grows by this factor at first. That shows
	// whether the time that is not measured belongs to each operation, or to the start.
	firstGrowth = 16
	// Processes whose slices take longer than this measure one slice, and do not
	// warm up: what that is worth is little beside more pairs of processes.
	slowSlice = 100 * time.Millisecond
)

// A trial is how long a slice took, with all that is not measured in it.
type trial struct {
	iterations int
	turn       time.Duration
}

// calibrate finds how long the slices are to be, from the base version. If not
// even the fewest pairs fit in the time, the result gets to know how much they need.
func (c *comparison) calibrate(ctx context.Context, longest time.Duration) error {
	begin := time.Now()
	p := &c.fast
	p.iterations, p.waits = 1, true
	var last, now trial
	var s sample
	var measured float64 // seconds of a slice
	for tries, settled := 1, false; !settled; tries++ {
		var turn time.Duration
		var err error
		if s, turn, err = c.try(ctx, 0); err != nil {
			return err
		}
		last, now = now, trial{p.iterations, turn}
		if math.IsNaN(s.sec) {
			return c.planUntimed(ctx)
		}
		before := measured
		measured = s.sec * float64(p.iterations)
		end := tries == maxTries || s.sec < shortestOp
		if end || last.iterations > 0 && p.iterations >= 4*last.iterations && measured < 2*before {
			if err := c.grows(ctx, 0); err != nil {
				return err
			}
		}
		if end {
			break
		}
		n := iterations(slice.Seconds(), s.sec)
		pairs := 2 * stat.MinPairs * turn
		if p.iterations == 1 && n > 1 {
			pairs *= 2 // the testing package begins with one operation, and sets up again for more
		}
		if turn > slowSlice && time.Since(begin)+pairs > longest {
			c.result.needs = pairs
			return nil
		}
		most := now.affordable(last, n, longest/leastSlices)
		settled = n <= p.iterations+p.iterations/4 || most < n && last.iterations > 0
		p.iterations, p.waits = min(n, most), s.sec < longestSlice.Seconds()
	}
	// Now the code is warm, and the time to set up is known.
	want := max(slice, min(now.turn/8, longestSlice))
	n := iterations(want.Seconds(), s.sec)
	p.iterations = min(n, now.affordable(last, n, longest/leastSlices))
	if now.turn > slowSlice {
		p.turn, p.blocks, p.once = 1, 1, true
		return nil
	}
	each := min(max(int(pairTime/(now.turn+want)), 2), 2*maxTurn*maxBlocks) // slices of a version
	p.warm = min(max(int(warmTime/(now.turn+want)), 1), maxWarm)
	p.turn = min(max(each/2, 1), maxTurn)
	p.blocks = each / (2 * p.turn)
	return nil
}

// affordable returns how many iterations, up to n, a slice can have in a time,
// judged by two trials. A quarter more than the last one took is affordable in any
// case. Without another trial, it is as many as tell.
func (now trial) affordable(last trial, n int, allowed time.Duration) int {
	if float64(now.turn)*float64(n)/float64(now.iterations) <= float64(allowed) {
		return n
	}
	if last.iterations == 0 {
		return firstGrowth * now.iterations
	}
	before := last.turn
	if last.iterations == 1 {
		before *= 2 // see calibrate
	}
	each := float64(now.turn-before) / float64(now.iterations-last.iterations)
	more := float64(max(allowed-now.turn, now.turn/4))
	if each*float64(n-now.iterations) <= more {
		return n
	}
	return now.iterations + int(more/each)
}

// nothing is longer than it takes to read the clock twice, and shorter than what
// many operations take.
const nothing = 2 * time.Microsecond

// grows asks whether many more operations take more time. What a benchmark does
// besides may hide that of the first few, so there are more if these are quick.
func (c *comparison) grows(ctx context.Context, version int) error {
	few, _, err := c.try(ctx, version)
	if err != nil {
		return err
	}
	n := c.fast.iterations
	defer func() { c.fast.iterations = n }()
	atFirst := float64(n) * few.sec
	for _, times := range []int{64, 64 * 64} {
		c.fast.iterations = times * n
		many, turn, err := c.try(ctx, version)
		if err != nil || float64(c.fast.iterations)*many.sec > max(4*atFirst, nothing.Seconds()) {
			return err
		}
		if turn > 2*longestSlice || c.fast.iterations > math.MaxInt32/64 { // more do not fit in an int everywhere
			break
		}
	}
	return &fault{version: version, kind: noGrowth}
}
