package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// An ending is why work ends before it is done, and the exit code for that.
type ending struct {
	why  string
	code int
}

func (e *ending) Error() string { return e.why }

// What shells report of a command that Ctrl-C or a request to terminate ended.
const (
	exitInterrupted = 128 + 2
	exitTerminated  = 128 + 15
)

var (
	errInterrupted = &ending{"interrupted", exitInterrupted}
	errTerminated  = &ending{"terminated", exitTerminated}
)

// grace is how long work that is to end may take to see that.
const grace = time.Second

// bounded runs work with a context that ends on Ctrl-C, on a request to
// terminate, and after the given time, unless that is 0. Work that does not end
// then, as it waits for input, is left behind: the process is about to end.
func bounded(timeout time.Duration, work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	var late <-chan time.Time
	if timeout > 0 {
		t := time.NewTimer(timeout)
		defer t.Stop()
		late = t.C
	}

	done := make(chan error, 1)
	go func() { done <- work(ctx) }()
	var why error
	select {
	case err := <-done:
		return err
	case s := <-signals:
		why = errInterrupted
		if s == syscall.SIGTERM {
			why = errTerminated
		}
	case <-late:
		why = &ending{fmt.Sprintf("not done within %v: ended by --timeout", timeout), exitOpen}
	}
	cancel(why)
	select {
	case err := <-done:
		if err != nil && !errors.Is(err, why) {
			return err // it was about to end for a reason of its own
		}
		if err == nil {
			return nil // it was about to be done
		}
	case <-signals:
	case <-time.After(grace):
	}
	return why
}
