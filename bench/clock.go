package bench

import (
	"slices"
	"time"
)

// median returns the middle of the times, of which there must be some.
func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// A runner is something to time. The clock takes the median of several rounds;
// in a round each runner has its turn, so that a slow second of the machine
// does not fall on one of them alone.
type runner struct {
	run   func() error
	perOp float64 // nanoseconds for one call of run, filled in by clock
}

// clock times the runners: each repeats run for at least turn in every round.
func clock(runners []*runner, rounds int, turn time.Duration) error {
	return clockBy(median, runners, rounds, turn)
}

// clockBy is clock where something else than the median stands for the rounds'
// times.
func clockBy(stand func(times []time.Duration) time.Duration, runners []*runner, rounds int, turn time.Duration) error {
	repeats := make([]int, len(runners))
	times := make([][]time.Duration, len(runners))
	for i, r := range runners {
		start := time.Now()
		if err := r.run(); err != nil {
			return err
		}
		repeats[i] = 1 + int(turn/max(time.Since(start), 1))
	}
	for range rounds {
		for i, r := range runners {
			start := time.Now()
			for range repeats[i] {
				if err := r.run(); err != nil {
					return err
				}
			}
			times[i] = append(times[i], time.Since(start))
		}
	}
	for i, r := range runners {
		r.perOp = float64(stand(times[i])) / float64(repeats[i])
	}
	return nil
}
