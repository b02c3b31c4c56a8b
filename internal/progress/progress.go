// Package progress shows a waiting person, in one line of a terminal, how far the
// work has come. Short work, and work whose output goes elsewhere, shows nothing.
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
)

// A Line is a line on a terminal that is replaced as the work goes on. Its
// methods may be called from several goroutines. A nil Line shows nothing.
type Line struct {
	screen *os.File
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

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Show replaces the line, cut to the width of the terminal. It does nothing in
// the first two seconds of the work, or right after another change.
func (l *Line) Show(text string) {
	if l == nil || time.Since(l.start) < After {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.last) >= Every {
		l.replace(text)
	}
}

func (l *Line) replace(text string) {
	width, _, err := term.GetSize(int(l.screen.Fd()))
	if err != nil || width <= 0 {
		width = 80
	}
	fmt.Fprintf(l.screen, "\r%s\x1b[K", cut(text, width-1)) // a full line would go on to the next
	l.last, l.shown = time.Now(), true
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
// and how long the rest takes if it goes on like this.
func (l *Line) Step(done, total int, what string) {
	if l == nil {
		return
	}
	text := fmt.Sprintf("%d of %d", done, total)
	if done > 0 {
		left := time.Since(l.start) / time.Duration(done) * time.Duration(total-done)
		text += fmt.Sprintf(", about %s left", max(left.Round(time.Second), time.Second))
	}
	l.Show(text + ": " + what)
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
