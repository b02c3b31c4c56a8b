package bench

import (
	"context"
	"fmt"
	"time"
)

// A Timer times cases in rounds. In each round every case has one turn, and runs
// often enough for the clock. The cases of a group do the same work and follow
// one another, so that they share the machine's good and bad moments. In each
// round another case of the group begins.
type Timer struct {
	Turn time.Duration // the least length of a turn

	groups [][]repeated
}

// A repeated is a case and how often one turn runs it.
type repeated struct {
	*Case
	runs int
}

// A Sample is one turn of a case.
type Sample struct {
	Case *Case
	Runs int
	Ns   float64 // nanoseconds of one Run
}

// Add adds a group of cases. It runs each to find out how many runs fill a turn.
func (t *Timer) Add(cases []*Case) error {
	var group []repeated
	for _, c := range cases {
		r := repeated{c, 1}
		s, err := r.time()
		// A short first run is not typical, as its memory was in no cache.
		if err == nil && s.Ns < float64(t.Turn)/8 {
			r.runs = 8
			s, err = r.time()
		}
		if err != nil {
			return err
		}
		r.runs = 1 + int(float64(t.Turn)/max(s.Ns, 1))
		group = append(group, r)
	}
	t.groups = append(t.groups, group)
	return nil
}

// Cases returns the number of samples in a round.
func (t *Timer) Cases() int {
	n := 0
	for _, g := range t.groups {
		n += len(g)
	}
	return n
}

// Round does one round, and passes each sample to take. The round's number, from
// 0, decides which cases begin: a series that was interrupted can be continued.
func (t *Timer) Round(ctx context.Context, round int, take func(Sample)) error {
	for _, g := range t.groups {
		for i := range g {
			if err := ctx.Err(); err != nil {
				return err
			}
			s, err := g[(i+round)%len(g)].time()
			if err != nil {
				return err
			}
			take(s)
		}
	}
	return nil
}

func (r repeated) time() (Sample, error) {
	start := time.Now()
	for range r.runs {
		if err := r.Run(); err != nil {
			return Sample{}, fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return Sample{r.Case, r.runs, float64(time.Since(start).Nanoseconds()) / float64(r.runs)}, nil
}

// A budget is how much time goes into a comparison.
type budget struct {
	sample  int                        // the number of rows for kernels that enumerate
	rounds  int                        // turns of each kernel
	turn    time.Duration              // the least length of a turn
	summary func(ns []float64) float64 // of a kernel's turns

	steady *steadiness // gets all turns; may be nil
}

// time times cases in turns, and returns the turns of each: nanoseconds per vertex,
// by round.
func (b budget) time(ctx context.Context, cases []*Case) ([][]float64, error) {
	t := Timer{Turn: b.turn}
	if err := t.Add(cases); err != nil {
		return nil, err
	}
	turns := map[*Case][]float64{}
	for round := range b.rounds {
		err := t.Round(ctx, round, func(s Sample) { turns[s.Case] = append(turns[s.Case], s.Ns/float64(s.Case.Vertices)) })
		if err != nil {
			return nil, err
		}
	}
	var all [][]float64
	for _, c := range cases {
		all = append(all, turns[c])
		b.steady.add(turns[c], b.summary)
	}
	return all, nil
}
