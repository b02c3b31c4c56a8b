// Command fleet solves files of games, one game a line, on the workers of an
// Apache Beam runner: in this process by default, or on Flink, Spark or Dataflow.
// docs/fleets.md has commands. Package pipeline says what is done.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"mexlab/fleet/pipeline"
)

// Exit codes, as those of mexlab.
const (
	exitFine = 0
	exitBad  = 2 // bad lines, bad usage, or a pipeline that failed
)

func main() {
	var o pipeline.Options
	flag.StringVar(&o.Input, "input", "", "which files of games, like 'boards-*.gz' or gs://bucket/boards-*; they may be compressed by gzip or zstd")
	flag.StringVar(&o.Output, "output", "", "what the names of the written files begin with")
	flag.BoolVar(&o.Values, "values", false, "write the Grundy values too")
	flag.BoolVar(&o.Move, "move", false, "write a winning move for every position that has one")
	flag.BoolVar(&o.JSON, "json", false, "write one JSON object a game instead of text")
	flag.BoolVar(&o.Explain, "explain", false, "count why vertices are fast or slow, too, which takes longer than the answers")
	flag.IntVar(&o.Workers, "workers", 0, "how many goroutines solve a file; 0 means all CPUs in this process, and one on a cluster")
	flag.Parse()
	beam.Init() // a worker of a cluster does not return from here
	os.Exit(run(context.Background(), o))
}

// run runs the pipeline, prints what was counted, and returns the exit code.
func run(ctx context.Context, o pipeline.Options) int {
	local := slices.Contains([]string{"", "prism", "PrismRunner", "direct", "DirectRunner"}, *runners.Runner)
	if local {
		slog.SetDefault(slog.New(slog.DiscardHandler)) // of steps, and of the error that is returned, too
	}
	if flag.NArg() > 0 {
		return fail(fmt.Errorf("expected only flags, found %q", flag.Arg(0)))
	}
	if o.Workers == 0 {
		o.Workers = 1
		if local { // it does one file at a time
			o.Workers = runtime.GOMAXPROCS(0)
		}
	}
	p, s := beam.NewPipelineWithRoot()
	err := pipeline.Build(s, o)
	if err == nil {
		err = beamx.Run(ctx, p)
	}
	if err != nil {
		return fail(err)
	}
	if *jobopts.Async {
		return exitFine
	}
	counts, err := pipeline.ReadCounts(ctx, o.Output)
	if err != nil {
		return fail(err)
	}
	fmt.Println(counts)
	if counts.Bad+counts.Damaged > 0 {
		return exitBad
	}
	return exitFine
}

func fail(err error) int {
	fmt.Fprintf(os.Stderr, "fleet: %v\n", err)
	return exitBad
}
