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

// An ending is the reason why work ends before it is done, with its exit code.
type ending struct {
	why  string
	code int
}

func (e *ending) Error() string { return e.why }

// Shells report 128 + the number of the signal that ended a command.
var (
	errInterrupted = &ending{"interrupted", 128 + 2}
	errTerminated  = &ending{"terminated", 128 + 15}
)

// grace is how long the work may take to notice that it should end.
const grace = time.Second

// interruptible runs work with a context that ends on Ctrl-C, SIGTERM and SIGHUP.
// The work cleans up, however long that takes.
func interruptible(work func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	err := work(ctx)
	if errors.Is(err, context.Canceled) {
		return errInterrupted
	}
	return err
}

// within runs work with a context that ends on Ctrl-C, on SIGTERM, and after
// timeout, unless that is 0. Work that then still waits for input is left behind:
// the process is about to end.
func within(timeout time.Duration, work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	var late <-chan time.Time
	if timeout > 0 {
		late = time.After(timeout)
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
		why = &ending{fmt.Sprintf("not done within %v: --timeout ended it", timeout), exitUndecided}
	}
	cancel(why)
	select {
	case err := <-done:
		if err == nil || !errors.Is(err, why) {
			return err // the work was done just in time, or ended for a reason of its own
		}
	case <-signals:
	case <-time.After(grace):
	}
	return why
}
