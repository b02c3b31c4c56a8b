package crew

import (
	"slices"
	"testing"
)

// Every worker does its part once a run, also if it had to be woken.
func TestRun(t *testing.T) {
	for n := range 5 {
		n++
		c := New(n)
		defer c.Stop()
		if c.Len() != n {
			t.Errorf("a crew of %d has %d workers", n, c.Len())
		}
		calls := make([]int, n)
		for range 1000 {
			c.Run(func(worker int) { calls[worker]++ })
		}
		if want := slices.Repeat([]int{1000}, n); !slices.Equal(calls, want) {
			t.Errorf("%d workers: calls %v", n, calls)
		}
	}
}
