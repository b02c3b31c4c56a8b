package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mexlab/game"
	"mexlab/game/addsub"
	"mexlab/game/election"
	"mexlab/game/text"
	"mexlab/kernel"
	"mexlab/track/table"
)

type solveFlags struct {
	game, kernel       string
	budget             budget
	values, move, json bool
	stream, explain    bool
	lines              bool
	badLine            func(line uint64, err *text.Error) error
	timeout            time.Duration
	work               game.Work
	screen             table.Screen // of the output
}

// A solver is for one game.
type solver struct {
	game    string
	kernels bool // whether it needs a kernel
	solve   func(ctx context.Context, r io.Reader, w io.Writer, k kernel.Kernel, f *solveFlags) error

	toLines   func(r io.Reader, w io.Writer) error
	fromLines func(r io.Reader, w io.Writer, games uint64) error // games is of addsub
}

var solvers = []solver{
	{"addsub", true, func(ctx context.Context, r io.Reader, w io.Writer, k kernel.Kernel, f *solveFlags) error {
		o := addsub.Options{
			Kernel: k, Budget: uint64(f.budget), Values: f.values, Move: f.move, JSON: f.json, Stream: f.stream, Lines: f.lines, BadLine: f.badLine, Work: f.work}
		if f.explain {
			return explainGames(ctx, r, w, o, f.screen)
		}
		return addsub.Solve(ctx, r, w, o)
	}, addsub.ToLines, addsub.FromLines},
	{"election", false, func(ctx context.Context, r io.Reader, w io.Writer, _ kernel.Kernel, f *solveFlags) error {
		return election.Solve(ctx, r, w, election.Options{Values: f.values, Move: f.move, JSON: f.json, Stream: f.stream, Lines: f.lines, BadLine: f.badLine, Work: f.work})
	}, election.ToLines, func(r io.Reader, w io.Writer, _ uint64) error { return election.FromLines(r, w) }},
}

func gameNames() []string { return names(solvers, func(s solver) string { return s.game }) }

func newSolve(stdin *os.File) *cobra.Command {
	f := solveFlags{budget: kernel.DefaultBudget}
	cmd := &cobra.Command{
		Use:   "solve [FILE]",
		Short: "Read games, write who wins",
		Long: `Read games as text, in the form of the two judges' problems, and write who wins.
Without FILE, or with "-", the text comes from standard input. Any white space
separates the numbers. Text compressed by gzip or zstd is recognized.

addsub, the add-subtract game (UVa 12163): the number of games; for each game the
numbers of vertices V and edges E, E edges "u v" with vertices from 0, K[0] to
K[V-1], the number of rounds R, and for each round the tokens on the V vertices.
The answer for each round is WINNING or LOSING, for the player who moves first.

election, Election Promises (Codeforces 1149E): n cities and m roads, n heights,
m roads "u v" with cities from 1. The answer is LOSE, or WIN and the heights after
a winning move.

--move adds a line to every position that can be won. For addsub, "Move: take 1 from
vertex 0, add 2 to vertex 1, 1 to vertex 3" puts the K[0] new tokens on successors
of vertex 0; with K = 0 nothing is added. For election, "Move: lower city 1 to 4, set
city 2 to 7" has the heights after the move; the other cities keep theirs.

--lines reads one game a line, without their number before them, and answers it by
one line: "WINNING LOSING" for addsub, "WIN" and the heights or "LOSE" for election,
or with --json an object that has the number of the line. So a file can be split by
lines, and the parts solved anywhere: docs/fleets.md. A line with a mistake gets the
answer "error: 3:7: ..." or {"line":3,"column":7,"error":"..."}, and the lines after
it are answered; a message in the end names the first such line and tells how many
there are, and the exit code is 2. Lines of white space alone get no answer.

--explain writes no answers but why they take long: a table of the vertices by class
and by the way that kernel auto takes, the most expensive first, and the slowest
vertices. docs/numbers.md explains the columns. With --json it is one object.

If the text is wrong, the games before that place are answered, the message has
line and column, and the exit code is 2. Ctrl-C ends the work with exit code 130,
SIGTERM with 143, --timeout with 3. Answers that were written stay valid. On a
terminal, work over two seconds shows how far it is.

Values of more than 64 bits, as on complete graphs with large K, are found by big
integers: slowly, and up to 16,384 bits, or 254 in a game of over 65,536 vertices.

A graph takes 4 bytes an edge, or 6 while its edges are read, and up to 17 bytes a
vertex for addsub, 25 with --move or another kernel than auto, and 21 a city for
election. A graph that does not fit in memory is refused.

A graph of over a million edges is solved while it is read, without the edges in
memory, if it is in a file that is not compressed, the edges of each vertex stand
together, and they come after the edges of its successors. It then takes 2 bytes a
vertex for addsub, 5 a city for election, and up to 8 and 13 at worst. In a file of
several games, that goes for the last one; with --move only for election.

--stream solves every graph in this way or not at all, so that memory is bounded:
the first edge in another order is an error.`,
		Example: `  printf '1  4 5  0 1 0 2 1 3 2 1 2 3  2 1 3 2  2  3 4 5 6  0 0 0 5\n' | mexlab solve --values --move
  printf '4 2  2 1 1 5  1 2  3 4\n' | mexlab solve --game election
  mexlab generate boards --games 3 | gzip | mexlab solve --json -j 1 --timeout 10s
  printf '2 1  0 1  1 1  2  1 0  0 0\n1 0  5  1  3\n' | mexlab solve --lines
  mexlab generate election --lines --games 3 --vertices 9 --edges 12 | mexlab solve --game election --lines --json
  mexlab generate boards --games 3 --max-k 8 | mexlab solve --explain`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, stdin)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.game = solvers[0].game
	flags.Var(&oneOf{&f.game, "game", gameNames()}, "game", "the game: "+strings.Join(gameNames(), " or "))
	flags.BoolVar(&f.values, "values", false, "write the Grundy values (addsub) or the levels (election) too")
	flags.BoolVar(&f.move, "move", false, "write a winning move for every position that has one")
	flags.BoolVar(&f.json, "json", false, "write one JSON object a game instead of text")
	flags.BoolVar(&f.explain, "explain", false, "write why vertices are fast or slow, instead of answers")
	flags.BoolVar(&f.lines, "lines", false, "read one game a line, without their number, and answer each by a line")
	addKernelFlags(cmd, &f.kernel, &f.budget)
	flags.IntVarP(&f.work.Workers, "workers", "j", runtime.GOMAXPROCS(0), "how many goroutines solve; the answers are the same")
	flags.BoolVar(&f.stream, "stream", false, "solve while reading or not at all; successors must come first")
	flags.DurationVar(&f.timeout, "timeout", 0, "end the work after this time, like 90s or 5m; 0 means never")
	complete(cmd, "game", gameNames())
	return cmd
}

