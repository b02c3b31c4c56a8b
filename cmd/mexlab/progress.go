package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// A progress says on a terminal how far the work has come.
type progress struct {
	w      io.Writer
	read   *atomic.Int64 // bytes of the input
	size   int64         // of the input, or 0 when it is not known
	solved atomic.Uint64 // vertices
	start  time.Time
}

// Short work needs no progress.
const (
	progressAfter = 2 * time.Second
	progressEvery = 200 * time.Millisecond
)

// watch writes the progress to stderr, if that is a terminal, until stop is
// called. The line it writes is then gone.
func (p *progress) watch(stderr io.Writer) (stop func()) {
	f, ok := stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	p.w = f
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		wait := time.NewTimer(progressAfter)
		defer wait.Stop()
		shown := false
		for {
			select {
			case <-quit:
				if shown {
					fmt.Fprint(p.w, "\r\x1b[K")
				}
				return
			case now := <-wait.C:
				fmt.Fprintf(p.w, "\r%s\x1b[K", p.line(now.Sub(p.start)))
				shown = true
				wait.Reset(progressEvery)
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
	}
}

// line tells the bytes read, the vertices solved and, where it can be told, how
// much longer it takes to read the rest.
func (p *progress) line(elapsed time.Duration) string {
	read := p.read.Load()
	s := fmt.Sprintf("mexlab: read %s", inBytes(uint64(read)))
	if p.size > 0 {
		s += fmt.Sprintf(" of %s (%d%%)", inBytes(uint64(p.size)), 100*read/p.size)
	}
	s += fmt.Sprintf(", solved %d vertices", p.solved.Load())
	if left := p.size - read; left > 0 && read > 0 {
		rest := time.Duration(float64(elapsed) / float64(read) * float64(left))
		s += fmt.Sprintf(", about %v left to read", max(rest, time.Second).Round(time.Second))
	}
	return s
}

// inBytes writes a number of bytes with three digits.
func inBytes(n uint64) string {
	x, unit := float64(n), 0
	for x >= 1000 && unit < len(byteUnits)-1 {
		x /= 1000
		unit++
	}
	return fmt.Sprintf("%.3g %s", x, byteUnits[unit])
}

var byteUnits = []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
