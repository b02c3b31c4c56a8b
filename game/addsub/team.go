package addsub

import (
	"runtime"
	"sync/atomic"
)

// gatherTeam makes the solver one of a team.
func (s *solver) gatherTeam() {
	if s.team == nil {
		s.team = append(s.team, s)
		for range s.opt.WorkerCount() - 1 {
			s.team = append(s.team, newSolver(s.opt))
		}
	}
}

// Members of the team take shares of a wide level: at least leastShare, four
// rounds of lanes, and so many of them that nobody waits long for the last.
const (
	leastShare = 1 << 6
	shares     = 8 // for each member
)

// inTeam computes the nimbers of a wide level in several goroutines. It is not
// done when the level is narrow, or where the kernel fails: then the level is
// for fillLevel, which sees the first failure first.
func inTeam[T word](s *solver, f *filling, level []uint32, values column[T]) (fits, done bool) {
	if f.crew == nil || len(level) < 2*leastShare {
		return false, false
	}
	share := max(leastShare, len(level)/(shares*len(s.team)))
	var taken atomic.Int64
	var wide, failed atomic.Bool
	work := func(s *solver) {
		for !failed.Load() && !wide.Load() {
			at := int(taken.Add(int64(share))) - share
			if at >= len(level) {
				return
			}
			for rest := level[at:min(at+share, len(level))]; len(rest) > 0; {
				n := gather(s, rest, values, f.sol, f.limit)
				if s.kernel.Mex(&s.ws, &s.batch) != nil {
					failed.Store(true)
					return
				}
				if !scatter(values, rest[:n], s.batch.Mex) {
					wide.Store(true)
					return
				}
				rest = rest[n:]
			}
		}
	}
	f.crew.together(s, work)
	return !wide.Load(), !failed.Load()
}

// A crew is goroutines that stay between levels, which are many and short: to
// wake a CPU that has gone idle takes as long as a level of some hundred
// vertices.
type crew struct {
	work []chan func(*solver) // of each member
	done chan struct{}
}

// muster makes a crew of the members of a team.
func muster(members []*solver) *crew {
	c := &crew{done: make(chan struct{}, len(members))}
	for _, s := range members {
		work := make(chan func(*solver), 1)
		c.work = append(c.work, work)
		go func() {
			for {
				do, ok := linger(work)
				if !ok {
					return
				}
				do(s)
				c.done <- struct{}{}
			}
		}()
	}
	return c
}

// together has the work done by the crew and by s, and waits for all.
func (c *crew) together(s *solver, work func(*solver)) {
	for _, member := range c.work {
		member <- work
	}
	work(s)
	for range c.work {
		linger(c.done)
	}
}

// dismiss ends the crew's goroutines.
func (c *crew) dismiss() {
	for _, member := range c.work {
		close(member)
	}
}

// linger receives from c, and stays awake for some time before it sleeps.
func linger[T any](c <-chan T) (v T, ok bool) {
	const turns = 1 << 11 // some hundred microseconds
	for range turns {
		select {
		case v, ok = <-c:
			return v, ok
		default:
			runtime.Gosched()
		}
	}
	v, ok = <-c
	return v, ok
}
