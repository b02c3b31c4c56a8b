package generate

import (
	"encoding/binary"
	"io"

	"mexlab/game/text"
)

// A writer passes text on in large pieces. After an error it drops everything.
type writer struct {
	w   io.Writer
	buf []byte
	n   int // the number of bytes in buf
	err error

	feed byte // after a part of a game: a line feed, or a space if a game is a line

	// For numbers below 1000: a byte for each digit, and the number of digits in
	// the highest byte. Most numbers of a board are that small: without the table,
	// 6000 boards take 1.6 CPU seconds instead of 1.0.
	short [1000]uint32
}

const (
	writerSize = 1 << 16
	maxNumber  = text.MaxDecimal + 1 // the bytes that put may write to
)

func newWriter(w io.Writer, feed byte) *writer {
	o := &writer{w: w, buf: make([]byte, writerSize), feed: feed}
	var b [text.MaxDecimal]byte
	for x := range o.short {
		n := text.PutDecimal(&b, uint64(x))
		o.short[x] = binary.LittleEndian.Uint32(b[:])&0xffffff | uint32(n)<<24
	}
	return o
}

// number writes x and the byte after it.
func (o *writer) number(x uint64, after byte) {
	o.n += o.put(o.room(maxNumber), x, after)
}

func (o *writer) pair(x, y uint64) {
	b := o.room(2 * maxNumber)
	n := o.put(b, x, ' ')
	o.n += n + o.put(b[n:], y, o.feed)
}

// endGame ends a game with a line feed.
func (o *writer) endGame() {
	if o.n > 0 { // the last number is still there
		o.buf[o.n-1] = '\n'
	}
}

// row writes a line of n numbers that are uniform in 0..most.
func (o *writer) row(n, most uint64, r random) {
	o.line(n, func(i uint64) uint64 { return r.at(i, most) })
}

// same writes a line of n equal numbers.
func (o *writer) same(n, x uint64) {
	o.line(n, func(uint64) uint64 { return x })
}

// line writes a line of n numbers.
func (o *writer) line(n uint64, number func(i uint64) uint64) {
	for i := uint64(0); i < n && o.err == nil; i++ {
		end := byte(' ')
		if i == n-1 {
			end = o.feed
		}
		o.number(number(i), end)
	}
}

// room returns a place for at least n bytes.
func (o *writer) room(n int) []byte {
	if len(o.buf)-o.n < n {
		o.flush()
	}
	return o.buf[o.n:]
}

func (o *writer) flush() error {
	if o.err == nil {
		_, o.err = o.w.Write(o.buf[:o.n])
	}
	o.n = 0
	return o.err
}

// put writes x and the byte after it to b, and returns their length. It may
// overwrite maxNumber bytes.
func (o *writer) put(b []byte, x uint64, after byte) int {
	n := 0
	if x < uint64(len(o.short)) {
		binary.LittleEndian.PutUint32(b, o.short[x])
		n = int(o.short[x] >> 24)
	} else {
		n = text.PutDecimal((*[text.MaxDecimal]byte)(b), x)
	}
	b[n] = after
	return n + 1
}
