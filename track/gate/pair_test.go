package gate

import (
	"math"
	"testing"
)

// samples returns two, the faster one of the given logarithm.
func samples(log float64) []sample {
	return []sample{{sec: 2 * math.Exp(log)}, {sec: math.Exp(log)}}
}

// The most disturbed third of the blocks does not count. Exchanging the versions
// changes only the signs of the differences.
func TestCombineBlocks(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b) }
	blocks := func(head int) []block {
		var all []block
		for _, b := range [][3]float64{{-7, -6.98, -7.01}, {-6, -6.9, -6.5}, {-7.02, -7.01, -7}} {
			all = append(all, block{samples(b[1-head]), samples(b[head]), samples(b[2])})
		}
		return all
	}
	p, q := combineBlocks(blocks(1)), combineBlocks(blocks(0))
	if !near(p.Typical, 0.015) || !near(p.Best, 0.01) || !near(p.Noise, 0.005) || !near(p.Within, 0.015) || !near(p.Level, -7.0025) {
		t.Errorf("%+v", p)
	}
	if !near(q.Typical, -p.Typical) || !near(q.Best, -p.Best) || !near(q.Level, p.Level) {
		t.Errorf("exchanged: %+v, before %+v", q, p)
	}
	if p := combineBlocks([]block{{samples(-7), samples(-6.9)}}); !near(p.Typical, 0.1) || !math.IsNaN(p.Noise) || !math.IsNaN(p.Within) {
		t.Errorf("one block: %+v", p)
	}
}
