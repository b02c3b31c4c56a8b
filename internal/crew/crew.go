// Package crew has goroutines that share short pieces of work with their caller.
package crew

import "runtime"

// A Crew is a caller and some goroutines that wait for work. They are started when
// there is some for the first time.
type Crew struct {
	n    int
	work []chan func(worker int)
	done chan struct{}
}

// New returns a crew of n workers: the caller and n-1 goroutines.
func New(n int) *Crew { return &Crew{n: n, done: make(chan struct{}, n)} }

// Len returns the number of workers.
func (c *Crew) Len() int { return c.n }

// Stop ends the goroutines.
func (c *Crew) Stop() {
	for _, work := range c.work {
		close(work)
	}
}

// Run has each worker call do with its number, 0 being the caller, and waits for
// all of them.
func (c *Crew) Run(do func(worker int)) {
	for len(c.work) < c.n-1 {
		c.start()
	}
	for _, work := range c.work {
		work <- do
	}
	do(0)
	for range c.work {
		Receive(c.done)
	}
}

// start starts another goroutine.
func (c *Crew) start() {
	work := make(chan func(int), 1)
	c.work = append(c.work, work)
	worker := len(c.work)
	go func() {
		for do, ok := Receive(work); ok; do, ok = Receive(work) {
			do(worker)
			c.done <- struct{}{}
		}
	}()
}

// Receive receives from c. It stays awake for some time before it sleeps: waking
// an idle CPU takes as long as some hundred vertices. With it, two workers solve
// 2*10^6 edges in levels of that size 1.5 to 1.75 times as fast as one, without it
// 1.15 times.
func Receive[T any](c <-chan T) (v T, ok bool) {
	const turns = 1 << 11 // some hundred microseconds
	for range turns {
		select {
		case v, ok = <-c:
			return v, ok
		default:
			runtime.Gosched()
		}
	}
	v, ok = <-c
	return v, ok
}
