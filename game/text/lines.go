package text

import (
	"bytes"
	"encoding/binary"
	"io"

	"mexlab/asm"
)

// A Reader of lines gives out the numbers of one line at a time. At the end of a
// line, Uint and the others return an *Error, and End returns nil. PeekLine is the
// fast way through lines that are read ahead, NextLine goes to any other.
//
// Numbers are read ahead as in other text, beyond the end of a line. Reader.have
// is then the end of those of the line.

// lines is what a Reader knows of the lines in its buffer.
type lines struct {
	number uint64    // of the current line, from 1
	begun  bool      // it is not blank, and NextLine went to it
	from   int       // buf[from] is its start, if it is not begun
	all    int       // numbers that are read ahead, of this line and later ones
	ends   []lineEnd // the line feeds between those numbers
	at     int       // ends[at] ends the current line, if there is one
}

// A lineEnd is the line feed buf[at] after the first n numbers that are read ahead.
type lineEnd struct{ n, at int }

// NewLineReader returns a Reader of the lines of src. A line ends with a line
// feed, which the last one may lack. NextLine or PeekLine has to come first.
func NewLineReader(src io.Reader) *Reader { return newLineReader(src, bufferSize) }

func newLineReader(src io.Reader, n int) *Reader {
	// The size of the input says nothing about that of a line.
	r := newReader(src, -1, n)
	r.lines = &lines{number: 1}
	return r
}

// Line returns the number of the current line, from 1.
func (r *Reader) Line() uint64 { return r.lines.number }

// PeekLine returns the numbers of the next line that has any, without consuming
// them. It returns nil if they are not all read ahead, or something else is in the
// line. The current line has to be consumed.
func (r *Reader) PeekLine() []uint64 {
	l := r.lines
	if l.begun && !r.leaveLine() {
		return nil
	}
	for {
		for l.ahead() {
			if r.next < r.have {
				return r.ahead[r.next:r.have]
			}
			r.passLine()
		}
		if !r.readMore() {
			return nil
		}
	}
}

// DiscardLine consumes the line that PeekLine returned.
func (r *Reader) DiscardLine() { r.passLine() }

// NextLine goes to the next line that has anything but white space, past what is
// left of the current one. ok is false at the end of the input. The error is one of
// the source.
func (r *Reader) NextLine() (ok bool, err error) {
	l := r.lines
	if l.begun && !r.leaveLine() {
		return false, r.endError()
	}
	for {
		if r.next < r.have {
			break
		}
		if l.ahead() {
			r.passLine()
			continue
		}
		for r.pos < r.end && isSpace(r.buf[r.pos]) && r.buf[r.pos] != '\n' {
			r.pos++
		}
		if r.pos == r.end {
			if r.fill() {
				l.from = 0
				continue
			}
			return false, r.endError()
		}
		if r.buf[r.pos] != '\n' {
			break
		}
		r.beginLine(r.pos + 1)
	}
	l.begun = true
	return true, nil
}

// CountLines returns the number of lines that have anything but white space.
func CountLines(r io.Reader) (n uint64, err error) {
	in := NewLineReader(r)
	for {
		ok, err := in.NextLine()
		if !ok {
			return n, err
		}
		n++
	}
}

// endError returns why the source gives no more, unless it is over.
func (r *Reader) endError() error {
	if r.err == io.EOF {
		return nil
	}
	return r.sourceError()
}

// ahead reports whether the end of the current line is read ahead.
func (l *lines) ahead() bool { return l.at < len(l.ends) }

// forget says that n numbers are read ahead, of the current line.
func (l *lines) forget(n int) { l.all, l.ends, l.at = n, l.ends[:0], 0 }

// passLine goes to the line after the current one, which ends ahead.
func (r *Reader) passLine() {
	l := r.lines
	end := l.ends[l.at]
	l.number++
	l.begun, l.from = false, end.at+1
	l.at++
	r.next = end.n
	r.limit()
}

// limit sets have to the end of the current line's numbers.
func (r *Reader) limit() {
	l := r.lines
	r.have = l.all
	if l.ahead() {
		r.have = l.ends[l.at].n
	}
}

// leaveLine goes past what is left of the current line. It reports whether the line
// has an end.
func (r *Reader) leaveLine() bool {
	if r.lines.ahead() {
		r.passLine()
		return true
	}
	for {
		if n := bytes.IndexByte(r.buf[r.pos:r.end], '\n'); n >= 0 {
			r.beginLine(r.pos + n + 1)
			return true
		}
		r.pos = r.end
		if !r.fill() {
			return false
		}
	}
}

