// Command mexlab solves impartial games on directed acyclic graphs, compares the
// kernels that do the work, and guards the performance of Go modules.
//
// A command is in the file of its name. They share
//
//	root.go      the tree of commands, and errors about unknown ones
//	flags.go     flags of several commands
//	usage.go     errors about flags and arguments
//	suggest.go   which name was meant
//	completion.go what a shell offers for flags
//	tuning.go    what tune keeps, and how that chooses the kernel of other commands
//	streams.go   input and output, and their names in errors
//	board.go     the board that draw and play show
//	source.go    an input that counts its bytes and notices changes
//	othergame.go whether the text of an error is one of the other game or form
//	badlines.go  the bad lines of solve --lines, and the error about them
//	progress.go  how far solve has come
//	ending.go    Ctrl-C, SIGTERM and --timeout; main.go has the exit codes
//	memory.go    how much memory a graph may take
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"mexlab/asm"
	"mexlab/bench"
	"mexlab/track/compare"
	"mexlab/track/gate"
	"mexlab/track/history"
)

// Exit codes.
const (
	exitFine      = 0 // success
	exitNo        = 1 // the answer is "no": kernels disagree, a benchmark regressed
	exitBad       = 2 // bad input, bad usage, or output that cannot be written
	exitUndecided = 3 // not decided: too little time or data
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes one command line, prints its error, and returns its exit code.
func run(args []string, stdin, stdout *os.File, stderr io.Writer) int {
	if err := asm.Err(); err != nil {
		fmt.Fprintf(stderr, "mexlab: %v\n", err)
		return exitBad
	}
	out := &output{w: stdout}
	root := newRoot(stdin, out, stderr)
	root.SetArgs(args)
	err := root.Execute()
	if out.err != nil {
		err = out.err // the cause of whatever the command says
	}
	if err == nil {
		return exitFine
	}
	fmt.Fprintf(stderr, "mexlab: %v\n", err)
	return exitCode(err)
}

func exitCode(err error) int {
	if end, ok := errors.AsType[*ending](err); ok {
		return end.code
	}
	switch {
	case errors.Is(err, bench.ErrDisagree), errors.Is(err, gate.ErrRegression),
		errors.Is(err, compare.ErrRegression), errors.Is(err, history.ErrNoRegression):
		return exitNo
	case errors.Is(err, gate.ErrInconclusive), errors.Is(err, compare.ErrInconclusive),
		errors.Is(err, history.ErrInconclusive), errors.Is(err, bench.ErrBusy):
		return exitUndecided
	}
	return exitBad
}
