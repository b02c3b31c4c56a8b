// Package progress shows a waiting person, in one line of a terminal, how far the
// work has come. Short work shows nothing. Work whose output goes elsewhere shows
// nothing, or leaves a line in a log now and then.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

const (
	After = 2 * time.Second        // work that is shorter shows nothing
	Every = 200 * time.Millisecond // a line changes no more often

	// In a log lines stay. The first tells that the work is under way.
	logAfter = 10 * time.Second
	logEvery = time.Minute
)

// A Line is a line on a terminal that is replaced as the work goes on, or lines
// of a log. Its methods may be called from several goroutines. A nil Line shows
// nothing.
type Line struct {
	screen *os.File  // nil for a log
	log    io.Writer // nil for a terminal
	start  time.Time

	mu    sync.Mutex
	last  time.Time // when it changed last
	shown bool      // whether it is on the screen
}

// New returns a line on w, or nil if w is not a terminal that can erase a line.
func New(w io.Writer) *Line {
	if !IsTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Line{screen: w.(*os.File), start: time.Now()}
}

// NewOrLog is New. If w is no terminal, the line is written to it once a minute.
func NewOrLog(w io.Writer) *Line {
	if l := New(w); l != nil {
		return l
	}
	return &Line{log: w, start: time.Now()}
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Show replaces the line, cut to the width of the terminal. It does nothing in
// the first seconds of the work, or soon after another change.
func (l *Line) Show(text string) {
	if l == nil {
		return
	}
	after, every := After, Every
	if l.log != nil {
		after, every = logAfter, logEvery
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.start) >= after && time.Since(l.last) >= every {
		l.replace(text)
	}
}

func (l *Line) replace(text string) {
	l.last = time.Now()
	if l.log != nil {
		fmt.Fprintln(l.log, text)
		return
	}
	width, _, err := term.GetSize(int(l.screen.Fd()))
	if err != nil || width <= 0 {
		width = 80
	}
	fmt.Fprintf(l.screen, "\r%s\x1b[K", cut(text, width-1)) // a full line would go on to the next
	l.shown = true
}

// cut returns the first n characters of text.
func cut(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// Step shows that done of total steps of the work are done, what comes next,
// and how long the rest takes if it goes on like this. The total is 0 if it is
// not known yet.
func (l *Line) Step(done, total int, what string) {
	if l == nil || total == 0 {
		l.Show(what)
		return
	}
	text := fmt.Sprintf("%d of %d", done, total)
	if done > 0 {
		text += fmt.Sprintf(", about %s left", about(time.Since(l.start)/time.Duration(done)*time.Duration(total-done)))
	}
	l.Show(text + ": " + what)
}

// about writes a time in one unit, as people say it.
func about(d time.Duration) string {
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%.0f s", max(d.Seconds(), 1))
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f h", d.Hours())
}

// Clear takes the line away.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
}

func (l *Line) clear() {
	if l.shown {
		fmt.Fprint(l.screen, "\r\x1b[K")
		l.shown = false
	}
}

// Refresh shows what text returns, again and again. stop takes the line away.
func (l *Line) Refresh(text func(worked time.Duration) string) (stop func()) {
	if l == nil {
		return func() {}
	}
	quit := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(Every)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				l.Clear()
				return
			case <-tick.C:
				if worked := time.Since(l.start); worked >= After {
					l.mu.Lock()
					l.replace(text(worked))
					l.mu.Unlock()
				}
			}
		}
	})
	return func() { close(quit); running.Wait() }
}

// Under returns a writer to w that takes the line away before it writes, if w
// may be the same screen.
func (l *Line) Under(w io.Writer) io.Writer {
	if l == nil {
		return w
	}
	return writerFunc(func(b []byte) (int, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.clear()
		return w.Write(b)
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