func (f *solveFlags) run(cmd *cobra.Command, args []string, stdin *os.File) error {
	g := solvers[slices.Index(gameNames(), f.game)]
	k, err := findKernel(f.kernel)
	if err != nil {
		return err
	}
	_, explainer := k.(kernel.Explainer)
	err = refuse(cmd,
		refusal{!g.kernels, "--game " + g.game, []string{"kernel", "budget", "explain"}, "it needs no kernel"},
		refusal{f.explain, "--explain", []string{"values", "move", "stream"}, "that writes no answers, and needs the graph in memory"},
		refusal{f.lines && !f.json, "--lines", []string{"values", "move"}, "only with --json is an answer with them one line"},
		refusal{f.lines, "--lines", []string{"stream"}, "a line is read once, and a graph that is solved while it is read is read twice"},
		refusal{f.stream && g.kernels, "--stream", []string{"move"}, "finding moves needs the graph in memory"},
		refusal{!explainer, "--kernel " + f.kernel, []string{"explain"}, notAuto},
		refusal{!searches(k), "--kernel " + f.kernel, []string{"budget"}, noSearch})
	if err != nil {
		return err
	}
	if f.work.Workers < 1 {
		return fmt.Errorf("--workers: expected at least 1, found %d", f.work.Workers)
	}
	if f.timeout < 0 {
		return fmt.Errorf("--timeout: expected at least 0, found %v", f.timeout)
	}
	f.screen = screenOf(cmd.OutOrStdout())
	progress := cmd.ErrOrStderr()
	if typed(args, stdin) {
		progress = io.Discard // a line of progress would cover the typed text
	}
	if os.Getenv("GOGC") == "" {
		// A graph is a few large arrays that stay, and a short run is over
		// before a collection pays.
		debug.SetGCPercent(400)
	}
	var bad badLines
	f.badLine = bad.add
	p := watch(progress)
	defer p.stop()
	f.work.Solved, f.work.Memory = &p.solved, availableMemory()
	return within(f.timeout, grace, func(ctx context.Context) error {
		in, err := openInput(args, stdin, cmd.ErrOrStderr()) // may wait for the writer of a named pipe
		if err != nil {
			return err
		}
		defer in.Close()
		bytes, source := in.open(ctx)
		p.source.Store(source)
		r, err := text.Decompress(bytes)
		if err == nil {
			err = g.solve(ctx, r, p.under(cmd.OutOrStdout()), k, f)
			err = otherGame(ctx, g.game, f.lines, source, cmp.Or(err, bad.err()))
		}
		return in.locate(err)
	})
}
