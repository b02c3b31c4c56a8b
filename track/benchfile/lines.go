package benchfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest line that benchfmt.Reader takes. It stops at a longer one.
const maxLine = bufio.MaxScanTokenSize - 2

// lines passes text on line by line, so that benchfmt.Reader can read all of
// it: without a byte order mark, and with an empty line for each that is longer
// than maxLine, which keeps the line numbers right.
type lines struct {
	r    *bufio.Reader
	all  []byte // of the current line; benchfmt.Reader asks for the next when it is done with it
	rest []byte // of the current line, to be passed on
	line int    // the number of the current line
	file *File  // is told of what the reader passes over

	events *eventReader // where the text comes from, if it is that of "go test -json"
}

func newLines(r io.Reader, file *File) *lines {
	l := &lines{r: bufio.NewReaderSize(r, maxLine+2), file: file}
	if start, _ := l.r.Peek(peeked); startsWithEvent(start) { // an error comes again
		l.events = newEventReader(l.r)
		l.r = bufio.NewReaderSize(l.events, maxLine+2)
	}
	return l
}

// peeked is how much of the start of a file is looked at, in bytes.
const peeked = 512

var byteOrderMark = []byte("\xef\xbb\xbf")

// origin returns the line of the file that a line of the text comes from.
func (l *lines) origin(line int) int {
	if l.events == nil || line > len(l.events.origin) {
		return line
	}
	return int(l.events.origin[line-1])
}

func (l *lines) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		if err := l.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next reads a line into rest.
func (l *lines) next() error {
	if l.line == 0 {
		if err := l.checkEncoding(); err != nil {
			return err
		}
	}
	line, err := l.r.ReadSlice('\n')
	l.line++
	if errors.Is(err, bufio.ErrBufferFull) {
		l.file.longLine(l.origin(l.line), line)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = l.r.ReadSlice('\n')
		}
		line = []byte("\n")
	}
	if len(line) > 0 && (err == nil || err == io.EOF) {
		l.all, l.rest = line, line
		l.file.failed(l.origin(l.line), line)
		return nil
	}
	return err
}

// checkEncoding removes a UTF-8 byte order mark and refuses text in other
// encodings: benchfmt would find neither results nor an error.
func (l *lines) checkEncoding() error {
	start, err := l.r.Peek(peeked)
	if err != nil && err != io.EOF {
		return err
	}
	switch {
	case bytes.HasPrefix(start, byteOrderMark):
		l.r.Discard(len(byteOrderMark))
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return fmt.Errorf("found UTF-16, %s", wantUTF8)
	case bytes.IndexByte(start, 0) >= 0:
		return fmt.Errorf("found UTF-16 without a byte order mark, or not text, %s", wantUTF8)
	}
	return nil
}

const wantUTF8 = "expected UTF-8; PowerShell 5 writes UTF-16 with \">\": use \"| Out-File -Encoding utf8\", or convert with iconv"
