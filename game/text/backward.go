package text

import (
	"io"
	"math/bits"

	"mexlab/asm"
)

// A Backward finds places in a file by counting tokens from its end. It moves the
// Reader's source, so a Rewind has to come before the next read. It is for a
// guess: in text that is wrong it may count wrongly, and errors of the source only
// end it.
type Backward struct {
	r     *Reader
	until int64 // where it stops

	buf  []byte // the text from offset at on
	at   int64
	next int    // buf[next:] has been looked at
	ends uint64 // the tokens that end in the block at buf[next:] and are still to be counted
	runs bool   // buf[next] is a digit
}

// Backward returns a Backward that stops at m.
func (r *Reader) Backward(m Mark) *Backward {
	b := &Backward{r: r, until: m.offset, buf: make([]byte, bufferSize), at: r.size}
	b.back(1) // the end of the last token
	return b
}

// Skip goes back over n tokens and returns the place before them, after another
// token. It is not ok if there is no such place. The lines of the place, and of
// what is read from there on, count from 1.
func (b *Backward) Skip(n uint64) (m Mark, ok bool) {
	end, ok := b.back(n)
	return Mark{Pos{1, 1}, end}, ok
}

// back returns the n-th end of a token before those that were counted.
func (b *Backward) back(n uint64) (end int64, ok bool) {
	for uint64(bits.OnesCount64(b.ends)) < n {
		n -= uint64(bits.OnesCount64(b.ends))
		if b.next == 0 && !b.load() {
			return 0, false
		}
		b.next -= asm.BlockSize
		digits, _ := asm.Digits((*[asm.BlockSize]byte)(b.buf[b.next:]))
		after := digits >> 1
		if b.runs {
			after |= 1 << 63
		}
		b.ends, b.runs = digits&^after, digits&1 != 0
	}
	for range n {
		end = int64(bits.Len64(b.ends))
		b.ends &^= 1 << (end - 1)
	}
	return b.at + int64(b.next) + end, true
}

// load reads the text before that in buf.
func (b *Backward) load() bool {
	end := b.at
	if end <= b.until {
		return false
	}
	b.at = (end - 1) / bufferSize * bufferSize
	n := int(end - b.at)
	if _, err := b.r.seeker.Seek(b.r.start+b.at, io.SeekStart); err != nil {
		return false
	}
	if _, err := io.ReadFull(b.r.src, b.buf[:n]); err != nil {
		return false
	}
	b.next = (n + asm.BlockSize - 1) / asm.BlockSize * asm.BlockSize
	for i := n; i < b.next; i++ {
		b.buf[i] = ' ' // after the end of the file
	}
	return true
}
