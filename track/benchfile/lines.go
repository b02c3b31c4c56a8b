package benchfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest line that benchfmt.Reader takes; it ends the read at
// a longer one.
const maxLine = bufio.MaxScanTokenSize - 2

// lines passes text on line by line, so that benchfmt.Reader can read all of
// it: without a byte order mark, and with an empty line for each that is longer
// than maxLine, which keeps the line numbers right.
type lines struct {
	r     *bufio.Reader
	rest  []byte // of the current line, to be passed on
	line  int    // the number of the current line
	long  func(line int, start []byte)
	begun bool
}

func newLines(r io.Reader, long func(line int, start []byte)) *lines {
	return &lines{r: bufio.NewReaderSize(r, maxLine+2), long: long}
}

func (l *lines) Read(p []byte) (int, error) {
	if !l.begun {
		l.begun = true
		if err := l.checkEncoding(); err != nil {
			return 0, err
		}
	}
	n := 0
	for n < len(p) {
		if len(l.rest) == 0 {
			// The bytes of a line are valid until the next is read, so all of
			// rest has to be gone by now; and what is there already need not
			// wait for more.
			if n > 0 && l.r.Buffered() == 0 {
				break
			}
			if err := l.next(); err != nil {
				if n > 0 && err == io.EOF {
					break // comes again at the next call
				}
				return n, err
			}
		}
		k := copy(p[n:], l.rest)
		n += k
		l.rest = l.rest[k:]
	}
	return n, nil
}

// next reads a line into rest.
func (l *lines) next() error {
	line, err := l.r.ReadSlice('\n')
	l.line++
	if errors.Is(err, bufio.ErrBufferFull) {
		l.long(l.line, line[:min(len(line), 40)])
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = l.r.ReadSlice('\n')
		}
		line = []byte("\n")
	}
	if len(line) > 0 && (err == nil || err == io.EOF) {
		l.rest = line
		return nil
	}
	return err
}

// checkEncoding takes a UTF-8 byte order mark off, and refuses text in other
// encodings: to benchfmt it has no results, and no error.
func (l *lines) checkEncoding() error {
	start, err := l.r.Peek(512)
	if err != nil && err != io.EOF {
		return err
	}
	switch {
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		l.r.Discard(3)
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return &encodingError{"UTF-16"}
	case bytes.IndexByte(start, 0) >= 0:
		return &encodingError{"UTF-16 without a byte order mark, or not text"}
	}
	return nil
}

// An encodingError is the refusal of text that is not UTF-8.
type encodingError struct{ found string }

func (e *encodingError) Error() string {
	return fmt.Sprintf("found %s, expected UTF-8; "+
		"PowerShell 5 writes UTF-16 with \">\": use \"| Out-File -Encoding utf8\", or convert with iconv", e.found)
}
