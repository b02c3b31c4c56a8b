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
