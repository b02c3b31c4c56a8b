package text

import "math"

// Window returns tokens that are read ahead, at least one, without consuming
// them: whoever knows what they mean takes many at a time that way. They stay
// valid until others are read. The error is as of Uint.
func (r *Reader) Window() ([]uint64, error) { return r.some(math.MaxUint64) }

// Take consumes the first n tokens of the Window. The last token read is then
// the n-th of them.
func (r *Reader) Take(n int) { r.take(n) }
