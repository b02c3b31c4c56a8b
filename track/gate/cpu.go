package gate

import (
	"fmt"
	"runtime"
	"slices"
)

// procs returns GOMAXPROCS of the benchmarks.
func (o *Options) procs() int { return max(1, o.CPUs) }

// checkCPUs returns an error if benchmarks cannot have so many CPUs.
func (o *Options) checkCPUs() error {
	if n := runtime.NumCPU(); o.CPUs < 0 || o.CPUs > n {
		return fmt.Errorf("benchmarks cannot have %d CPUs, expected from 1 to %d: this machine has no more, or does not let this process use them", o.CPUs, n)
	}
	return nil
}

// cpuSets cuts the CPUs that this process may use into sets of n. It returns
// nothing if they are unknown.
func cpuSets(n int) (sets [][]int) {
	for set := range slices.Chunk(cpus(), n) {
		if len(set) == n {
			sets = append(sets, set)
		}
	}
	return sets
}

// chooseCPUs chooses the CPUs of the next pair: those whose last slices were
// disturbed least, and once in four times any, since that changes.
func (c *comparison) chooseCPUs() {
	if len(c.cpus) == 0 {
		return
	}
	c.set = slices.Index(c.noisy, slices.Min(c.noisy))
	if c.rand.IntN(4) == 0 {
		c.set = c.rand.IntN(len(c.cpus))
	}
}

// onCPUs runs f, and what it starts, on the chosen CPUs.
func (c *comparison) onCPUs(f func() error) error {
	if len(c.cpus) == 0 {
		return f()
	}
	return onCPUs(c.cpus[c.set], f)
}
