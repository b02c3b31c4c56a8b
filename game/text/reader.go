package text

import (
	"fmt"
	"io"
	"math"
	"os"

	"mexlab/asm"
)

const (
	// bufferSize is in bytes, and also the longest token accepted. A buffer
	// of 1 MiB makes a cold 4.5 MB file 2.5 ms slower to read: its pages have
	// to be touched first, and it does not stay in the nearer caches.
	bufferSize = 1 << 16
	margin     = 2 * asm.BlockReach // bytes of buffer beyond an input of known size
	maxAhead   = 1 << 10            // tokens that are read ahead: 8 KiB
)

// tier is the form of the primitives that suits the CPU. Numbers is its fast path
// for tokens of at most 16 digits.
var tier = asm.Best()

// A Reader reads unsigned integers from a stream.
//
// An error does not consume the token it is about: reading again gives the same
// error.
type Reader struct {
	src io.Reader
	buf []byte // buf[pos:end] is read from src and not yet turned into numbers
	pos int
	end int
	err error // why src gives no more: io.EOF, or what went wrong

	// Numbers that were read ahead; ahead[next:have] are still to be given out.
	// The text of ahead[:have] ends at buf[pos].
	ahead      []uint64
	next, have int

	tok     int   // buf[tok] starts the last token read, if next is 0
	located token // found last
	anchor  struct {
		at  int // buf[at] is at pos in the input
		pos Pos
	}

	origin  Pos       // position of buf[0]
	dropped int64     // bytes of src before buf[0]
	size    int64     // bytes of src in all, or -1 if unknown
	seeker  io.Seeker // src, if its size is known and it can go back
	start   int64     // where src was when the Reader was made

	lines *lines // of a Reader that reads line by line, or nil
}

// NewReader returns a Reader of src. If src is a regular file, or has a method
// Len that returns how many bytes are left in it, Remaining knows the size of
// the input.
func NewReader(src io.Reader) *Reader {
	size := sizeOf(src)
	n := int64(bufferSize)
	if size >= 0 {
		n = min(n, size+margin)
	}
	return newReader(src, size, int(n))
}

// newReader makes a Reader with a buffer of at least n bytes and margin bytes.
func newReader(src io.Reader, size int64, n int) *Reader {
	r := &Reader{
		src: src, buf: make([]byte, max(n, margin)), size: size,
		ahead: make([]uint64, maxAhead),
	}
	r.setOrigin(Pos{1, 1})
	if s, ok := src.(io.Seeker); ok && size >= 0 {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil {
			r.seeker, r.start = s, at
		}
	}
	return r
}

// sizeOf returns how many bytes src will give, or -1. It does not believe a file
// that claims to be empty: all files under /proc do.
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

// Remaining returns how many bytes follow the last token read, if that is known.
func (r *Reader) Remaining() (n int64, known bool) {
	if r.size < 0 {
		return 0, false
	}
	return max(0, r.size-r.dropped-int64(r.consumed())), true
}

// Fits reports whether n more tokens may follow: each takes two bytes, one of
// them white space. If the size of the input is unknown, anything fits.
func (r *Reader) Fits(n uint64) bool {
	if r.size < 0 {
		return true
	}
	// Tokens that are read ahead certainly follow. Mostly that settles it.
	atLeast := uint64(r.have-r.next) + uint64(max(0, r.size-r.dropped-int64(r.pos)))/2
	if n <= atLeast {
		return true
	}
	left, _ := r.Remaining()
	return n <= uint64(left+1)/2
}

// Reserve returns the initial capacity of a slice for n tokens: n if the input
// is known to be large enough, else a small number. A count in a header must
// not decide how much memory is allocated.
func (r *Reader) Reserve(n uint64) int {
	const unproven = 1 << 12
	if r.size >= 0 && r.Fits(n) {
		return int(n)
	}
	return int(min(n, unproven))
}

// Uint reads the next token. The error is an *Error if the input is over or the
// token is not an integer in [0, 2^63); else it wraps an error of the source.
func (r *Reader) Uint() (uint64, error) {
	if r.next < r.have || r.readAhead() {
		v := r.ahead[r.next]
		r.next++
		return v, nil
	}
	return r.readSlow()
}

// Peek returns the tokens that are read ahead, at least one, without consuming
// them. They stay valid until the next read. The error is as for Uint.
func (r *Reader) Peek() ([]uint64, error) {
	if r.next == r.have && !r.readAhead() {
		v, err := r.readSlow()
		if err != nil {
			return nil, err
		}
		// From here on, this token counts as read ahead.
		r.ahead[0] = v
		r.setAhead(r.tok, 1)
	}
	return r.ahead[r.next:r.have], nil
}

