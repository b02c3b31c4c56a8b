// Package text reads unsigned integers, separated by white space, out of
// inputs of any size, and writes them. White space is space, tab, line feed,
// vertical tab, form feed and carriage return.
//
// Errors carry the line and column of the token they are about. Positions are
// worked out only when they are asked for, so they cost a reader nothing.
package text

import (
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"

	"mexlab/asm"
)

const (
	// bufferSize is in bytes, and also the longest token accepted. A buffer
	// of 1 MiB makes a cold 4.5 MB file 2.5 ms slower to read: its pages have
	// to be touched first, and it leaves the nearer caches.
	bufferSize = 1 << 16
	quoteLimit = 20                 // bytes of a token that an error message repeats
	margin     = 2 * asm.BlockReach // bytes a buffer has beyond an input of known size
	aheadMost  = 1 << 10            // tokens that are read ahead: 8 KiB
)

// tier turns text into numbers.
var tier = asm.Best()

// A Reader reads unsigned integers from a stream.
//
// An error does not consume the token it is about: asking again gives the same
// error.
type Reader struct {
	src io.Reader
	buf []byte // buf[pos:end] is read from src and not yet turned into numbers
	pos int
	end int
	tok int   // start of the last token, in buf, unless that was read ahead
	err error // why src gives no more: io.EOF, or what went wrong

	// Numbers are read ahead, many at a time: ahead[next:have] are still to be
	// given out. The text of ahead[:have] ends at buf[pos].
	ahead      []uint64
	next, have int

	// Places are asked for in the order of the text, so that each is found from
	// the one before it, and all together take one more look at the text.
	found struct{ n, start, end int } // the n-th of ahead is buf[start:end]
	known struct {                    // the position of buf[at]
		at  int
		pos Pos
	}

	before  Pos       // position of buf[0]
	dropped int64     // bytes of src before buf[0]
	size    int64     // bytes of src in all, or -1 when unknown
	seeker  io.Seeker // src, when its size is known and it can go back
	start   int64     // where src was when the Reader was made
}

// NewReader returns a Reader of src. When src is a regular file, or has a
// method Len that tells how many bytes are left in it, Remaining knows the
// size of the input.
func NewReader(src io.Reader) *Reader {
	size := sizeOf(src)
	n := int64(bufferSize)
	if size >= 0 {
		n = min(n, size+margin)
	}
	return newReader(src, size, int(n))
}

// newReader makes a Reader with a buffer of n bytes, at least margin.
func newReader(src io.Reader, size int64, n int) *Reader {
	r := &Reader{
		src: src, buf: make([]byte, max(n, margin)), before: Pos{1, 1}, size: size,
		ahead: make([]uint64, aheadMost),
	}
	if s, ok := src.(io.Seeker); ok && size >= 0 {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil {
			r.seeker, r.start = s, at
		}
	}
	r.known.pos = r.before
	return r
}

// sizeOf returns how many bytes src will give, or -1. A file that says it is
// empty is not believed: those under /proc all do.
func sizeOf(src io.Reader) int64 {
	switch s := src.(type) {
	case interface{ Len() int }:
		return int64(s.Len())
	case *os.File:
		info, err := s.Stat()
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			return -1
		}
		at, err := s.Seek(0, io.SeekCurrent)
		if err != nil {
			return -1
		}
		return max(0, info.Size()-at)
	}
	return -1
}

// Remaining returns the number of bytes after the last token read, when the
// size of the input is known.
func (r *Reader) Remaining() (n int64, known bool) {
	if r.size < 0 {
		return 0, false
	}
	pos := r.pos
	if r.next > 0 {
		_, pos = r.place(r.next)
	}
	return max(0, r.size-r.dropped-int64(pos)), true
}

