// Package report measures everything that package bench has to time, in rounds,
// and turns the results into tables, BENCHMARKS.md and a page.
//
// A report is a folder reports/GOARCH/CPU with times.txt, Go benchmark output
// as it was measured, and tables.txt, benchstat's view of it.
package report

import (
	"context"
	"fmt"
	"io"
	"time"

	"mexlab/bench"
	"mexlab/kernel"
)

// Options say how to measure.
type Options struct {
	Groups   []bench.Group
	Rounds   int           // each case is timed once a round
	Turn     time.Duration // the least time of a case in a round
	Progress io.Writer     // a terminal, or nil
}

// A turn is a case with the number of runs that one timing takes.
type turn struct {
	*bench.Case
	runs int
}

// Measure times all groups in rounds and appends them to the log, each as soon
// as it is complete. In a round the cases of a group, which do the same work,
// follow one another, so that they share the machine's good and bad moments;
// each round begins with another of them. The log knows how many rounds are
// done already.
func Measure(ctx context.Context, log *Log, opt Options) error {
	p := newProgress(opt.Progress)
	defer p.clear()
	groups, total, err := prepare(ctx, opt, p)
	if err != nil {
		return err
	}
	p.begin((opt.Rounds - log.Rounds()) * total)
	for round := log.Rounds(); round < opt.Rounds; round++ {
		for _, g := range groups {
			for i := range g {
				if err := ctx.Err(); err != nil {
					return err
				}
				t := g[(i+round)%len(g)]
				ns, err := t.time()
				if err != nil {
					return fmt.Errorf("%s: %w", t.Name, err)
				}
				log.add(t.Case, t.runs, ns)
				p.step(fmt.Sprintf("round %d of %d: %s", round+1, opt.Rounds, t.Name))
			}
		}
		if err := log.endRound(opt.Rounds); err != nil {
			return err
		}
	}
	return nil
}

// prepare draws all inputs, checks that all ways agree, and finds out how many
// runs fill a turn.
func prepare(ctx context.Context, opt Options, p *progress) (groups [][]turn, total int, err error) {
	ws := new(kernel.Workspace)
	for _, g := range opt.Groups {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		p.show("checking " + g.Suite + "/" + g.Key)
		cases, err := g.Cases(ws)
		if err != nil {
			return nil, 0, err
		}
		var turns []turn
		for _, c := range cases {
			t := turn{c, 1}
			once, err := t.time()
			if err != nil {
				return nil, 0, fmt.Errorf("%s: %w", c.Name, err)
			}
			// Once more for short ones, whose first run is not typical.
			if once < float64(opt.Turn)/8 {
				t.runs = 8
				if once, err = t.time(); err != nil {
					return nil, 0, fmt.Errorf("%s: %w", c.Name, err)
				}
			}
			t.runs = 1 + int(float64(opt.Turn)/max(once, 1))
			turns = append(turns, t)
		}
		groups = append(groups, turns)
		total += len(turns)
	}
	return groups, total, nil
}

// time takes the time of the turn's runs and returns the nanoseconds of one.
func (t turn) time() (float64, error) {
	start := time.Now()
	for range t.runs {
		if err := t.Run(); err != nil {
			return 0, err
		}
	}
	return float64(time.Since(start).Nanoseconds()) / float64(t.runs), nil
}
