package bench

import (
	"fmt"
	"io"
	"time"
)

// A progress tells a waiting person what is going on, once it has taken more
// than two seconds.
type progress struct {
	w     io.Writer // nil when nobody watches
	start time.Time
	shown bool // a line is on the terminal
}

func newProgress(w io.Writer) *progress { return &progress{w: w, start: time.Now()} }

// show replaces the line on the terminal by what is being done.
func (p *progress) show(what string) {
	if p.w != nil && time.Since(p.start) > 2*time.Second {
		fmt.Fprintf(p.w, "\r\x1b[K%s ...", what)
		p.shown = true
	}
}

// clear takes the line away, before other output.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