// place returns where the n-th of the tokens read ahead starts and ends in buf.
// n is no smaller than it was before.
func (r *Reader) place(n int) (start, end int) {
	f := &r.found
	for f.n < n && r.end-f.end >= asm.BlockSize {
		// f.end is not inside a token, so those of a block can be counted.
		digit, _ := asm.Digits((*[asm.BlockSize]byte)(r.buf[f.end:]))
		ends := digit << 1 &^ digit
		have := bits.OnesCount64(ends)
		if have == 0 {
			break
		}
		if most := n - f.n; have > most {
			have = most
			for drop := ends; ; {
				if most--; most < 0 {
					ends &^= drop
					break
				}
				drop &= drop - 1
			}
		}
		last := bits.Len64(ends) - 1
		f.start = f.end + bits.Len64(digit&^(digit<<1)&(1<<last-1)) - 1
		f.end += last
		f.n += have
	}
	for ; f.n < n; f.n++ {
		f.start = f.end
		for isSpace(r.buf[f.start]) {
			f.start++
		}
		f.end = f.start
		for f.end < r.end && !isSpace(r.buf[f.end]) {
			f.end++
		}
	}
	return f.start, f.end
}

// last returns where the last token read starts in buf.
func (r *Reader) last() int {
	if r.next == 0 {
		return r.tok
	}
	start, _ := r.place(r.next)
	return start
}

// Fits reports whether n more tokens may follow: each takes two bytes, one of
// them white space. When the size of the input is unknown, anything fits.
func (r *Reader) Fits(n uint64) bool {
	if r.size < 0 {
		return true
	}
	// Those read ahead are sure to be there; in most cases that settles it.
	if sure := uint64(r.have-r.next) + uint64(max(0, r.size-r.dropped-int64(r.pos)))/2; n <= sure {
		return true
	}
	left, _ := r.Remaining()
	return n <= uint64(left+1)/2
}

// Reserve returns the capacity to start a slice with that is to hold n tokens:
// n when the input is known to be large enough, otherwise no more than costs
// nothing, so that a header's count is never trusted with memory.
func (r *Reader) Reserve(n uint64) int {
	const unproven = 1 << 12
	if r.size >= 0 && r.Fits(n) {
		return int(n)
	}
	return int(min(n, unproven))
}

// Uint reads the next token. The error is an *Error when the input is over or
// the token is not an integer in [0, 2^63), and otherwise wraps what the
// source of the input reported.
func (r *Reader) Uint() (uint64, error) {
	if r.next < r.have || r.look() {
		v := r.ahead[r.next]
		r.next++
		return v, nil
	}
	return r.one()
}

// look reads ahead what it can without touching src, and reports whether that
// is anything. All that was read ahead before must have been given out.
func (r *Reader) look() bool {
	n, length := tier.Numbers(r.ahead, r.buf[r.pos:r.end])
	if n == 0 {
		return false
	}
	r.hold(r.pos, n)
	r.pos += length
	return true
}

// hold says that the text of ahead[:have] starts at buf[from].
func (r *Reader) hold(from, have int) {
	r.next, r.have = 0, have
	r.found.n, r.found.end = 0, from
}

// one reads a token that look stops at, byte by byte.
func (r *Reader) one() (uint64, error) {
	if err := r.skip(); err != nil {
		return 0, err
	}
	v := uint64(0)
	for i := r.pos; ; i++ {
		if i == r.end {
			n := i - r.pos
			if n == len(r.buf) {
				return 0, r.bad(fmt.Sprintf("longer than %d bytes", n))
			}
			more := r.fill()
			i = r.pos + n
			if !more {
				if r.err != io.EOF {
					return 0, r.broken()
				}
				r.pos = i
				return v, nil
			}
		}
		c := r.buf[i]
		if isSpace(c) {
			r.pos = i
			return v, nil
		}
		d := uint64(c - '0')
		if d > 9 {
			return 0, r.bad("not a non-negative integer")
		}
		if v > (math.MaxInt64-d)/10 {
			return 0, r.bad("beyond 63 bits")
		}
		v = v*10 + d
	}
}

