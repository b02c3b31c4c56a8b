package gate

import (
	"context"
	"errors"
	"time"
)

// respite is how long a turn may take while another process lives, besides ten times
// what it takes alone.
const respite = time.Second

// start starts a process of a version for a number of a plan's slices. If there may be
// only one process at a time, it starts none yet: each turn will run one of its own.
func (c *comparison) start(ctx context.Context, version int, p plan, slices int, limit time.Duration) (process, error) {
	v := c.cycle.inLayout(version, c.variants[version])
	if c.apart {
		return &sequential{cmd: c.command(ctx, v, p, max(p.turn, 1)), ops: p.iterations, limit: c.limit}, nil
	}
	return startProcess(c.command(ctx, v, p, slices), p.iterations, limit)
}

// repair finds out why a pair failed, and runs it again. If each version runs
// alone, but not two processes at once, there is from now on one at a time: one
// may have failed on a port that the other has, or have waited for a lock for ever.
func (c *comparison) repair(ctx context.Context, p plan, noise bool, why *fault) ([]block, error) {
	for version := range c.variants {
		took, err := c.alone(ctx, version, p)
		if err != nil {
			return nil, inVersion(version, err)
		}
		c.together = max(c.together, respite+10*took)
	}
	blocks, err := c.runPair(ctx, p, noise)
	if _, ok := errors.AsType[*fault](err); !ok {
		return blocks, err
	}
	c.apart = true
	c.result.remark("two processes of it cannot live at once (one %v), so that there was one at a time", why)
	return c.runPair(ctx, p, noise)
}

// alone runs a version for one slice, and returns how long it took.
func (c *comparison) alone(ctx context.Context, version int, p plan) (time.Duration, error) {
	start := time.Now()
	process, err := c.start(ctx, version, p, 1, c.limit)
	if err != nil {
		return 0, err
	}
	defer process.close()
	if _, err := process.turn(); err != nil {
		return 0, err
	}
	took := time.Since(start)
	process.finish()
	return took, nil
}
