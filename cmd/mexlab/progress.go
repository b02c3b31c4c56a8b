package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// A progress says on a terminal how far the work has come.
type progress struct {
	source atomic.Pointer[source] // nil as long as the input is not open
	solved atomic.Uint64          // vertices

	screen      *os.File // nil where there is no terminal to write to
	start       time.Time
	quit, ended chan struct{}

	mu    sync.Mutex // for the screen
	shown bool       // whether a line is on it

	// The time that is left is told by what was read since the text began last:
	// parts of it may be read twice.
	since, last point
}

// A point is how much of the input had been read after some time.
type point struct {
	after time.Duration
	read  int64
}

// Short work needs no progress.
const (
	progressAfter = 2 * time.Second
	progressEvery = 200 * time.Millisecond
)

// watch writes the progress to stderr, if that is a terminal that can erase a
// line, until stop is called.
func watch(stderr io.Writer) *progress {
	p := &progress{start: time.Now(), quit: make(chan struct{}), ended: make(chan struct{})}
	if isTerminal(stderr) && os.Getenv("TERM") != "dumb" {
		p.screen = stderr.(*os.File)
		go p.run()
	} else {
		close(p.ended)
	}
	return p
}

// stop ends the progress, and leaves no line of it.
func (p *progress) stop() {
	close(p.quit)
	<-p.ended
}

func (p *progress) run() {
	defer close(p.ended)
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	for {
		select {
		case <-p.quit:
			p.mu.Lock()
			p.erase()
			p.mu.Unlock()
			return
		case now := <-wait.C:
			width, _, err := term.GetSize(int(p.screen.Fd()))
			if err != nil || width <= 0 {
				width = 80
			}
			p.mu.Lock()
			fmt.Fprintf(p.screen, "\r%s\x1b[K", p.line(now.Sub(p.start), width))
			p.shown = true
			p.mu.Unlock()
			wait.Reset(progressEvery)
		}
	}
}

func (p *progress) erase() {
	if p.shown {
		fmt.Fprint(p.screen, "\r\x1b[K")
		p.shown = false
	}
}

// under returns a writer to w that takes the line away before it writes, if the
// line and w may share a screen.
func (p *progress) under(w io.Writer) io.Writer {
	if p.screen == nil || !isTerminal(w) {
		return w
	}
	return writerFunc(func(b []byte) (int, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.erase()
		return w.Write(b)
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// line tells the bytes read, the vertices solved and, where it can be told, how
// much longer it takes to read the rest. It leaves the last column free, as a
// terminal of that width would go on to the next line.
func (p *progress) line(after time.Duration, width int) string {
	s := "mexlab: waiting for the input"
	if in := p.source.Load(); in != nil {
		read := in.read.Load()
		s = "mexlab: read " + inBytes(read)
		if in.size > 0 {
			s += fmt.Sprintf(" of %s (%d%%)", inBytes(in.size), min(100, int(100*float64(read)/float64(in.size))))
		}
		if rest := p.rest(point{after, read}, in.size); rest > 0 {
			s += fmt.Sprintf(", about %v left", rest)
		}
		s += fmt.Sprintf(", solved %d vertices", p.solved.Load())
	}
	return s[:min(len(s), max(width-1, 0))]
}

// rest returns about how long it takes to read the rest of size bytes, in whole
// seconds, or 0 where nothing is known about that: there is none, the size is
// not known, or the last second has told too little.
func (p *progress) rest(now point, size int64) time.Duration {
	if now.read < p.last.read {
		p.since = now
	}
	p.last = now
	took, got, left := now.after-p.since.after, now.read-p.since.read, size-now.read
	if left <= 0 || got <= 0 || took < time.Second {
		return 0
	}
	const most = 100 * time.Hour // what is beyond that is no estimate
	seconds := took.Seconds() / float64(got) * float64(left)
	if seconds > most.Seconds() {
		return 0
	}
	return max(time.Second, time.Duration(seconds)*time.Second)
}

// inBytes writes a number of bytes with at most three digits.
func inBytes(n int64) string {
	x, unit := float64(n), 0
	for x >= 999.5 && unit < len(byteUnits)-1 {
		x /= 1000
		unit++
	}
	return fmt.Sprintf("%.3g %s", x, byteUnits[unit])
}

var byteUnits = []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
