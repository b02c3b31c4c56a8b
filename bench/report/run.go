// Package report measures what package bench can time, keeps the results in
// files, and makes tables, pictures and pages of them. Command mexreport calls it,
// and "mexlab lab --html" writes its page.
//
// # What is kept
//
// Results are Go benchmark output with settings at its head, so that benchstat
// and "mexlab compare" read them. Each machine has a folder below reports/:
//
//	GOARCH/CPU/times.txt        every sample of every round: six minutes for ten rounds
//	GOARCH/CPU/scaling.txt      one large graph, by its size: half an hour up to 10^8 edges
//	GOARCH/CPU/cycles.txt       cycles of loops, measured: half a minute
//	GOARCH/CPU/intrinsics.txt   intrinsics against assembly: three minutes
//	GOARCH/emulated/insns.txt   instructions per vertex: three minutes
//	GOARCH/emulated/runs.txt    how often loops run on workloads: a minute
//	GOARCH/model/loops.txt      cycles of loops, as models predict: a minute or two
//	GOARCH/*/tables.txt         benchstat's tables of times.txt or insns.txt
//
// Everything else is made from these files and can be made anew: BENCHMARKS.md,
// the pictures in the machines' folders, loops.md, and the page reports/index.html.
//
// # From a run to a file
//
// [Measure] times cases in rounds (run.go), or [WriteCounts] writes counts, or
// package scaling measures processes. They write to a [Log] (log.go). It has the
// suffix .partial until it is complete, and times resume after the last complete
// round. [WriteLoops], [WriteRuns], [WriteCycles] and [WriteIntrinsics] write what is
// all there. [ThisMachine] and [Emulated] say where and with what
// (settings.go). Benchstat makes the tables (tables.go). [Collect] takes in files of
// other machines (merge.go).
//
// # From files to pages
//
// [Load] reads the files back (load.go): a [Machine] has the medians of a file, in
// a bench.Row for each group of cases. [Markdown] writes BENCHMARKS.md
// (markdown.go; loops.go, near.go and vertexcycles.go for loops; intrinsics.go), and
// [Machine.Draw] its pictures (pictures.go). [WritePage] writes
// the page, which needs no other file (page.go, page.css, page.js): what was found
// (findings.go), the workloads with a dot for each kernel (dots.go), and charts of
// curves (lines.go, and graphs.go for large graphs). Series have the same names and
// colors everywhere (series.go).
package report

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"time"

	"mexlab/bench"
	"mexlab/bench/insns"
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

// Measure times all groups in rounds, as bench.Timer does, and appends each round
// to the log as soon as it is complete. It starts after the rounds in the log.
func Measure(ctx context.Context, log *Log, opt Options) error {
	timer, err := prepare(ctx, opt)
	if err != nil {
		return err
	}
	line := progress.New(opt.Progress)
	defer line.Clear()
	done, total := 0, (opt.Rounds-log.Rounds())*timer.Cases()
	for round := log.Rounds(); round < opt.Rounds; round++ {
		var lines []byte
		err := timer.Round(ctx, round, func(s bench.Sample) {
			lines = appendSample(lines, s)
			done++
			line.Step(done, total, fmt.Sprintf("round %d of %d: %s", round+1, opt.Rounds, s.Case.Name))
		})
		if err != nil {
			return err
		}
		if err := log.endRound(lines, opt.Rounds); err != nil {
			return err
		}
	}
	return nil
}

// prepare draws inputs, checks that cases agree, and finds how many runs fill a turn.
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

func appendSample(lines []byte, s bench.Sample) []byte {
	lines = fmt.Appendf(lines, "Benchmark%s %d %s ns/op", s.Case.Name, s.Runs, digits(s.Ns))
	for _, r := range s.Case.Rates(s.Ns) {
		lines = fmt.Appendf(lines, " %s %s", digits(r.Value), r.Unit)
	}
	return append(lines, '\n')
}

// digits writes a measurement with five significant digits, more than it knows.
func digits(x float64) string {
	if x >= 10000 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 5, 64)
}

// WriteCounts writes instruction counts and benchstat's tables into a folder.
func WriteCounts(folder string, s Settings, counts []insns.Count) error {
	log, err := OpenLog(filepath.Join(folder, InsnsFile), s)
	if err != nil {
		return err
	}
	lines := []byte("Unit insns/vertex assume=exact better=lower\n")
	for _, c := range counts {
		lines = fmt.Appendf(lines, "Benchmark%s 1 %s insns/vertex\n", c.Name, strconv.FormatFloat(c.PerVertex(), 'g', 10, 64))
	}
	if err := log.Write(lines); err != nil {
		return log.Interrupt(err)
	}
	return log.Finish(InsnTables)
}
