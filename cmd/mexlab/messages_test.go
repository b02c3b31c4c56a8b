package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mexlab/kernel"
)

// A mistake in the command line has a message that says what was probably meant.
func TestMessages(t *testing.T) {
	for _, test := range []struct{ line, message string }{
		{"mexlab slove", `unknown command "slove"; did you mean "solve"?`},
		{"mexlab help slove", `unknown command "slove"; did you mean "solve"?`},
		{"mexlab help solve x", `"mexlab solve" has no subcommands, and so no "x"`},
		{"mexlab frobnicate", `unknown command "frobnicate"; there are compare, completion, `},
		{"mexlab history shw", `unknown history command "shw"; did you mean "show"?`},
		{"mexlab history lst", `unknown history command "lst"; there are add, bisect and show`},
		{"mexlab completion fsh", `unknown completion command "fsh"; did you mean "fish"?`},

		{"mexlab --jsn", `unknown flag: --jsn; "mexlab" takes --help, --version`},
		{"mexlab solve --jsn", `unknown flag: --jsn; did you mean --json?`},
		{"mexlab solve -json", `-json is no flag; did you mean --json?`},
		{"mexlab solve -timeout 5s", `unknown flag: -timeout; did you mean --timeout?`},
		{"mexlab solve --threshold 5%", `unknown flag: --threshold; "mexlab solve" takes --game, --values, `},
		{"mexlab solve --json=maybe", `--json: expected no value, or =true or =false, found "maybe"`},
		{"mexlab solve -j two", `--workers: expected a whole number, found "two"`},
		{"mexlab solve --budget 1.5", `--budget: expected a whole number like 1000000 or 1e9, found "1.5"`},
		{"mexlab solve --budget -1", `--budget: expected a whole number like 1000000 or 1e9, found "-1"`},
		{"mexlab solve --budget 0", "--budget: expected at least 1"},

		{"mexlab solve --timeout 10", `--timeout: expected a time with its unit, like 10s, 5m or 1h30m, found "10"`},
		{"mexlab gate --base main --max-time 10", `--max-time: expected a time with its unit, like 10s, `},
		{"mexlab gate --base main --budget 10", `--budget: expected a time with its unit, like 10s, `},
		{"mexlab history bisect --max-time 10", `--max-time: expected a time with its unit, like 10s, `},

		{"mexlab solve --game chess", `--game: unknown game "chess"; there are addsub and election`},
		{"mexlab solve --game electon", `--game: unknown game "electon"; did you mean "election"?`},
		{"mexlab generate boards --game 10", `--game: unknown game "10"; there are addsub and election; did you mean --games 10?`},
		{"mexlab generate bords", `unknown kind "bords"; did you mean "boards"?`},
		{"mexlab generate hub --order child", `--order: unknown order "child"; did you mean "children"?`},
		{"mexlab solve --kernel lowbt", `--kernel: unknown kernel "lowbt"; did you mean "lowbit"?`},
		{"mexlab vertex --kernel fast", `--kernel: unknown kernel "fast"; there are naive, gray, `},
		{"mexlab lab --kernel auto,affin", `--kernel: unknown kernel "affin"; did you mean "affine"?`},
		{"mexlab lab --workload uv", `--workload: unknown workload "uv"; did you mean "uva"?`},

		{"mexlab gate main", `"mexlab gate" takes no arguments, not "main"; did you mean --base main?`},
		{"mexlab gate", "expected --base with the version to compare with, like --base main"},
		{"mexlab vertex a b", `"mexlab vertex" takes one file, or K and values like 2 0,1,2, not "a b"`},
		{"mexlab vertex 2 0,x", `<arguments>:1:5: expected a successor's value, a non-negative integer, found 'x'`},
	} {
		checkMessage(t, test.line, test.message)
	}
}

// checkMessage checks that a command line fails with a message of one line, which
// begins as given.
func checkMessage(t *testing.T, line, message string) {
	t.Helper()
	r := shell(t, line+" < /dev/null")
	if r.code != exitBad || r.stdout != "" || !strings.HasPrefix(r.stderr, "mexlab: "+message) || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("%s: %+v, expected %q", line, r, message)
	}
}

