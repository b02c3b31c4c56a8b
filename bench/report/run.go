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
	"mexlab/internal/progress"
	"mexlab/kernel"
)

// Options say how to measure.
type Options struct {
	Groups   []bench.Group
	Rounds   int           // each case has a turn in every round
	Turn     time.Duration // the least length of a turn
	Progress io.Writer     // for progress, if it is a terminal
}

// Measure times all groups in rounds, as bench.Timer does, and appends each
// round to the log as soon as it is complete. The log knows how many rounds are
// done already.
func Measure(ctx context.Context, log *Log, opt Options) error {
	timer, err := prepare(ctx, opt)
	if err != nil {
		return err
	}
	line := progress.New(opt.Progress)
	defer line.Clear()
	done, total := 0, (opt.Rounds-log.Rounds())*timer.Cases()
	for round := log.Rounds(); round < opt.Rounds; round++ {
		err := timer.Round(ctx, round, func(s bench.Sample) {
			log.add(s.Case, s.Runs, s.Ns)
			done++
			line.Step(done, total, fmt.Sprintf("round %d of %d: %s", round+1, opt.Rounds, s.Case.Name))
		})
		if err != nil {
			return err
		}
		if err := log.endRound(opt.Rounds); err != nil {
			return err
		}
	}
	return nil
}

// prepare draws all inputs, checks that the cases of each group agree, and finds
// out how many runs fill a turn.
func prepare(ctx context.Context, opt Options) (*bench.Timer, error) {
	line := progress.New(opt.Progress)
	defer line.Clear()
	timer := &bench.Timer{Turn: opt.Turn}
	ws := new(kernel.Workspace)
	for _, g := range opt.Groups {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		line.Show("checking " + g.Suite + "/" + g.Key)
		cases, err := g.Cases(ws)
		if err != nil {
			return nil, err
		}
		if err := timer.Add(cases); err != nil {
			return nil, err
		}
	}
	return timer, nil
}
