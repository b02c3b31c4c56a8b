package text

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"

	"mexlab/asm"
)

// A Pos is a place in the input. Lines end with a line feed; columns count
// bytes. Both start at 1.
type Pos struct{ Line, Col int }

// String returns "LINE:COL".
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// extent returns how far text leads: Pos{2, 5} is two line feeds and four bytes
// after the second, Pos{0, 4} is four bytes.
func extent(text []byte) Pos {
	lines := bytes.Count(text, []byte{'\n'})
	if lines == 0 {
		return Pos{0, len(text)}
	}
	return Pos{lines, len(text) - bytes.LastIndexByte(text, '\n')}
}

// plus returns the place that is extent after p.
func (p Pos) plus(extent Pos) Pos {
	if extent.Line == 0 {
		return Pos{p.Line, p.Col + extent.Col}
	}
	return Pos{p.Line + extent.Line, extent.Col}
}

// Pos returns where the last token read is.
func (r *Reader) Pos() Pos {
	if r.next == 0 {
		return r.position(r.tok)
	}
	return r.position(r.locate(r.next).start)
}

// setOrigin says that buf[0] is at pos.
func (r *Reader) setOrigin(pos Pos) {
	r.origin, r.anchor.at, r.anchor.pos = pos, 0, pos
}

// position returns where buf[i] is in the input. Positions are mostly asked for
// in the order of the text, so each one is found from the one before.
func (r *Reader) position(i int) Pos {
	a := &r.anchor
	if i < a.at {
		a.at, a.pos = 0, r.origin
	}
	a.pos = a.pos.plus(extent(r.buf[a.at:i]))
	a.at = i
	return a.pos
}

// consumed returns where the text after the last token read starts in buf.
func (r *Reader) consumed() int {
	if r.next == 0 {
		return r.pos
	}
	return r.locate(r.next).end
}

// A token is the n-th of those that were read ahead, buf[start:end].
type token struct{ n, start, end int }

// locate returns the n-th of the tokens that were read ahead. n never decreases
// between calls of setAhead, so each token is found from the one before, and all
// of them together take one more look at the text.
func (r *Reader) locate(n int) token {
	t := &r.located
	for t.n < n && r.end-t.end >= asm.BlockSize {
		// t.end is not inside a token, so the tokens that end in the next block
		// can be counted as bits.
		digits, _ := asm.Digits((*[asm.BlockSize]byte)(r.buf[t.end:]))
		ends := digits << 1 &^ digits
		k, last := bits.OnesCount64(ends), bits.Len64(ends)-1
		if k == 0 {
			break
		}
		if k > n-t.n {
			k = n - t.n
			for range k - 1 {
				ends &= ends - 1
			}
			last = bits.TrailingZeros64(ends)
		}
		t.start = t.end + bits.Len64(digits&^(digits<<1)&(1<<last-1)) - 1
		t.end += last
		t.n += k
	}
	for ; t.n < n; t.n++ {
		t.start = t.end
		for isSpace(r.buf[t.start]) {
			t.start++
		}
		t.end = t.start
		for t.end < r.end && !isSpace(r.buf[t.end]) {
			t.end++
		}
	}
	return *t
}

// A Mark is a place in the input to go back to, after a token.
type Mark struct {
	pos    Pos
	offset int64 // from where the Reader began
}

// Mark returns the place after the last token read. It is not ok if the source
// cannot go back there: a regular file can, a pipe cannot.
func (r *Reader) Mark() (m Mark, ok bool) {
	if r.seeker == nil {
		return Mark{}, false
	}
	at := r.consumed()
	return Mark{r.position(at), r.dropped + int64(at)}, true
}

// IsAt reports whether the last token read ends at m.
func (r *Reader) IsAt(m Mark) bool { return r.dropped+int64(r.consumed()) == m.offset }

// Rewind goes back to a Mark, to read the text after it again.
func (r *Reader) Rewind(m Mark) error {
	if _, err := r.seeker.Seek(r.start+m.offset, io.SeekStart); err != nil {
		return fmt.Errorf("cannot read the input again: %w", err)
	}
	r.dropped, r.err = m.offset, nil
	r.pos, r.end, r.tok = 0, 0, 0
	r.setAhead(0, 0)
	r.setOrigin(m.pos)
	return nil
}
