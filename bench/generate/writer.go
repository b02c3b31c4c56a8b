package generate

import (
	"encoding/binary"
	"io"
	"math/bits"
)

// A writer collects text and passes it on in large pieces. After an error it
// drops everything.
type writer struct {
	w   io.Writer
	buf []byte
	n   int // bytes of buf that are text
	err error

	// The digits of a number below 1000, a byte each, and how many there are in
	// the highest byte.
	short [1000]uint32
}

const (
	writerSize = 1 << 16
	numberMost = 3*8 + 1 // bytes that a number may write, three eights of digits and what follows
)

func newWriter(w io.Writer) *writer {
	o := &writer{w: w, buf: make([]byte, writerSize)}
	var b [8]byte
	for x := range o.short {
		n := first(b[:], uint64(x))
		o.short[x] = binary.LittleEndian.Uint32(b[:])&0xffffff | uint32(n)<<24
	}
	return o
}

// number writes x and the byte after it.
func (o *writer) number(x uint64, after byte) {
	o.n += o.put(o.room(numberMost), x, after)
}

// pair writes a line of two numbers.
func (o *writer) pair(x, y uint64) {
	b := o.room(2 * numberMost)
	n := o.put(b, x, ' ')
	o.n += n + o.put(b[n:], y, '\n')
}

// row writes a line of n numbers that are uniform in 0..most.
func (o *writer) row(n, most uint64, r random) {
	for i := uint64(0); i < n && o.err == nil; i++ {
		end := byte(' ')
		if i == n-1 {
			end = '\n'
		}
		o.number(r.at(i, most), end)
	}
}

// room returns where at least n bytes may be written.
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
// write up to numberMost bytes.
func (o *writer) put(b []byte, x uint64, after byte) int {
	const e8, e16 = 1e8, 1e16
	n := 0
	switch {
	case x < uint64(len(o.short)):
		binary.LittleEndian.PutUint32(b, o.short[x])
		n = int(o.short[x] >> 24)
	case x < e8:
		n = first(b, x)
	case x < e16:
		n = first(b, x/e8)
		n += eight(b[n:], x%e8)
	default:
		n = first(b, x/e16)
		n += eight(b[n:], x/e8%e8)
		n += eight(b[n:], x%e8)
	}
	b[n] = after
	return n + 1
}

// zeros is eight times the digit 0.
const zeros = '0' * 0x0101010101010101

// first writes x, below 10^8, without zeros before it, and returns how many
// digits it has. It writes eight bytes.
func first(b []byte, x uint64) int {
	w := digits(x)
	skip := bits.TrailingZeros64(w|1<<56) &^ 7 // the last digit stays
	binary.LittleEndian.PutUint64(b, (w|zeros)>>(skip&63))
	return 8 - skip/8
}

// eight writes x, below 10^8, in eight digits.
func eight(b []byte, x uint64) int {
	binary.LittleEndian.PutUint64(b, digits(x)|zeros)
	return 8
}

// digits returns the eight decimal digits of x, below 10^8, a byte each, the
// first in the lowest byte. It halves all parts of the number at once, which
// takes no branch that depends on x; divisions by constants are products that
// are exact for so few digits.
func digits(x uint64) uint64 {
	hi := x / 1e4
	w := hi | (x-hi*1e4)<<32 // two parts below 10^4
	hi = w * 10486 >> 20 & 0x0000007f_0000007f
	w = hi | (w-hi*100)<<16 // four below 100
	hi = w * 103 >> 10 & 0x000f000f_000f000f
	return hi | (w-hi*10)<<8
}
