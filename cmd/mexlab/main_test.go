package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"mexlab/bench"
)

// asMexlab makes the test binary behave as mexlab.
const asMexlab = "MEXLAB_TEST_RUNS_MAIN"

// TestMain puts a mexlab on the PATH: this binary under another name.
func TestMain(m *testing.M) {
	if os.Getenv(asMexlab) != "" {
		main()
	}
	os.Exit(withMexlab(m.Run))
}

func withMexlab(run func() int) int {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "mexlab")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Symlink(self, filepath.Join(dir, "mexlab")); err != nil {
		panic(err)
	}
	os.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config")) // not the user's
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return run()
}

// An outcome is what a command line did.
type outcome struct {
	stdout, stderr string
	code           int
}

// shell runs a command line with sh. mexlab is on its PATH.
func shell(t *testing.T, line string) outcome {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), asMexlab+"=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// file writes a file for a command to read, and returns its name.
func file(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// Every command and subcommand has an example, and what they show works as typed.
func TestExamples(t *testing.T) {
	elsewhere := []string{
		"mexlab lab --quick", "mexlab lab --quick --json", // .ci/run runs lab, which takes seconds
		gateExample, strings.TrimSpace(newHistoryBisect().Example), // TestTryIt has a repository for them
		strings.TrimSpace(playExample), // TestPlay ends what play serves
	}
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		if cmd.Example == "" && cmd.Parent().Name() != "completion" { // for shells that may not be here
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		for line := range strings.Lines(cmd.Example) {
			if line = strings.TrimSpace(line); slices.Contains(elsewhere, line) {
				continue
			}
			if r := shell(t, line); r.code != 0 || r.stdout == "" || r.stderr != "" {
				t.Errorf("%s: %s: %+v", cmd.CommandPath(), line, r)
			}
		}
		if r := shell(t, cmd.CommandPath()+" --help"); r.code != 0 || !strings.Contains(r.stdout, cmd.Example) {
			t.Errorf("%s --help: %+v", cmd.CommandPath(), r)
		}
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(newRoot(os.Stdin, os.Stdout, os.Stderr))
}

const (
	board    = "1  4 5  0 1 0 2 1 3 2 1 2 3  2 1 3 2  2  3 4 5 6  0 0 0 5\n"
	verdicts = "Game#1:\nRound#1: WINNING\nRound#2: LOSING\n\n"
	cities   = "4 2  2 1 1 5  1 2  3 4\n"
)

func TestOutput(t *testing.T) {
	name := file(t, board)
	for _, test := range []struct{ line, want string }{
		{"mexlab solve " + name, verdicts},
		{"mexlab solve < " + name, verdicts},
		{"cat " + name + " | mexlab solve", verdicts},
		{"cat " + name + " | mexlab solve -", verdicts},
		{"mexlab solve --kernel affine --budget 1e6 " + name, verdicts},
		{"mexlab solve " + name + " | head -1", "Game#1:\n"},
		{"printf '4 2  1 5 1 5  1 2  3 4' | mexlab solve --game election", "LOSE\n"},
		{`printf '2\t0,1,2\n3\t405,497,253,241,31,0,136\n\n7\t' | mexlab vertex`, "4\n1\n0\n"},
		{`printf '2\t0,1,2\t4\r\n\r\n1\t\t0\r\n' | mexlab vertex --kernel lowbit`, "4\n0\n"},
		{`printf '9223372036854775807\t18446744073709551615\n' | mexlab vertex`, "0\n"},
		{`printf '2 0,1,2\n2 0 1 2\n7 \n' | mexlab vertex`, "4\n4\n0\n"},
		{`printf '2 \t 0, 1  2 \t4\r\n7 \t\t0\n' | mexlab vertex`, "4\n0\n"},
		{"mexlab vertex 2 0,1,2", "4\n"},
		{"mexlab vertex 2 0 1 2", "4\n"},
		{"mexlab vertex '2 0, 1, 2' --kernel naive", "4\n"},
		{"mexlab vertex < /dev/null", ""},
		{"printf 0 | mexlab solve", ""},
	} {
		if r := shell(t, test.line); r != (outcome{test.want, "", 0}) {
			t.Errorf("%s: %+v, expected %q", test.line, r, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	full := "cannot write the output: write /dev/stdout: no space left on device"
	for _, test := range []struct{ line, stdout, message string }{
		{"mexlab solve a b", "", `"mexlab solve" reads one file, not 2; the second is "b"`},
		{"mexlab kernels a", "", `"mexlab kernels" takes no arguments, not "a"`},
		{"mexlab solve /no/such/file", "", "/no/such/file: no such file or directory"},
		{"mexlab solve /", "", "/: is a directory"},
		{"mexlab vertex /", "", "/: is a directory"},

		{"mexlab draw --format png", "", `--format: unknown format "png"; there are svg and dot`},
		{"mexlab draw --game chess", "", `--game: unknown game "chess"; there are addsub and election`},
		{"mexlab draw --game election --round 1", "", "--round does not go with --game election: a file has one position"},
		{"mexlab draw --game election --board 1", "", "--board does not go with --game election: a file has one position"},
		{"mexlab draw a b", "", `"mexlab draw" reads one file, not 2; the second is "b"`},
		{"mexlab draw /no/such/file", "", "/no/such/file: no such file or directory"},
		{"printf '1 1 0 5 2 7 8' | mexlab draw --round 3", "", "--round 3: the board has 2 rounds"},
		{"printf '1 1 0 5 0' | mexlab draw --board 2", "", "<stdin>:1:1: there is no game 2: the number of games is 1"},
		{"mexlab generate boards --games 1 --vertices 201 --edges 10 | mexlab draw", "", "<stdin>:2:5: game 1: expected at most 200 vertices and 1000 edges for a picture, found 201 and 10"},
		{"printf '1 1 0 5 0' | mexlab play", "", "expected a round to start from, found a board without rounds"},
		{"mexlab play --game election --board 1", "", "--board does not go with --game election: a file has one position"},
		{"mexlab play /no/such/file", "", "/no/such/file: no such file or directory"},
		{"printf '2 2 1 1 1 2 2 1' | mexlab draw --game election", "", "<stdin>:1:3: expected no cycle, found 1 -> 2 -> 1"},

		{"printf '1 2 x' | mexlab solve", "", "<stdin>:1:5: "},
		{"printf '2  1 0  0  1  5\n 1 0 0' | mexlab solve", "Game#1:\nRound#1: LOSING\n\n", "<stdin>:2:7: game 2"},
		{"printf '2 2 0 0 1 2 2 1' | mexlab solve --game election", "", "<stdin>:"},
		{"printf '" + strings.TrimSpace(board) + "' | mexlab solve > /dev/full", "", full},
		{`printf '1\t1\n' | mexlab vertex > /dev/full`, "", full},
		{"mexlab version > /dev/full", "", full},
		{"mexlab --help > /dev/full", "", full},
		{"mexlab kernels > /dev/full", "", full},

		{`printf '1\t2\n\n5\n' | mexlab vertex`, "0\n", "<stdin>:3:2: expected a tab or a space after K, and then the successors' values (a leaf has none), found the end of the line"},
		{`printf '5' | mexlab vertex`, "", "<stdin>:1:2: expected a tab or a space after K, and then the successors' values (a leaf has none), found the end of the input"},
		{`printf '1\t2,\n' | mexlab vertex`, "", "<stdin>:1:5: expected a successor's value, a non-negative integer, found the end of the line"},
		{`printf '1\t2;3\n' | mexlab vertex`, "", "<stdin>:1:4: expected a comma, a space, a tab or the end of the line after a value, found ';'"},
		{`printf -- '-1\t2\n' | mexlab vertex`, "", "<stdin>:1:1: expected K, a non-negative integer, found '-'"},
		{`printf '1\t2\r3\n' | mexlab vertex`, "", "<stdin>:1:5: expected the end of the line, found '3'"},
		{`printf '1\t\303\251\n' | mexlab vertex`, "", "<stdin>:1:3: expected a comma, a space, a tab or the end of the line after a value, found the byte 0xc3"},
		{`printf '9223372036854775808\t2\n' | mexlab vertex`, "", "<stdin>:1:1: K is beyond 9223372036854775807"},
		{`printf '1\t2\n1\t2,18446744073709551616\n' | mexlab vertex`, "0\n", "<stdin>:2:5: a successor's value is beyond 18446744073709551615"},
		{`printf '1\t4,2\n\n1\t3\n1\tx\n' | mexlab vertex --kernel unit`, "0\n", "<stdin>:3:1: kernel unit takes 0 and powers of two, not 3"},
		{`printf '4\t0,1,2,4,8,16,32\n' | mexlab vertex --kernel affine --budget 1`, "", "<stdin>:1:1: 7 distinct values with K=4 and rank 6 need more than the budget of 1 word operations"},
	} {
		r := shell(t, test.line)
		if r.code != 2 || r.stdout != test.stdout || !strings.HasPrefix(r.stderr, "mexlab: "+test.message) ||
			strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s:\n%+v\nexpected %q, code 2, %q", test.line, r, test.stdout, test.message)
		}
	}
}

func TestExitCode(t *testing.T) {
	if code := exitCode(fmt.Errorf("lab: %w", bench.ErrDisagree)); code != exitNo {
		t.Errorf("kernels that disagree give %d, expected %d", code, exitNo)
	}
	if code := exitCode(fmt.Errorf("tune: %w", bench.ErrBusy)); code != exitUndecided {
		t.Errorf("a busy machine gives %d, expected %d", code, exitUndecided)
	}
	if code := exitCode(errors.New("bad")); code != exitBad {
		t.Errorf("other errors give %d, expected %d", code, exitBad)
	}
}
