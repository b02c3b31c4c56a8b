package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"
)

// An ending is the reason why work ends before it is done, with its exit code.
type ending struct {
	why  string
	code int
}

func (e *ending) Error() string { return e.why }

// signalEndings are the endings by signal. Shells report 128 + its number.
var signalEndings = map[os.Signal]*ending{
	os.Interrupt:    {"interrupted", 128 + 2},
	syscall.SIGTERM: {"terminated", 128 + 15},
	syscall.SIGHUP:  {"hung up", 128 + 1},
}

// Work that is to end gets some time to notice, and more if it has to clean up.
const (
	grace   = time.Second
	cleanUp = time.Minute
)

// within runs work with a context that ends with a signal, and after timeout,
// unless that is 0. Work that goes on for longer than patience after that, because
// it waits for input, is left behind: the process is about to end.
func within(timeout, patience time.Duration, work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, slices.Collect(maps.Keys(signalEndings))...)
	defer signal.Stop(signals)
	var late <-chan time.Time
	if timeout > 0 {
		late = time.After(timeout)
	}

	done := make(chan error, 1)
	go func() { done <- work(ctx) }()
	var why *ending
	select {
	case err := <-done:
		return err
	case s := <-signals:
		why = signalEndings[s]
	case <-late:
		why = &ending{fmt.Sprintf("not done within %v: --timeout ended it", timeout), exitUndecided}
	}
	cancel(why)
	select {
	case err := <-done:
		if !errors.Is(err, why) && !errors.Is(err, context.Canceled) {
			return err // the work was done just in time, or ended for a reason of its own
		}
	case <-signals:
	case <-time.After(patience):
	}
	return why
}