// A flag that would have no effect is refused.
func TestRefusals(t *testing.T) {
	const (
		noKernel = " does not go with --game election: it needs no kernel"
		explain  = " does not go with --explain: that writes no answers, and needs the graph in memory"
		notAuto  = "--explain does not go with --kernel lowbit: it explains the ways of kernel auto"
		noSearch = "--budget does not go with --kernel lowbit: that does not search"
		position = " does not go with election: it has no rounds and no K"
		oneForm  = ": a report has one form"
	)
	for _, test := range []struct{ line, message string }{
		{"mexlab solve --game election --kernel auto", "--kernel" + noKernel},
		{"mexlab solve --game election --budget 5", "--budget" + noKernel},
		{"mexlab solve --game election --explain", "--explain" + noKernel},
		{"mexlab solve --explain --values", "--values" + explain},
		{"mexlab solve --explain --move", "--move" + explain},
		{"mexlab solve --explain --stream", "--stream" + explain},
		{"mexlab solve --stream --move", "--move does not go with --stream: finding moves needs the graph in memory"},
		{"mexlab solve --kernel lowbit --explain", notAuto},
		{"mexlab solve --kernel lowbit --budget 5", noSearch},
		{"mexlab vertex --kernel lowbit --explain", notAuto},
		{"mexlab vertex --kernel lowbit --budget 5", noSearch},
		{"mexlab generate election --games 2", "--games does not go with election: it is one position, but with --lines there are several"},
		{"mexlab generate election --rounds 2", "--rounds" + position},
		{"mexlab generate hub --game election --max-k 2", "--max-k" + position},
		{"mexlab generate chain --edges 5", "--edges does not go with chain: its number of vertices fixes that of its edges"},
		{"mexlab generate hub --coins 5", "--coins does not go with hub: they are for kind coins"},
		{"mexlab generate coins --max-k 5", "--max-k does not go with coins: --turn and --coins say all of that"},
		{"mexlab generate coins --game election", "--game does not go with coins: "},
		{"mexlab generate hub --edges 5", "--edges does not go with hub: "},
		{"mexlab gate --base main --trials 5", "--trials does not go with --base: only --self-test has trials"},
		{"mexlab gate --base main --json --html", "--html does not go with --json" + oneForm},
		{"mexlab compare --markdown --html a b", "--html does not go with --markdown" + oneForm},
		{"mexlab history --json --markdown", "--markdown does not go with --json" + oneForm},
		{"mexlab history bisect --dir x", "unknown flag: --dir; "},
		{"mexlab tune --show --reset", "--reset does not go with --show: nothing is left to show"},
	} {
		checkMessage(t, test.line, test.message)
	}
	// The self-test looks at no other flag than these.
	newGate().Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains([]string{"self-test", "trials", "json", "markdown", "html"}, f.Name) {
			value := map[string]string{"threshold": "3%", "max-time": "5s", "budget": "5s", "cpu": "1", "layouts": "4", "insns": "true", "allow-vanished": "true"}[f.Name]
			checkMessage(t, "mexlab gate --self-test --"+f.Name+"="+value, "--"+f.Name+" does not go with --self-test: ")
		}
	})
}

// Only kernels whose work has no other bound have a budget.
func TestSearches(t *testing.T) {
	hard := []uint64{0, 1}
	for i := range 20 {
		hard = append(hard, 3<<i)
	}
	for _, k := range kernel.Available() {
		var b kernel.Batch
		b.Add(9, hard...)
		err := k.Mex(&kernel.Workspace{Budget: 1}, &b)
		if _, over := errors.AsType[*kernel.BudgetError](err); over != searches(k) {
			t.Errorf("%s: %v, with a budget of 1", k.Info(), err)
		}
	}
}

// Every command, also a subcommand, prints the version.
func TestVersion(t *testing.T) {
	want := versionLine() + "\n"
	var all func(cmd *cobra.Command)
	all = func(cmd *cobra.Command) {
		if r := shell(t, cmd.CommandPath()+" --version"); r != (outcome{want, "", 0}) {
			t.Errorf("%s --version: %+v, expected %q", cmd.CommandPath(), r, want)
		}
		for _, c := range cmd.Commands() {
			all(c)
		}
	}
	all(newRoot(nil, nil, nil))
	if r := shell(t, "mexlab version"); r != (outcome{want, "", 0}) {
		t.Errorf("mexlab version: %+v, expected %q", r, want)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"addsub", "election", "json", "id"}
	for word, want := range map[string]string{
		"json": "json", "jsno": "json", "JSON": "json", "jsn": "json", "js": "json", "jxxn": "json", "jxn": "",
		"elect": "election", "electoin": "election", "e": "", "": "", "x": "", "id": "id", "di": "id", "ab": "", "chess": "",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("%q: %q, expected %q", word, got, want)
		}
	}
}
