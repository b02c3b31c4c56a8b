package gate

import (
	"cmp"
	"context"
	"math"
	"slices"

	"mexlab/track/stat"
)

// pair runs a fresh process of each version on the least disturbed CPU, and
// with noise another one of the base.
func (c *comparison) pair(ctx context.Context, noise bool) (pair stat.Pair, err error) {
	c.chooseCPU()
	before := len(c.times[0])
	err = c.onCPU(func() error {
		pair, err = c.runPair(ctx, noise)
		return err
	})
	if times := c.times[0][before:]; len(c.cpus) > 0 && len(times) > 0 {
		c.noisy[c.cpu] = stat.Median(times) / slices.Min(times)
	}
	return pair, err
}

// chooseCPU chooses the CPU of the next pair: the one whose last slices were
// disturbed least, and once in four times any, since that changes.
func (c *comparison) chooseCPU() {
	if len(c.cpus) == 0 {
		return
	}
	c.cpu = slices.Index(c.noisy, slices.Min(c.noisy))
	if c.rand.IntN(4) == 0 {
		c.cpu = c.rand.IntN(len(c.cpus))
	}
}

// onCPU runs f, and what it starts, on the chosen CPU.
func (c *comparison) onCPU(f func() error) error {
	if len(c.cpus) == 0 {
		return f()
	}
	return onCPU(c.cpus[c.cpu], f)
}

// runPair runs the processes of a pair. They take turns, in blocks: each has one
// turn, in random order, and then each another in the reverse order (A B B A),
// which cancels drift. For each process the fastest slice of a block counts:
// rarely does something else disturb all of them. If it does, see combineBlocks.
func (c *comparison) runPair(ctx context.Context, noise bool) (stat.Pair, error) {
	variants := c.variants[:]
	if noise {
		variants = append(slices.Clip(variants), c.variants[0])
	}
	processes := make([]*process, len(variants))
	defer func() {
		for _, p := range processes {
			if p != nil {
				p.close()
			}
		}
	}()
	for _, i := range c.rand.Perm(len(variants)) { // which starts first is random, too
		p, err := startProcess(c.command(ctx, variants[i], c.warm+2*c.turn*c.blocks))
		if err != nil {
			return stat.Pair{}, err
		}
		processes[i] = p
	}
	for i, p := range processes {
		for range c.warm {
			if _, err := p.turn(); err != nil {
				return stat.Pair{}, inVersion(i%2, err)
			}
		}
	}
	var blocks []block
	for range c.blocks {
		order := c.rand.Perm(len(variants))
		fastest := slices.Repeat([]float64{math.Inf(1)}, len(variants))
		for turn := range 2 * len(order) {
			i := order[min(turn, 2*len(order)-1-turn)]
			for range c.turn {
				s, err := processes[i].turn()
				if err != nil {
					return stat.Pair{}, inVersion(i%2, err)
				}
				c.record(i, s)
				fastest[i] = min(fastest[i], math.Log(s.sec))
			}
		}
		blocks = append(blocks, fastest)
	}
	for _, p := range processes {
		p.finish()
	}
	return combineBlocks(blocks), nil
}

// record keeps what a sample says about its version.
func (c *comparison) record(process int, s sample) {
	v := process % 2 // the third process is the base again
	c.times[v] = append(c.times[v], s.sec)
	c.allocs[v][0] = min(c.allocs[v][0], s.allocs)
	c.allocs[v][1] = max(c.allocs[v][1], s.allocs)
}

// A block is the logarithm of each process's fastest slice.
type block []float64

// level is how long both versions took. A third process has no say.
func (b block) level() float64 { return (b[0] + b[1]) / 2 }

// combineBlocks makes a pair of its blocks. It leaves out the third of them with
// the highest levels, those that were disturbed most. The level does not depend
// on which version is which, and so favors neither.
func combineBlocks(blocks []block) stat.Pair {
	slices.SortStableFunc(blocks, func(a, b block) int { return cmp.Compare(a.level(), b.level()) })
	blocks = blocks[:len(blocks)-len(blocks)/3]
	each := func(of func(b block) float64) []float64 {
		x := make([]float64, len(blocks))
		for i, b := range blocks {
			x[i] = of(b)
		}
		return x
	}
	best := func(i int) float64 { return slices.Min(each(func(b block) float64 { return b[i] })) }
	change := func(i int) float64 { return stat.Median(each(func(b block) float64 { return b[i] - b[0] })) }
	pair := stat.Pair{Typical: change(1), Best: best(1) - best(0), Noise: math.NaN(), Level: stat.Median(each(block.level))}
	if len(blocks[0]) > 2 {
		pair.Noise = change(2)
	}
	return pair
}
