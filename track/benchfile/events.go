package benchfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
)

// An eventReader reads the output of "go test -json" as "go test" without it
// would have written it. Packages may take turns in the middle of a line; each
// gets its lines whole, below a line "pkg: ..." if another had the line before.
type eventReader struct {
	r       *bufio.Reader
	line    int               // of the events
	pending map[string][]byte // the start of a line, by package
	order   []string          // the packages of pending
	pkg     string            // of the last line
	text    []byte            // to be read
	origin  []int32           // of each line of the text, the line of the event that ended it
	err     error
}

// An event is a line of "go test -json", as cmd/test2json describes it.
type event struct{ Action, Package, Output string }

// startsWithEvent reports whether a file is the output of "go test -json".
func startsWithEvent(start []byte) bool {
	start = bytes.TrimLeft(bytes.TrimPrefix(start, byteOrderMark), " \t\r\n")
	return bytes.HasPrefix(start, []byte("{")) && bytes.Contains(start, []byte(`"Action":"`))
}

func (e *eventReader) Read(p []byte) (int, error) {
	for len(e.text) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		e.next()
	}
	n := copy(p, e.text)
	e.text = e.text[n:]
	return n, nil
}

// next reads an event. A line that is none is passed on: what a program wrote
// beside the events may be among them.
func (e *eventReader) next() {
	e.text = e.text[:0]
	line, err := e.r.ReadBytes('\n')
	e.err = err
	if e.line++; e.line == 1 {
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	var ev event
	switch {
	case len(bytes.TrimSpace(line)) == 0:
	case json.Unmarshal(line, &ev) != nil || ev.Action == "":
		e.add("", string(bytes.TrimRight(line, "\r\n"))+"\n")
	default:
		e.add(ev.Package, ev.Output)
	}
	if errors.Is(err, io.EOF) {
		for _, pkg := range slices.Clone(e.order) { // ends of lines that never came
			if len(e.pending[pkg]) > 0 {
				e.add(pkg, "\n")
			}
		}
	}
}

// add adds output, and passes the lines on that are whole.
func (e *eventReader) add(pkg, output string) {
	old, known := e.pending[pkg]
	if !known {
		e.order = append(e.order, pkg)
	}
	text := append(old, output...)
	end := bytes.LastIndexByte(text, '\n') + 1
	if end > 0 {
		if pkg != e.pkg && pkg != "" {
			e.pkg = pkg
			e.pass([]byte("pkg: " + pkg + "\n"))
		}
		e.pass(text[:end])
	}
	e.pending[pkg] = append(text[:0], text[end:]...)
}

func (e *eventReader) pass(lines []byte) {
	e.text = append(e.text, lines...)
	for range bytes.Count(lines, []byte("\n")) {
		e.origin = append(e.origin, int32(e.line))
	}
}

// Plain returns a file's text, of "go test -json" the output.
func Plain(text []byte) []byte {
	if !startsWithEvent(text[:min(len(text), peeked)]) {
		return text
	}
	plain, _ := io.ReadAll(newEventReader(bufio.NewReader(bytes.NewReader(text)))) // reading memory does not fail
	return plain
}

func newEventReader(r *bufio.Reader) *eventReader {
	return &eventReader{r: r, pending: map[string][]byte{}}
}
