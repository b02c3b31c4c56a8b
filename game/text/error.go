package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// An Error says what is wrong with the input, and where.
type Error struct {
	Pos   Pos
	Msg   string
	Cause error // the error that Msg describes, or nil
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }
func (e *Error) Unwrap() error { return e.Cause }

// AppendLine appends the error as an answer of one line: "error: 3:7: ...", or as
// JSON {"line":3,"column":7,"error":"..."}.
func (e *Error) AppendLine(b []byte, asJSON bool) []byte {
	if !asJSON {
		return append(append(append(b, "error: "...), e.Error()...), '\n')
	}
	var line bytes.Buffer
	to := json.NewEncoder(&line)
	to.SetEscapeHTML(false) // paths of vertices have arrows
	to.Encode(struct {
		Line   int    `json:"line"`
		Column int    `json:"column"`
		Error  string `json:"error"`
	}{e.Pos.Line, e.Pos.Col, e.Msg})
	return append(b, line.Bytes()...)
}

// Errorf returns an error about the last token read.
func (r *Reader) Errorf(format string, args ...any) *Error {
	return &Error{Pos: r.Pos(), Msg: fmt.Sprintf(format, args...)}
}

// TooShort returns the error that the last token read announces more than the
// input has: TooShort("%d edges", 3) says "expected 3 edges to follow, found
// only 7 bytes of input". It is for inputs of known size.
func (r *Reader) TooShort(format string, args ...any) *Error {
	left, _ := r.Remaining()
	return r.Errorf("expected %s to follow, found only %d bytes of input", fmt.Sprintf(format, args...), left)
}

// Expected adds to an *Error what should have been in its place:
//
//	Expected(err, "game %d: expected the number of edges", 2)
//
// turns "7:3: end of input" into "7:3: game 2: expected the number of edges,
// found end of input". It returns any other error unchanged.
func Expected(err error, format string, args ...any) error {
	return prefix(err, ", found ", format, args)
}

// In adds to an *Error where it is in the input's own structure: In(err, "game
// %d", 2) puts "game 2: " before its message. It returns any other error
// unchanged.
func In(err error, format string, args ...any) error {
	return prefix(err, ": ", format, args)
}

func prefix(err error, sep, format string, args []any) error {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	return &Error{e.Pos, fmt.Sprintf(format, args...) + sep + e.Msg, e.Cause}
}

// sourceError reports that the source of the input failed.
func (r *Reader) sourceError() error { return fmt.Errorf("cannot read the input: %w", r.err) }

// bad returns an error that quotes the token at r.pos and says why it is wrong.
// It looks no further than the quotation, however long the token is.
func (r *Reader) bad(why string) *Error {
	token, more := r.quotable()
	if r.origin == (Pos{1, 1}) && r.pos == 0 {
		if what := foreign(token); what != "" {
			return r.Errorf("%s", what)
		}
	}
	return r.Errorf("%s%s, %s", strconv.Quote(token), more, why)
}

// foreign says what a file is if its start, token, shows that it has no numbers.
func foreign(token string) string {
	const utf16 = "text in UTF-16: save it as UTF-8"
	for _, known := range []struct{ magic, what string }{
		{"\ufeff", "a byte order mark: save the text without one"},
		{"\xff\xfe", utf16},
		{"\xfe\xff", utf16},
		{"BZh", "a file compressed by bzip2: decompress it first"},
		{"\xfd7zXZ\x00", "a file compressed by xz: decompress it first"},
		{"PK\x03\x04", "a zip archive: unpack it first"},
	} {
		if strings.HasPrefix(token, known.magic) {
			return known.what
		}
	}
	// UTF-16 without a mark has a zero byte before or after each digit.
	before, after := len(token) > 1, len(token)%2 == 0
	for i := range len(token) {
		before = before && (token[i] == 0) == (i%2 == 0)
		after = after && (token[i] == 0) == (i%2 == 1)
	}
	if before || after {
		return utf16
	}
	return ""
}

// maxQuote is how many bytes of a token an error message repeats.
const maxQuote = 20

// quotable returns the token at r.pos, or its first maxQuote bytes and "...".
func (r *Reader) quotable() (token, more string) {
	end := func() int { return bytes.IndexAny(r.buf[r.pos:r.end], " \t\n\v\f\r") }
	for end() < 0 && r.end-r.pos <= maxQuote && r.fill() {
	}
	b := r.buf[r.pos:r.end]
	if n := end(); n >= 0 {
		b = b[:n]
	}
	if len(b) > maxQuote {
		b, more = b[:maxQuote], "..."
	}
	return string(b), more
}
