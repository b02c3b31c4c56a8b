package gate

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"mexlab/track/stat"
)

// pair measures the time of both versions, and with noise that of another
// process of the base. It keeps what the samples say.
func (c *comparison) pair(ctx context.Context, noise bool) (stat.Pair, error) {
	start := time.Now()
	blocks, err := c.run(ctx, c.fast, noise)
	if err != nil {
		return stat.Pair{}, err
	}
	c.wall = time.Since(start).Seconds() / float64(len(blocks[0])*c.fast.slices())
	for _, b := range blocks {
		for i, samples := range b {
			c.record(i%2, samples) // the third process is the base again
		}
	}
	p := combineBlocks(blocks)
	p.Layout = c.cycle.layout
	return p, nil
}

// A block is the samples of each process.
type block [][]sample

// run runs a fresh process of each version on the least disturbed CPUs, in the
// next layout, and with noise another one of the base.
func (c *comparison) run(ctx context.Context, p plan, noise bool) (blocks []block, err error) {
	c.chooseCPUs()
	c.cycle.draw(c.rand)
	err = c.onCPUs(func() error {
		blocks, err = c.runPair(ctx, p, noise)
		if f, ok := errors.AsType[*fault](err); ok && !c.apart && (f.kind == fails || f.kind == endless) {
			blocks, err = c.repair(ctx, p, noise, f)
		}
		return err
	})
	if len(c.cpus) > 0 && err == nil && !c.result.untimed {
		var times []float64
		for _, b := range blocks {
			for _, s := range b[0] {
				times = append(times, s.sec)
			}
		}
		c.noisy[c.set] = stat.Median(times) / slices.Min(times)
	}
	return blocks, err
}

// runPair runs the processes of a pair. They take turns, in blocks: each has one
// turn, in random order, and then, unless the plan says once, each another in the
// reverse order (A B B A), which cancels drift.
func (c *comparison) runPair(ctx context.Context, plan plan, noise bool) ([]block, error) {
	if c.apart {
		plan.warm, plan.blocks = 0, 1
	}
	processes := make([]process, 2)
	if noise {
		processes = make([]process, 3) // the third is the base again
	}
	defer func() {
		for _, p := range processes {
			if p != nil {
				p.close()
			}
		}
	}()
	for _, i := range c.rand.Perm(len(processes)) { // which starts first is random, too
		p, err := c.start(ctx, i%2, plan, plan.slices(), min(c.limit, c.together))
		if err != nil {
			return nil, err
		}
		processes[i] = p
	}
	for i, p := range processes {
		for range plan.warm {
			if _, err := p.turn(); err != nil {
				return nil, inVersion(i%2, err)
			}
		}
	}
	var blocks []block
	for range plan.blocks {
		order := c.rand.Perm(len(processes))
		b := make(block, len(processes))
		for turn := range plan.turns() * len(order) {
			i := order[min(turn, 2*len(order)-1-turn)]
			for range plan.turn {
				s, err := processes[i].turn()
				if f := s.timeFault(); err == nil && f != nil && !c.result.untimed {
					err = f
				}
				if err != nil {
					return nil, inVersion(i%2, err)
				}
				b[i] = append(b[i], s)
			}
		}
		blocks = append(blocks, b)
	}
	for _, p := range processes {
		p.finish()
	}
	return blocks, nil
}

// record keeps what samples say about their version.
func (c *comparison) record(version int, samples []sample) {
	for _, s := range samples {
		c.times[version] = append(c.times[version], s.sec)
		c.allocs[version][0] = min(c.allocs[version][0], s.allocs)
		c.allocs[version][1] = max(c.allocs[version][1], s.allocs)
	}
}

// logs are the logarithms of each process's time in a block.
type logs []float64

// level is how long both versions took. A third process has no say.
func (l logs) level() float64 { return (l[0] + l[1]) / 2 }

// fastest takes each process's fastest sample: rarely does something else
// disturb all of them.
func (b block) fastest() logs {
	l := make(logs, len(b))
	for i, samples := range b {
		l[i] = math.Log(slices.MinFunc(samples, func(a, b sample) int { return cmp.Compare(a.sec, b.sec) }).sec)
	}
	return l
}

// combineBlocks makes a pair of the fastest samples in each block. It leaves out
// the third of the blocks with the highest levels: something did disturb all of
// them. The level does not depend on which version is which, and so favors neither.
func combineBlocks(blocks []block) stat.Pair {
	all := make([]logs, len(blocks))
	for i, b := range blocks {
		all[i] = b.fastest()
	}
	slices.SortStableFunc(all, func(a, b logs) int { return cmp.Compare(a.level(), b.level()) })
	all = all[:len(all)-len(all)/3]
	each := func(of func(l logs) float64) []float64 {
		x := make([]float64, len(all))
		for i, l := range all {
			x[i] = of(l)
		}
		return x
	}
	best := func(i int) float64 { return slices.Min(each(func(l logs) float64 { return l[i] })) }
	change := func(i int) float64 { return stat.Median(each(func(l logs) float64 { return l[i] - l[0] })) }
	pair := stat.Pair{Typical: change(1), Best: best(1) - best(0), Noise: math.NaN(), Within: math.NaN(), Level: stat.Median(each(logs.level))}
	if len(all[0]) > 2 {
		pair.Noise = change(2)
		if noise := each(func(l logs) float64 { return l[2] - l[0] }); len(noise) > 1 {
			pair.Within = (slices.Max(noise) - slices.Min(noise)) / 2
		}
	}
	return pair
}
