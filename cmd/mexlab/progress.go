package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"mexlab/internal/progress"
)

// A solving says on a terminal how far "mexlab solve" has come.
type solving struct {
	source atomic.Pointer[source] // nil until the input is open
	solved atomic.Uint64          // vertices

	screen *progress.Line
	stop   func() // ends it, and leaves no line

	// The time left is estimated from what was read since the text was last
	// begun: parts of it may be read twice.
	since, last point
}

// A point is how much of the input had been read after some time.
type point struct {
	after time.Duration
	read  int64
}

// watch shows the progress on stderr, if it is a terminal, until stop is called.
func watch(stderr io.Writer) *solving {
	s := &solving{screen: progress.New(stderr)}
	s.stop = s.screen.Refresh(s.line)
	return s
}

// under returns a writer to w that takes the line away before it writes, if the
// line and w may share a screen.
func (s *solving) under(w io.Writer) io.Writer {
	if !isTerminal(w) {
		return w
	}
	return s.screen.Under(w)
}

// line tells the bytes read, the vertices solved and, if it can be estimated,
// how long reading the rest takes.
func (s *solving) line(after time.Duration) string {
	in := s.source.Load()
	if in == nil {
		return "mexlab: waiting for the input"
	}
	read := in.read.Load()
	line := "mexlab: read " + inBytes(read)
	if in.size > 0 {
		line += fmt.Sprintf(" of %s (%d%%)", inBytes(in.size), min(100, int(100*float64(read)/float64(in.size))))
	}
	if left := s.left(point{after, read}, in.size); left > 0 {
		line += fmt.Sprintf(", about %v left", left)
	}
	return line + fmt.Sprintf(", solved %d vertices", s.solved.Load())
}

// left returns about how long it takes to read the rest of size bytes, in whole
// seconds. It is 0 if the size is not known, or if less than a second of reading
// is behind the estimate.
func (s *solving) left(now point, size int64) time.Duration {
	if now.read < s.last.read {
		s.since = now
	}
	s.last = now
	took, got, left := now.after-s.since.after, now.read-s.since.read, size-now.read
	if left <= 0 || got <= 0 || took < time.Second {
		return 0
	}
	const longest = 100 * time.Hour // beyond it an estimate says nothing
	seconds := took.Seconds() / float64(got) * float64(left)
	if seconds > longest.Seconds() {
		return 0
	}
	return max(time.Second, time.Duration(seconds)*time.Second)
}

var byteUnits = []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}

// inBytes writes a number of bytes with at most three digits.
func inBytes(n int64) string {
	x, unit := float64(n), 0
	for x >= 999.5 && unit < len(byteUnits)-1 {
		x /= 1000
		unit++
	}
	return fmt.Sprintf("%.3g %s", x, byteUnits[unit])
}
