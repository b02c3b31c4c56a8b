package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"mexlab/game/text"
	"mexlab/kernel"
)

// A vertexReader turns lines "K<TAB>v1,v2,..." into batches. It holds the lines of
// one read, or one line if that is longer.
type vertexReader struct {
	r   io.Reader
	buf []byte // from the last read
	at  int    // the next byte of buf
	err error  // of the last read

	pos   text.Pos // of the next byte
	batch kernel.Batch
	lines []int // the line of each row in batch

	// flush answers the complete lines. It is called before each read, which may
	// wait.
	flush func() error
}

func newVertexReader(r io.Reader) *vertexReader {
	v := &vertexReader{r: r, buf: make([]byte, 0, 1<<18), pos: text.Pos{Line: 1, Col: 1}}
	v.batch.Reset()
	return v
}

// solve writes the mex of every vertex, one a line. Before an error is returned,
// the lines before it are answered.
func (v *vertexReader) solve(w *bufio.Writer, k kernel.Kernel, ws *kernel.Workspace) error {
	v.flush = func() error { return v.answer(w, k, ws) }
	for {
		err := v.line()
		if err == nil {
			continue
		}
		if flushErr := v.flush(); flushErr != nil {
			return flushErr // about an earlier line
		}
		if err == io.EOF {
			return nil
		}
		return err
	}
}

// answer writes the results of the rows in the batch, up to the first that the
// kernel cannot do, and removes all rows. The values of an open row stay.
func (v *vertexReader) answer(w *bufio.Writer, k kernel.Kernel, ws *kernel.Workspace) error {
	b := &v.batch
	n := b.Len()
	err := k.Mex(ws, b)
	if row, ok := errors.AsType[*kernel.RowError](err); ok {
		n = row.Row
		err = &text.Error{Pos: text.Pos{Line: v.lines[n], Col: 1}, Msg: row.Err.Error()}
	}
	for _, g := range b.Mex[:n] {
		w.Write(strconv.AppendUint(w.AvailableBuffer(), g, 10))
		w.WriteByte('\n')
	}
	open := b.Succ[b.Off[b.Len()]:]
	b.Reset()
	b.Succ = append(b.Succ, open...)
	v.lines = v.lines[:0]
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	return err
}

// end is what peek returns after the last byte.
const end = -1

// peek returns the next byte, or end, and does not pass over it. The error is from
// reading or from answering.
func (v *vertexReader) peek() (int, error) {
	for v.at == len(v.buf) {
		if v.err == io.EOF {
			return end, nil
		}
		if v.err != nil {
			return end, v.err
		}
		if err := v.flush(); err != nil {
			return end, err
		}
		var n int
		n, v.err = v.r.Read(v.buf[:cap(v.buf)])
		v.buf, v.at = v.buf[:n], 0
	}
	return int(v.buf[v.at]), nil
}

// skip passes over the byte that peek returned.
func (v *vertexReader) skip() {
	v.at++
	v.pos.Col++
}

// line reads one line into the batch. Without another line it returns io.EOF.
func (v *vertexReader) line() error {
	c, err := v.peek()
	if err != nil {
		return err
	}
	if c == end {
		return io.EOF
	}
	if c == '\n' || c == '\r' {
		return v.endLine()
	}
	k, err := v.number("K", math.MaxInt64)
	if err != nil {
		return err
	}
	c, err = v.peek()
	if err != nil {
		return err
	}
	if c != '\t' {
		return v.unexpected(c, "a tab after K, and then the successors' values (a leaf has none)")
	}
	v.skip()
	if err := v.values(); err != nil {
		return err
	}
	row := v.pos.Line
	if err := v.endLine(); err != nil {
		return err
	}
	v.batch.Close(k)
	v.lines = append(v.lines, row)
	return nil
}

// values reads the successors' values and ignores a third column.
func (v *vertexReader) values() error {
	c, err := v.peek()
	if err != nil {
		return err
	}
	for more := c >= '0' && c <= '9'; more; {
		x, err := v.number("a successor's value", math.MaxUint64)
		if err != nil {
			return err
		}
		if uint64(len(v.batch.Succ)) == math.MaxUint32 {
			return v.errorf("more than %d values in one line", uint32(math.MaxUint32))
		}
		v.batch.Succ = append(v.batch.Succ, x)
		if c, err = v.peek(); err != nil {
			return err
		}
		if more = c == ','; more {
			v.skip()
		}
	}
	switch c {
	case '\t':
		for c != '\n' && c != end {
			v.skip()
			if c, err = v.peek(); err != nil {
				return err
			}
		}
		return nil
	case '\n', '\r', end:
		return nil
	}
	return v.unexpected(c, "a comma, a tab or the end of the line after a value")
}

// endLine passes over the end of a line: "\n", "\r\n", or the end of the input.
func (v *vertexReader) endLine() error {
	c, err := v.peek()
	if err != nil {
		return err
	}
	if c == '\r' {
		v.skip()
		if c, err = v.peek(); err != nil {
			return err
		}
	}
	switch c {
	case '\n':
		v.at++
		v.pos = text.Pos{Line: v.pos.Line + 1, Col: 1}
		return nil
	case end:
		return nil
	}
	return v.unexpected(c, "the end of the line")
}

// number reads a decimal number up to max.
func (v *vertexReader) number(what string, max uint64) (uint64, error) {
	start := v.pos
	var x uint64
	for {
		c, err := v.peek()
		if err != nil {
			return 0, err
		}
		if c < '0' || c > '9' {
			if v.pos == start {
				return 0, v.unexpected(c, what+", a non-negative integer")
			}
			return x, nil
		}
		digit := uint64(c - '0')
		if x > (max-digit)/10 {
			v.pos = start
			return 0, v.errorf("%s is beyond %d", what, max)
		}
		x = x*10 + digit
		v.skip()
	}
}

func (v *vertexReader) errorf(format string, args ...any) error {
	return &text.Error{Pos: v.pos, Msg: fmt.Sprintf(format, args...)}
}

// unexpected is the error for the byte c at the current position.
func (v *vertexReader) unexpected(c int, expected string) error {
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
	return v.errorf("expected %s, found %s", expected, found)
}
