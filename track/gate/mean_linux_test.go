package gate

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"mexlab/track/stat"
)

// Longer runs end at once if there is no time left.
func TestLongerWithoutTime(t *testing.T) {
	v := variant{binary: &binary{path: os.Args[0], dir: t.TempDir()}, env: []string{marks + "=" + filepath.Join(t.TempDir(), "marks")}}
	c := newComparison("BenchmarkMarks", [2]variant{v, v}, &Result{}, 1, time.Minute)
	c.long = plan{iterations: 10, turn: 1, blocks: 1}
	all, err := c.longSequence(t.Context(), stat.Rules{Threshold: 0.02, Alarm: 0.02, Miss: 0.01}, -time.Second, nil)
	if err != nil || len(all) != 2 || all[0].Pairs != 1 || all[0].verdict != stat.Undecided {
		t.Errorf("%+v, %v", all, err)
	}
}

// Longer runs end early once they are unlikely to accuse, unless there is no time
// that would decide the row.
func TestLongerEndsEarly(t *testing.T) {
	v := variant{binary: &binary{path: os.Args[0], dir: t.TempDir()}, env: []string{marks + "=" + filepath.Join(t.TempDir(), "marks")}}
	rules := stat.Rules{Threshold: 1, Floor: 10} // which decide nothing, and nothing is above this floor
	for untimed, longest := range map[bool]time.Duration{false: time.Hour, true: time.Second} {
		c := newComparison("BenchmarkMarks", [2]variant{v, v}, &Result{untimed: untimed}, 1, time.Minute)
		c.long = plan{iterations: 10, turn: 1, blocks: 1}
		start := time.Now()
		all, err := c.longSequence(t.Context(), rules, longest, nil)
		if took := time.Since(start); err != nil || all[0].verdict != stat.Undecided || !untimed && took > longest/2 || untimed && took < longest/2 {
			t.Errorf("untimed %v: %d pairs in %v, %v", untimed, all[0].Pairs, took, err)
		}
	}
}
