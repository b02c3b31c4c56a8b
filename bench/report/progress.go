package report

import (
	"fmt"
	"io"
	"time"
)

// A progress tells a waiting person how far the work is and how long the rest
// will take.
type progress struct {
	w           io.Writer // nil when nobody watches
	start, last time.Time
	done, total int
}

func newProgress(w io.Writer) *progress { return &progress{w: w} }

// begin starts to count steps.
func (p *progress) begin(total int) { p.start, p.total = time.Now(), total }

// step tells of one more step, ten times a second at most.
func (p *progress) step(what string) {
	p.done++
	left := time.Since(p.start) / time.Duration(p.done) * time.Duration(p.total-p.done)
	p.show(fmt.Sprintf("%s left, %s", left.Round(time.Second), what))
}

func (p *progress) show(line string) {
	if p.w == nil || time.Since(p.last) < time.Second/10 {
		return
	}
	p.last = time.Now()
	if len(line) > 78 {
		line = line[:78]
	}
	fmt.Fprint(p.w, "\r\x1b[K", line)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.w != nil && !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
