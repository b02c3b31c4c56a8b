package pipeline

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
)

// Exit codes, as those of mexlab.
const (
	exitFine = 0
	exitBad  = 2 // bad lines, bad usage, or a pipeline that failed
)

// inProcess are the runners that work in this process. Their names are those of
// Beam's flag --runner.
var inProcess = []string{"", "prism", "PrismRunner", "direct", "DirectRunner"}

// Main is command fleet: it builds the pipeline that the flags ask for, hands it to
// run, and prints what was counted. It returns the exit code.
func Main(stdout, stderr io.Writer, run func(context.Context, *beam.Pipeline) error) int {
	var o Options
	flag.StringVar(&o.Input, "input", "", "which files of games, like 'boards-*.gz' or 'gs://bucket/boards-*'; gzip and zstd are recognized")
	flag.StringVar(&o.Output, "output", "", "what the names of the written files begin with")
	flag.BoolVar(&o.JSON, "json", false, "write one JSON object a game instead of text")
	flag.BoolVar(&o.Values, "values", false, "write the Grundy values too; needs --json")
	flag.BoolVar(&o.Move, "move", false, "write a winning move for every position that has one; needs --json")
	flag.BoolVar(&o.Explain, "explain", false, "count classes of vertices and ways, too: all games are then solved twice")
	flag.IntVar(&o.Workers, "workers", 0, "how many goroutines solve a file; 0 means all CPUs in this process, and one on a cluster")
	flag.Parse()
	beam.Init() // a worker of a cluster does not return from here
	counts, err := o.run(context.Background(), run)
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "fleet: %v\n", err)
		return exitBad
	case counts == nil:
		return exitFine
	}
	fmt.Fprintln(stdout, counts)
	if counts.Bad+counts.Damaged > 0 {
		fmt.Fprintf(stderr, "fleet: %s tells which lines have no answer\n", o.Output+badSuffix)
		return exitBad
	}
	return exitFine
}

// run runs the pipeline. There are no counts yet if Beam's flag --async is set.
func (o *Options) run(ctx context.Context, run func(context.Context, *beam.Pipeline) error) (*Counts, error) {
	if flag.NArg() > 0 {
		return nil, fmt.Errorf("expected only flags, found %q; a pattern of files has to be quoted", flag.Arg(0))
	}
	if o.Workers < 0 {
		return nil, errors.New("--workers: expected at least 0")
	}
	local := slices.Contains(inProcess, *runners.Runner)
	if local { // the error has all that counts of their messages
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	if o.Workers == 0 {
		o.Workers = 1
		if local { // they do one file at a time
			o.Workers = runtime.GOMAXPROCS(0)
		}
	}
	p, s := beam.NewPipelineWithRoot()
	if err := Build(s, *o); err != nil {
		return nil, err
	}
	if err := run(ctx, p); err != nil || *jobopts.Async {
		return nil, err
	}
	return ReadCounts(ctx, o.Output)
}
