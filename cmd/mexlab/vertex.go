package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mexlab/game/text"
	"mexlab/kernel"
)

func newVertex(stdin *os.File) *cobra.Command {
	var name string
	var explain bool
	b := budget(kernel.DefaultBudget)
	cmd := &cobra.Command{
		Use:   "vertex [FILE | K VALUES]",
		Short: "Read vertices, write the mex of each",
		Long: `Read one vertex a line and write its Grundy value: the mex of the XORs of
exactly K of its successors' values, repetition allowed. K and values that stand in
the command line are one vertex. Otherwise the lines come from FILE, or without it,
or with "-", from standard input.

A line is K, a tab or spaces, and the successors' values with commas or spaces between
them. A line without values is a leaf, and its value is 0. A tab after the values and
the text behind it are ignored, so that a file may hold the expected answers. Empty
lines are skipped. K has up to 63 bits, a value up to 64.

--explain writes a table instead, with a row for each line: what decides the mex, and
which way kernel auto takes to find it among similar vertices. Only a vertex of class
K < rank-1 needs a search, and the further that has to look (column tried), the slower
it is. docs/numbers.md explains all columns.

If a line is wrong, the lines before it are answered, the message says which line
it is, and the exit code is 2.`,
		Example: `  mexlab vertex 2 0,1,2
  printf '2\t0,1,2\n3\t405,497,253,241,31,0,136\n7\t\n' | mexlab vertex
  printf '9\t0,1,3,6,12\n5\t0,1,3,6,12,24,48,96,77,83\n' | mexlab vertex --explain`,
		Args: func(cmd *cobra.Command, args []string) error {
			if isVertex(args) {
				return nil
			}
			if len(args) > 1 {
				return fmt.Errorf("%q takes one file, or K and values like 2 0,1,2, not %q", cmd.CommandPath(), strings.Join(args, " "))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := findKernel(name)
			if err != nil {
				return err
			}
			explainer, ok := k.(kernel.Explainer)
			err = refuse(cmd,
				refusal{!ok, "--kernel " + name, []string{"explain"}, notAuto},
				refusal{!searches(k), "--kernel " + name, []string{"budget"}, noSearch})
			if err != nil {
				return err
			}
			in, text := &input{name: "<arguments>"}, io.Reader(strings.NewReader(strings.Join(args, " ")))
			if !isVertex(args) {
				if in, err = openInput(args, stdin, cmd.ErrOrStderr()); err != nil {
					return err
				}
				defer in.Close()
				text = in.File
			}
			r, ws := newVertexReader(text), &kernel.Workspace{Budget: uint64(b)}
			if explain {
				return in.locate(r.explain(cmd.OutOrStdout(), explainer, ws))
			}
			return in.locate(r.solve(bufio.NewWriter(cmd.OutOrStdout()), k, ws))
		},
	}
	cmd.Flags().BoolVar(&explain, "explain", false, "write what decides each mex, and how it was found")
	addKernelFlags(cmd, &name, &b)
	return cmd
}

// isVertex reports whether arguments are K and values, in one argument or several,
// and no file.
func isVertex(args []string) bool {
	line := strings.Join(args, " ")
	return strings.Contains(line, " ") && line[0] >= '0' && line[0] <= '9'
}

// A vertexReader turns lines "K<TAB>v1,v2,..." into batches. It holds the lines of
// one read, or one line if that is longer.
type vertexReader struct {
	r   io.Reader
	buf []byte // from the last read
	at  int    // the next byte of buf

	readErr error // of the last read
	err     error // the first of reading, answering or in the text

	pos   text.Pos // of the next byte
	batch kernel.Batch
	lines []int // the line of each row in batch

	// flush answers the complete lines, before each read: that may wait.
	flush func() error
}

func newVertexReader(r io.Reader) *vertexReader {
	v := &vertexReader{r: r, buf: make([]byte, 0, 1<<18), pos: text.Pos{Line: 1, Col: 1}}
	v.batch.Reset()
	return v
}

// solve writes the mex of every vertex, one a line, up to an error.
func (v *vertexReader) solve(w *bufio.Writer, k kernel.Kernel, ws *kernel.Workspace) error {
	return v.read(func() error { return v.answer(w, k, ws) })
}

// read reads all lines, and has flush answer them. It returns the first error.
func (v *vertexReader) read(flush func() error) error {
	v.flush = flush
	for v.peek() != end {
		v.line()
	}
	return cmp.Or(v.flush(), v.err) // flush is about an earlier line
}

// answer writes the results of the rows in the batch, up to the first that the
// kernel cannot do, and forgets all rows.
func (v *vertexReader) answer(w *bufio.Writer, k kernel.Kernel, ws *kernel.Workspace) error {
	b := &v.batch
	n := b.Len()
	err := k.Mex(ws, b)
	if row, ok := errors.AsType[*kernel.RowError](err); ok {
		n = row.Row
		err = v.about(n, row.Err)
	}
	for _, g := range b.Mex[:n] {
		if w.Available() < len("18446744073709551615\n") {
			w.Flush() // whole lines, in case that the process is ended before the next ones
		}
		w.Write(strconv.AppendUint(w.AvailableBuffer(), g, 10))
		w.WriteByte('\n')
	}
	v.forget()
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	return err
}

// about returns an error of a row as one of its line.
func (v *vertexReader) about(row int, err error) error {
	return &text.Error{Pos: text.Pos{Line: v.lines[row], Col: 1}, Msg: err.Error()}
}

// forget removes all rows. The values of an open row stay.
func (v *vertexReader) forget() {
	b := &v.batch
	open := b.Succ[b.Off[b.Len()]:]
	b.Reset()
	b.Succ = append(b.Succ, open...)
	v.lines = v.lines[:0]
}

// end is what peek returns after the last byte, and after an error.
const end = -1

// peek returns the next byte, or end, and does not pass over it.
func (v *vertexReader) peek() int {
	for v.at == len(v.buf) && v.err == nil && v.readErr == nil {
		if v.err = v.flush(); v.err == nil {
			var n int
			n, v.readErr = v.r.Read(v.buf[:cap(v.buf)])
			v.buf, v.at = v.buf[:n], 0
		}
	}
	if v.at < len(v.buf) && v.err == nil {
		return int(v.buf[v.at])
	}
	if v.err == nil && v.readErr != io.EOF {
		v.err = v.readErr
	}
	return end
}

func (v *vertexReader) skip() {
	v.at++
	v.pos.Col++
}

func (v *vertexReader) spaces() {
	for v.peek() == ' ' {
		v.skip()
	}
}

// line reads one line into the batch, unless there is an error.
func (v *vertexReader) line() {
	if c := v.peek(); c == '\n' || c == '\r' {
		v.endLine()
		return
	}
	k := v.number("K", math.MaxInt64)
	c := v.peek()
	if c != '\t' && c != ' ' {
		v.unexpected(c, "a tab or a space after K, and then the successors' values (a leaf has none)")
	}
	v.spaces()
	if c = v.peek(); c == '\t' {
		v.skip()
	}
	v.values()
	row := v.pos.Line
	if v.endLine(); v.err == nil {
		v.batch.Close(k)
		v.lines = append(v.lines, row)
	}
}

// values reads the successors' values and ignores a third column.
func (v *vertexReader) values() {
	v.spaces()
	c := v.peek()
	for comma := false; comma || c >= '0' && c <= '9'; {
		x := v.number("a successor's value", math.MaxUint64)
		if uint64(len(v.batch.Succ)) == math.MaxUint32 {
			v.errorf("more than %d values in one line", uint32(math.MaxUint32))
		}
		v.batch.Succ = append(v.batch.Succ, x)
		v.spaces()
		c = v.peek()
		if comma = c == ','; comma {
			v.skip()
			v.spaces()
		}
	}
	switch c {
	case '\t':
		for c != '\n' && c != end {
			v.skip()
			c = v.peek()
		}
	case '\n', '\r', end:
	default:
		v.unexpected(c, "a comma, a space, a tab or the end of the line after a value")
	}
}

// endLine passes over the end of a line: "\n", "\r\n", or the end of the input.
func (v *vertexReader) endLine() {
	c := v.peek()
	if c == '\r' {
		v.skip()
		c = v.peek()
	}
	switch c {
	case '\n':
		v.at++
		v.pos = text.Pos{Line: v.pos.Line + 1, Col: 1}
	case end:
	default:
		v.unexpected(c, "the end of the line")
	}
}

func (v *vertexReader) number(what string, max uint64) (x uint64) {
	start := v.pos
	for {
		c := v.peek()
		if c < '0' || c > '9' {
			if v.pos == start {
				v.unexpected(c, what+", a non-negative integer")
			}
			return x
		}
		digit := uint64(c - '0')
		if x > (max-digit)/10 {
			v.pos = start
			v.errorf("%s is beyond %d", what, max)
			return 0
		}
		x = x*10 + digit
		v.skip()
	}
}

// errorf sets the error about the text at the current position, if it is the first.
func (v *vertexReader) errorf(format string, args ...any) {
	if v.err == nil {
		v.err = &text.Error{Pos: v.pos, Msg: fmt.Sprintf(format, args...)}
	}
}

// unexpected sets the error for the byte c at the current position.
func (v *vertexReader) unexpected(c int, expected string) {
	found := "the end of the input"
	switch {
	case c == '\n' || c == '\r':
		found = "the end of the line"
	case c == end:
	case c >= 0x80:
		found = fmt.Sprintf("the byte %#x", c)
	default:
		found = fmt.Sprintf("%q", rune(c))
	}
	v.errorf("expected %s, found %s", expected, found)
}
