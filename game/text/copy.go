package text

import "io"

// A Copier writes numbers, most of them from a Reader, as the lines of a game or as
// one line.
type Copier struct {
	r       *Reader
	w       io.Writer
	buf     []byte
	oneLine bool
}

// NewCopier returns a Copier from r to w.
func NewCopier(r *Reader, w io.Writer, oneLine bool) *Copier {
	return &Copier{r: r, w: w, buf: make([]byte, 0, bufferSize), oneLine: oneLine}
}

// Copy copies n numbers, width of them to a line. An error of the Reader is as that
// of Uint.
func (c *Copier) Copy(n, width uint64) error {
	for i := uint64(0); i < n; {
		values, err := c.r.Peek()
		if err != nil {
			return err
		}
		values = values[:min(uint64(len(values)), n-i)]
		for _, x := range values {
			i++
			after := byte(' ')
			if i%width == 0 {
				after = c.feed()
			}
			if err := c.put(x, after); err != nil {
				return err
			}
		}
		c.r.Discard(len(values))
	}
	return nil
}

// Line writes numbers in a line.
func (c *Copier) Line(numbers ...uint64) error {
	for i, x := range numbers {
		after := byte(' ')
		if i == len(numbers)-1 {
			after = c.feed()
		}
		if err := c.put(x, after); err != nil {
			return err
		}
	}
	return nil
}

// EndGame ends the line of a game that is one.
func (c *Copier) EndGame() { c.buf[len(c.buf)-1] = '\n' }

// Flush writes what is still in memory.
func (c *Copier) Flush() error {
	_, err := c.w.Write(c.buf)
	c.buf = c.buf[:0]
	return err
}

func (c *Copier) feed() byte {
	if c.oneLine {
		return ' '
	}
	return '\n'
}

// put writes x and the byte after it. That byte stays in memory until the next call.
func (c *Copier) put(x uint64, after byte) error {
	if cap(c.buf)-len(c.buf) < MaxDecimal+1 {
		if err := c.Flush(); err != nil {
			return err
		}
	}
	at := len(c.buf)
	b := c.buf[at : at+MaxDecimal+1]
	n := PutDecimal((*[MaxDecimal]byte)(b), x)
	b[n] = after
	c.buf = c.buf[:at+n+1]
	return nil
}
