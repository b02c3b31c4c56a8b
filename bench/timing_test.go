package bench

import (
	"context"
	"errors"
	"testing"
	"time"

	"mexlab/track/stat"
)

func TestTiming(t *testing.T) {
	long := &Case{Vertices: 1, Run: func() error { time.Sleep(2 * time.Millisecond); return nil }}
	short := &Case{Vertices: 1, Run: func() error { return nil }}
	b := budget{rounds: 3, turn: time.Millisecond, summary: stat.Median}
	times, err := b.time(t.Context(), []*Case{long, short})
	if err != nil {
		t.Fatal(err)
	}
	if stat.Median(times[0]) < 2e6 || stat.Median(times[1]) <= 0 || stat.Median(times[1]) > stat.Median(times[0]) {
		t.Errorf("2 ms took %v ns, nothing took %v ns", times[0], times[1])
	}
	broken := errors.New("broken")
	_, err = b.time(t.Context(), []*Case{{Name: "one", Run: func() error { return broken }}})
	if !errors.Is(err, broken) || err.Error() != "one: broken" {
		t.Errorf("got %v, expected the case's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.time(ctx, []*Case{short}); err != context.Canceled {
		t.Errorf("got %v, expected %v", err, context.Canceled)
	}
}

// In every round each case has one turn, and another case begins the group.
func TestRounds(t *testing.T) {
	var timer Timer
	named := func(names ...string) (cases []*Case) {
		for _, name := range names {
			cases = append(cases, &Case{Name: name, Run: func() error { return nil }})
		}
		return cases
	}
	if err := errors.Join(timer.Add(named("a", "b", "c")), timer.Add(named("x", "y"))); err != nil {
		t.Fatal(err)
	}
	for round, want := range []string{"abcxy", "bcayx", "cabxy"} {
		got := ""
		if err := timer.Round(t.Context(), round, func(s Sample) { got += s.Case.Name }); err != nil || got != want || timer.Cases() != 5 {
			t.Errorf("round %d: %s, expected %s; %v", round, got, want, err)
		}
	}
}
