package text

import "math"

// Peek returns tokens that are read ahead, at least one, without consuming
// them: whoever knows what they mean takes many at a time that way. They stay
// valid until others are read. The error is as of Uint.
func (r *Reader) Peek() ([]uint64, error) { return r.some(math.MaxUint64) }

// Discard consumes the first n tokens of the Peek. The last token read is then
// the n-th of them.
func (r *Reader) Discard(n int) { r.take(n) }
