package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"mexlab/game/text"
	"mexlab/internal/progress"
	"mexlab/track/table"
)

// output is standard output that remembers its first failure: a full disk must
// not look like bad input.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("cannot write the output: %w", err)
	}
	return n, err
}

// screenOf returns the screen on which text that is written to w is shown.
func screenOf(w io.Writer) table.Screen {
	if o, ok := w.(*output); ok {
		w = o.w
	}
	return table.ScreenOf(w)
}

// An input is the text that a command reads, with its name in messages.
type input struct {
	*os.File
	name string
}

// openInput opens the file named in args; without one, or "-", standard input.
func openInput(args []string, stdin *os.File, stderr io.Writer) (*input, error) {
	if len(args) > 0 && args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", args[0], reason(err))
		}
		return &input{f, args[0]}, nil
	}
	if typed(args, stdin) {
		fmt.Fprintln(stderr, "mexlab: reading from the terminal; end the input with Ctrl-D")
	}
	return &input{stdin, "<stdin>"}, nil
}

// typed reports whether openInput opens a terminal: a person types the input.
func typed(args []string, stdin *os.File) bool {
	return (len(args) == 0 || args[0] == "-") && isTerminal(stdin)
}

// isTerminal reports whether f is a terminal, or an output that writes to one.
func isTerminal(f any) bool {
	if o, ok := f.(*output); ok {
		f = o.w
	}
	return progress.IsTerminal(f)
}

// locate puts the input's name before an error in it: NAME:LINE:COL: MESSAGE if
// the error has a position.
func (in *input) locate(err error) error {
	if err == nil {
		return nil
	}
	sep := ": "
	if _, ok := errors.AsType[*text.Error](err); ok {
		sep = ":"
	}
	return fmt.Errorf("%s%s%w", in.name, sep, reason(err))
}

// reason removes operation and path from a file system error, since the message
// names the file already.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
