package text

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Pos is a place in the input. Lines end with a line feed; columns count
// bytes. Both start at 1.
type Pos struct{ Line, Col int }

// String returns "LINE:COL".
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// extent returns how far text leads from where it starts: Pos{2, 5} is two line
// feeds and four bytes after the last of them, Pos{0, 4} four bytes.
func extent(text []byte) Pos {
	lines := bytes.Count(text, []byte{'\n'})
	if lines == 0 {
		return Pos{0, len(text)}
	}
	return Pos{lines, len(text) - bytes.LastIndexByte(text, '\n')}
}

// plus returns the place so far after p.
func (p Pos) plus(extent Pos) Pos {
	if extent.Line == 0 {
		return Pos{p.Line, p.Col + extent.Col}
	}
	return Pos{p.Line + extent.Line, extent.Col}
}

// An Error says what is wrong with the input, and where.
type Error struct {
	Pos   Pos
	Msg   string
	Cause error // what Msg tells of, where that is an error too, or nil
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }
func (e *Error) Unwrap() error { return e.Cause }

// Pos returns where the last token read is.
func (r *Reader) Pos() Pos { return r.position(r.last()) }

// Errorf returns an error about the last token read.
func (r *Reader) Errorf(format string, args ...any) *Error {
	return &Error{Pos: r.Pos(), Msg: fmt.Sprintf(format, args...)}
}

// TooShort returns the error that the input ends before what the last token read
// announces: TooShort("%d edges", 3) says "expected 3 edges to follow, found only
// 7 bytes of input". It is for inputs of known size.
func (r *Reader) TooShort(format string, args ...any) *Error {
	left, _ := r.Remaining()
	return r.Errorf("expected %s to follow, found only %d bytes of input", fmt.Sprintf(format, args...), left)
}

// Expected adds what should have stood in the place of an error:
//
//	Expected(err, "game %d: expected the number of edges", 2)
//
// turns "7:3: end of input" into "7:3: game 2: expected the number of edges,
// found end of input". Errors that are not about the input's text stay as they
// are.
func Expected(err error, format string, args ...any) error {
	return prefix(err, ", found ", format, args)
}

// In adds where in the input's own structure an error is: In(err, "game %d", 2)
// puts "game 2: " in front of its message. Errors that are not about the
// input's text stay as they are.
func In(err error, format string, args ...any) error {
	return prefix(err, ": ", format, args)
}

func prefix(err error, sep, format string, args []any) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	return &Error{e.Pos, fmt.Sprintf(format, args...) + sep + e.Msg, e.Cause}
}

// broken reports that the source of the input failed.
func (r *Reader) broken() error { return fmt.Errorf("cannot read the input: %w", r.err) }

// bad returns an error that quotes the token at r.pos, with why it is wrong.
// It looks no further than the quotation, however long the token is.
func (r *Reader) bad(why string) *Error {
	token, more := r.quotable()
	if r.before == (Pos{1, 1}) && r.pos == 0 {
		if what := foreign(token); what != "" {
			return r.Errorf("%s", what)
		}
	}
	return r.Errorf("%s%s, %s", strconv.Quote(token), more, why)
}

// foreign says what a file is that begins like this, where it is known and no
// text of numbers.
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
	// Without a mark, a zero byte goes before or after each digit.
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

// quotable returns the token at r.pos, cut to quoteLimit bytes, and "..." when
// that left some out.
func (r *Reader) quotable() (token, more string) {
	end := func() int { return bytes.IndexAny(r.buf[r.pos:r.end], " \t\n\v\f\r") }
	for end() < 0 && r.end-r.pos <= quoteLimit && r.fill() {
	}
	b := r.buf[r.pos:r.end]
	if n := end(); n >= 0 {
		b = b[:n]
	}
	if len(b) > quoteLimit {
		b, more = b[:quoteLimit], "..."
	}
	return string(b), more
}
