package text

import (
	"fmt"
	"io"
)

// A Mark is a place in the input to go back to, after the last token read.
type Mark struct {
	pos    Pos
	offset int64 // from where the Reader began
}

// Mark returns the place after the last token read. It is ok when the source
// can go back there: a regular file, for one, but not a pipe.
func (r *Reader) Mark() (m Mark, ok bool) {
	if r.seeker == nil {
		return Mark{}, false
	}
	at := r.pos
	if r.next > 0 {
		_, at = r.place(r.next)
	}
	return Mark{r.position(at), r.dropped + int64(at)}, true
}

// Rewind goes back to a Mark, to read the text after it once more.
func (r *Reader) Rewind(m Mark) error {
	if _, err := r.seeker.Seek(r.start+m.offset, io.SeekStart); err != nil {
		return fmt.Errorf("cannot read the input again: %w", err)
	}
	r.before, r.dropped, r.err = m.pos, m.offset, nil
	r.pos, r.end, r.tok = 0, 0, 0
	r.hold(0, 0)
	r.known.at, r.known.pos = 0, r.before
	return nil
}