// some returns tokens without consuming them, at least one and at most n, which
// is above 0. take consumes them.
func (r *Reader) some(n uint64) ([]uint64, error) {
	if r.next == r.have && !r.look() {
		v, err := r.one()
		if err != nil {
			return nil, err
		}
		// It is one more that was read ahead.
		r.ahead[0] = v
		r.hold(r.tok, 1)
	}
	have := r.ahead[r.next:r.have]
	return have[:min(n, uint64(len(have)))], nil
}

// take consumes n tokens of those that some returned.
func (r *Reader) take(n int) { r.next += n }

// Uints reads len(dst) tokens and returns how many it could read. The error,
// as of Uint, is nil when it read all of them.
func (r *Reader) Uints(dst []uint64) (n int, err error) {
	for n < len(dst) {
		values, err := r.some(uint64(len(dst) - n))
		if err != nil {
			return n, err
		}
		n += copy(dst[n:], values)
		r.take(len(values))
	}
	return n, nil
}

// Append reads n tokens onto the end of dst, which grows with the text that is
// really there. On an error, those before it are in the slice returned.
func (r *Reader) Append(dst []uint64, n uint64) ([]uint64, error) {
	const step = 1 << 12
	dst = grow(dst, r.Reserve(n))
	for n > 0 {
		at := len(dst)
		k := int(min(n, uint64(max(step, cap(dst)-at))))
		dst = grow(dst, k)[:at+k]
		got, err := r.Uints(dst[at:])
		if err != nil {
			return dst[:at+got], err
		}
		n -= uint64(k)
	}
	return dst, nil
}

// End reads on to the end of the input. It returns nil when only white space
// is left, and otherwise an *Error about the first token there.
func (r *Reader) End() error {
	if r.next < r.have {
		r.pos, _ = r.place(r.next + 1)
	}
	err := r.skip()
	switch {
	case err == nil:
		token, more := r.quotable()
		return r.Errorf("expected the end of the input, found %q%s", token, more)
	case r.err == io.EOF:
		return nil
	}
	return err
}

// skip moves to the start of the next token, and forgets what was read ahead.
// There being none is an error.
func (r *Reader) skip() error {
	r.next, r.have = 0, 0
	for {
		for r.pos < r.end && isSpace(r.buf[r.pos]) {
			r.pos++
		}
		r.tok = r.pos
		if r.pos < r.end {
			return nil
		}
		if !r.fill() {
			if r.err == io.EOF {
				return r.Errorf("end of input")
			}
			return r.broken()
		}
	}
}

// fill drops what is consumed and reads more. It reports whether there was
// more; r.err says why not. The buffer must not be full of unconsumed bytes.
func (r *Reader) fill() bool {
	if r.err != nil {
		return false
	}
	r.shift()
	return r.load()
}

// shift drops what is consumed.
func (r *Reader) shift() {
	r.before = r.position(r.pos)
	r.dropped += int64(r.pos)
	r.end = copy(r.buf, r.buf[r.pos:r.end])
	r.pos, r.tok = 0, 0
	r.known.at, r.known.pos = 0, r.before
}

// load reads more into the room that the buffer has at its end. It reports
// whether there was more; r.err says why not.
func (r *Reader) load() bool {
	const patience = 100 // reads that give neither bytes nor an error
	for range patience {
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		r.err = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	r.err = io.ErrNoProgress
	return false
}

// position returns where buf[i] is in the input.
func (r *Reader) position(i int) Pos {
	k := &r.known
	if i < k.at {
		k.at, k.pos = 0, r.before
	}
	k.pos = k.pos.plus(extent(r.buf[k.at:i]))
	k.at = i
	return k.pos
}

// isSpace reports whether c separates tokens.
func isSpace(c byte) bool {
	const set = 1<<' ' | 1<<'\t' | 1<<'\n' | 1<<'\v' | 1<<'\f' | 1<<'\r'
	return uint64(set)>>c&1 != 0
}