// Discard consumes the first n of the tokens that Peek returned. The n-th is
// then the last token read.
func (r *Reader) Discard(n int) { r.next += n }

// readAhead turns the text in the buffer into numbers and reports whether there
// are any. It does not touch src. All numbers that were read ahead before must
// have been consumed.
func (r *Reader) readAhead() bool {
	if r.lines != nil {
		return !r.lines.ahead() && r.readMore() && r.next < r.have
	}
	n, length := tier.Numbers(r.ahead, r.buf[r.pos:r.end])
	if n == 0 {
		return false
	}
	r.setAhead(r.pos, n)
	r.pos += length
	return true
}

// setAhead says that ahead has n numbers, and that their text starts at buf[from].
func (r *Reader) setAhead(from, n int) {
	r.next, r.have = 0, n
	r.located = token{end: from}
	if r.lines != nil {
		r.lines.forget(n)
	}
}

// readSlow reads a token byte by byte.
func (r *Reader) readSlow() (uint64, error) {
	if err := r.skipSpace(); err != nil {
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
					return 0, r.sourceError()
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

// Uints reads len(dst) tokens and returns how many it could read. The error, as
// for Uint, is nil if it read all of them.
func (r *Reader) Uints(dst []uint64) (n int, err error) {
	for n < len(dst) {
		values, err := r.Peek()
		if err != nil {
			return n, err
		}
		k := copy(dst[n:], values)
		r.Discard(k)
		n += k
	}
	return n, nil
}

// Skip reads n tokens. The error is as for Uint.
func (r *Reader) Skip(n uint64) error {
	for n > 0 {
		values, err := r.Peek()
		if err != nil {
			return err
		}
		k := min(n, uint64(len(values)))
		r.Discard(int(k))
		n -= k
	}
	return nil
}

// Append reads n tokens onto the end of dst, which only grows with the text that
// is really there. On an error, the slice returned has the tokens before it.
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

// grow is slices.Grow without clearing the new memory. Clearing touches every
// page of a large array long before it is needed.
func grow[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, max(len(s)+n, 2*cap(s))), s...)
}

// End reads to the end of the input, or of the line if the Reader reads line by
// line. If anything but white space is left, it returns an *Error about the first
// token there.
func (r *Reader) End() error {
	if r.next < r.have {
		r.pos = r.locate(r.next + 1).start
		r.setAhead(r.pos, 0)
	} else if r.lines != nil && r.lines.ahead() {
		return nil
	}
	err := r.skipSpace()
	switch {
	case err == nil:
		token, more := r.quotable()
		return r.Errorf("expected the end of the %s, found %q%s", r.whole(), token, more)
	case r.err == io.EOF || r.atLineEnd():
		return nil
	}
	return err
}

// whole names what End reads to the end of.
func (r *Reader) whole() string {
	if r.lines != nil {
		return "line"
	}
	return "input"
}

// skipSpace moves to the start of the next token and drops what was read ahead.
// It is an error if there is no next token.
func (r *Reader) skipSpace() error {
	if r.lines != nil {
		r.returnLines()
	}
	r.next, r.have = 0, 0
	for {
		for r.pos < r.end && isSpace(r.buf[r.pos]) && !r.atLineEnd() {
			r.pos++
		}
		r.tok = r.pos
		if r.pos < r.end && !r.atLineEnd() {
			return nil
		}
		if r.atLineEnd() || !r.fill() {
			if r.atLineEnd() || r.err == io.EOF {
				return r.Errorf("end of %s", r.whole())
			}
			return r.sourceError()
		}
	}
}

// fill drops consumed text from the buffer and reads more. It reports whether
// there was more; if not, r.err says why. The buffer must not be full of text
// that is not consumed.
func (r *Reader) fill() bool {
	if r.err != nil {
		return false
	}
	r.compact()
	return r.load()
}

func (r *Reader) compact() {
	r.drop(r.pos)
	r.pos, r.tok = 0, 0
}

// drop drops the first n bytes of the buffer.
func (r *Reader) drop(n int) {
	r.setOrigin(r.position(n))
	r.dropped += int64(n)
	r.end = copy(r.buf, r.buf[n:r.end])
}

// load reads more text into the room at the end of the buffer. It reports
// whether there was more; if not, r.err says why.
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

// isSpace reports whether c separates tokens.
func isSpace(c byte) bool {
	const set = 1<<' ' | 1<<'\t' | 1<<'\n' | 1<<'\v' | 1<<'\f' | 1<<'\r'
	return uint64(set)>>c&1 != 0
}