// beginLine says that the next line starts at buf[at], and that nothing is read ahead.
func (r *Reader) beginLine(at int) {
	r.pos, r.tok = at, at
	r.setAhead(at, 0)
	r.lines.number++
	r.lines.begun, r.lines.from = false, at
}

// atLineEnd reports whether the text goes on with the end of the current line.
func (r *Reader) atLineEnd() bool {
	return r.lines != nil && r.pos < r.end && r.buf[r.pos] == '\n'
}

// returnLines gives up what is read ahead beyond the current line. All its numbers
// must have been consumed.
func (r *Reader) returnLines() {
	if l := r.lines; l.ahead() {
		r.pos = l.ends[l.at].at
		r.setAhead(r.pos, 0)
	}
}

// readMore reads more numbers ahead, after those of the current line. It touches
// src only if nothing of the line is consumed.
func (r *Reader) readMore() bool {
	l := r.lines
	if !l.begun {
		r.keepLine()
	} else {
		r.setAhead(r.pos, 0)
	}
	n, length := tier.Numbers(r.ahead[l.all:], r.buf[r.pos:r.end])
	if n == 0 && !l.begun && r.end-r.pos < asm.BlockReach && r.fillLine() {
		n, length = tier.Numbers(r.ahead[l.all:], r.buf[r.pos:r.end])
	}
	if n == 0 {
		return false
	}
	l.split(r.buf[:r.end], r.pos, r.pos+length, n)
	r.pos += length
	r.limit()
	return true
}

// keepLine moves the numbers of the current line to the start of those that are
// read ahead.
func (r *Reader) keepLine() {
	l := r.lines
	n := copy(r.ahead, r.ahead[r.next:l.all])
	r.setAhead(l.from, n)
}

// fillLine reads more text, and keeps that of the current line.
func (r *Reader) fillLine() bool {
	l := r.lines
	if r.err != nil || l.from == 0 && r.end == len(r.buf) {
		return false
	}
	r.drop(l.from)
	r.pos, r.tok, l.from = r.pos-l.from, 0, 0
	r.located.end = 0
	return r.load()
}

// split appends the line ends in buf[from:to], which holds n whole numbers.
func (l *lines) split(buf []byte, from, to, n int) {
	first := len(l.ends)
	switch {
	case bytes.IndexByte(buf[from:to], '\n') < 0: // as in most of a long line
	case l.splitBy(mostNumbers, buf, from, to) != n:
		l.ends = l.ends[:first]
		l.splitBy(countNumbers, buf, from, to)
	}
	l.all += n
}

// splitBy is split by a function that counts the numbers of a piece. It returns
// their sum.
//
// The sum of mostNumbers is that of countNumbers only if each of them is. That is so
// in lines with one blank between numbers, and takes a third of the time.
func (l *lines) splitBy(count func([]byte) int, buf []byte, from, to int) (sum int) {
	for {
		feed := bytes.IndexByte(buf[from:to], '\n')
		if feed < 0 {
			return sum + count(buf[from:to])
		}
		sum += count(buf[from:][:feed])
		l.ends = append(l.ends, lineEnd{l.all + sum, from + feed})
		from += feed + 1
	}
}

// mostNumbers returns how many numbers a piece of text has at most, by the white
// space in it: some stands before each number except the first.
func mostNumbers(piece []byte) int {
	for len(piece) > 0 && isSpace(piece[len(piece)-1]) {
		piece = piece[:len(piece)-1]
	}
	if len(piece) == 0 {
		return 0
	}
	white := len(piece) - countDigits(piece)
	if !isSpace(piece[0]) {
		white++
	}
	return white
}

// countDigits returns how many digits a text of digits and white space has: they are
// the bytes with bit 4.
func countDigits(piece []byte) (n int) {
	const bit4 = 0x10 * ones
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(piece[i:]) & bit4 }
	for ; len(piece) >= asm.BlockSize; piece = piece[asm.BlockSize:] {
		sum := word(0) + word(8) + word(16) + word(24) + word(32) + word(40) + word(48) + word(56)
		n += int(sum >> 4 * ones >> 56)
	}
	sum := uint64(0)
	for ; len(piece) >= 8; piece = piece[8:] {
		sum += word(0)
	}
	for _, c := range piece {
		sum += uint64(c & 0x10)
	}
	return n + int(sum>>4*ones>>56)
}

// countNumbers returns how many numbers a piece of text has, none of which is cut.
func countNumbers(piece []byte) (n int) {
	space := true
	for _, c := range piece {
		before := space
		if space = isSpace(c); before && !space {
			n++
		}
	}
	return n
}
