package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mexlab/game"
	"mexlab/game/addsub"
	"mexlab/game/election"
	"mexlab/game/text"
	"mexlab/kernel"
)

// solveFlags are the flags of "mexlab solve".
type solveFlags struct {
	game, kernel       string
	budget             budget
	values, move, json bool
	stream             bool
	timeout            time.Duration
	work               game.Work
}

// games lists what "mexlab solve" solves.
var games = []struct {
	name    string
	kernels bool // whether it has kernels to choose from
	solve   func(ctx context.Context, r io.Reader, w io.Writer, k kernel.Kernel, f *solveFlags) error
}{
	{"addsub", true, func(ctx context.Context, r io.Reader, w io.Writer, k kernel.Kernel, f *solveFlags) error {
		return addsub.Solve(ctx, r, w, addsub.Options{
			Kernel: k, Budget: uint64(f.budget), Values: f.values, Move: f.move, JSON: f.json, Stream: f.stream, Work: f.work})
	}},
	{"election", false, func(ctx context.Context, r io.Reader, w io.Writer, _ kernel.Kernel, f *solveFlags) error {
		return election.Solve(ctx, r, w, election.Options{Values: f.values, Move: f.move, JSON: f.json, Stream: f.stream, Work: f.work})
	}},
}

func gameNames() []string {
	names := make([]string, len(games))
	for i, g := range games {
		names[i] = g.name
	}
	return names
}

func newSolve(stdin *os.File) *cobra.Command {
	f := solveFlags{budget: kernel.DefaultBudget}
	cmd := &cobra.Command{
		Use:   "solve [FILE]",
		Short: "Read games, write who wins",
		Long: `Read games as text, in the form that the judges of the two problems use, and
write who wins. Without FILE, or with "-", the text comes from standard input.
Any white space separates the numbers. Text that is compressed, by gzip or zstd,
is recognized.

addsub, the add-subtract game (UVa 12163): the number of games; per game the
numbers of vertices V and edges E, E edges "u v" with vertices from 0, K[0] to
K[V-1], the number of rounds R, and R times the tokens on the V vertices.
It writes WINNING or LOSING for whoever moves first in each round.

election, Election Promises (Codeforces 1149E): n cities and m roads, n heights,
m roads "u v" with cities from 1. It writes LOSE, or WIN and the heights after a
winning move.

Games before a bad one are answered; then the message says where the text is
wrong, and the exit code is 2. Ctrl-C ends the work with exit code 130, SIGTERM
with 143, --timeout with 3; games that were answered stay so. On a terminal,
work over two seconds says how far it is.

A graph takes 4 bytes an edge and 36 a vertex, and while its edges are read 10 an
edge. One that does not fit in memory is refused.

--stream solves a graph while it is read and keeps nothing of its edges: 17 bytes
a vertex for addsub, 9 a city for election. For that the edges of each vertex
have to stand together, after those of all its successors that have any, and the
text has to be in a file, not compressed, since parts of it are read twice. Text
in any other order is refused where that shows.`,
		Example: `  printf '1  4 5  0 1 0 2 1 3 2 1 2 3  2 1 3 2  2  3 4 5 6  0 0 0 5\n' | mexlab solve --values --move
  printf '4 2  2 1 1 5  1 2  3 4\n' | mexlab solve --game election
  mexlab generate boards --games 3 | gzip | mexlab solve --json -j 1 --timeout 10s`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, stdin)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.game, "game", games[0].name, "the game: "+strings.Join(gameNames(), " or "))
	flags.BoolVar(&f.values, "values", false, "write the Grundy values (addsub) or the levels (election) too")
	flags.BoolVar(&f.move, "move", false, "write a winning move for every position that has one")
	flags.BoolVar(&f.json, "json", false, "write one JSON object a game instead of text")
	addKernelFlags(cmd, &f.kernel, &f.budget)
	flags.IntVarP(&f.work.Workers, "workers", "j", runtime.GOMAXPROCS(0), "how many goroutines solve; answers do not depend on it")
	flags.BoolVar(&f.stream, "stream", false, "solve while reading, for graphs larger than memory whose children come first")
	flags.DurationVar(&f.timeout, "timeout", 0, "end the work after this time, like 90s or 5m; 0 is never")
	cmd.RegisterFlagCompletionFunc("game", cobra.FixedCompletions(gameNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (f *solveFlags) run(cmd *cobra.Command, args []string, stdin *os.File) error {
	for _, g := range games {
		if g.name != f.game {
			continue
		}
		if !g.kernels {
			for _, name := range []string{"kernel", "budget"} {
				if cmd.Flags().Changed(name) {
					return fmt.Errorf("--%s does not apply to --game %s, which needs no kernel", name, g.name)
				}
			}
		}
		if f.work.Workers < 1 {
			return fmt.Errorf("--workers: expected at least 1, found %d", f.work.Workers)
		}
		if f.stream && f.move && g.kernels {
			return errors.New("--stream does not go with --move: the graph is not in memory to find moves in")
		}
		if f.timeout < 0 {
			return fmt.Errorf("--timeout: expected no less than 0, found %v", f.timeout)
		}
		k, err := findKernel(f.kernel, cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		screen := cmd.ErrOrStderr()
		if typed(args, stdin) {
			screen = io.Discard // a line of progress would cover what is typed
		}
		if os.Getenv("GOGC") == "" {
			// A graph is a few large arrays, of which the collector frees next
			// to nothing, and a short run is over before a collection pays.
			debug.SetGCPercent(400)
		}
		p := watch(screen)
		defer p.stop()
		f.work.Solved, f.work.Memory = &p.solved, availableMemory()
		return bounded(f.timeout, func(ctx context.Context) error {
			in, err := openInput(args, stdin, cmd.ErrOrStderr()) // may wait for who writes to a named pipe
			if err != nil {
				return err
			}
			defer in.Close()
			bytes, source := in.open(ctx)
			p.source.Store(source)
			r, err := text.Decompress(bytes)
			if err == nil {
				err = g.solve(ctx, r, p.under(cmd.OutOrStdout()), k, f)
			}
			return in.locate(err)
		})
	}
	return fmt.Errorf("unknown game %q; there are %s", f.game, strings.Join(gameNames(), " and "))
}
