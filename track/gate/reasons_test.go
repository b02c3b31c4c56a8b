package gate

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"mexlab/track/stat"
)

// The longer a run is, the less a slowdown can hide. Some will not show in minutes.
func TestDoubt(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		what   string
		result Result
		want   string
	}{
		{"wide", Result{Low: -0.04, High: 0.04, MinDetectable: 0.072, Noise: nan, Pairs: 20},
			"slowdowns below 7.2% would go unnoticed; try --max-time 2m"},
		{"less wide", Result{Low: -0.02, High: 0.02, MinDetectable: 0.036, Noise: nan, Pairs: 20},
			"slowdowns below 3.6% would go unnoticed; try --max-time 30s"},
		{"a little too wide", Result{Low: -0.011, High: 0.012, MinDetectable: 0.021, Noise: nan, Pairs: 20},
			"slowdowns below 2.1% would go unnoticed; try --max-time 10s"},
		{"hopeless", Result{Low: -0.3, High: 0.3, MinDetectable: 0.55, Noise: nan, Pairs: 20},
			"slowdowns below 55% would go unnoticed; a quieter machine is needed"},
		{"noise", Result{Change: 0.03, Low: 0.02, High: 0.04, Best: 0.03, MinDetectable: 0.05, Noise: 0.03, Pairs: 20},
			"slowdowns below 5% would go unnoticed; a quieter machine is needed"},
		{"near the threshold", Result{Change: 0.012, Low: -0.001, High: 0.021, Best: 0.012, MinDetectable: 0.0195, Noise: 0, Pairs: 20},
			"from -0.10% to +2.10% is not certainly below 2%, nor certainly a slowdown; try --max-time 30s"},
		{"not again", Result{Change: 0.01, Low: -0.02, High: 0.02, MinDetectable: 0.036, Noise: nan, Pairs: 20, hypothesis: hypothesis{suspected: stat.Slower}},
			"seen once as slower, and not again; slowdowns below 3.6% would go unnoticed; try --max-time 30s"},
		{"layout", Result{Change: 0.01, Low: -0.02, High: 0.03, Best: 0.01, MinDetectable: 0.04, Noise: 0.001, Pairs: 20, LayoutSpread: 0.031, tryLayouts: 32},
			"where functions stand changes it by up to 3.1%; try --layouts 32"},
		{"layout, once", Result{Change: 0.01, Low: -0.02, High: 0.03, MinDetectable: 0.04, Noise: nan, Pairs: 20, LayoutSpread: 0.2, tryLayouts: 32, hypothesis: hypothesis{suspected: stat.Slower}},
			"seen once as slower, and not again; where functions stand changes it by up to 20%; try --layouts 32"},
		{"now and then", Result{Change: 0.04, Low: 0.03, High: 0.05, Best: 0.001, MinDetectable: 0.01, Noise: 0.001, Pairs: 20},
			"the median changed by +4.00%, the fastest slices by +0.10%"},
		{"random work", Result{Change: 0.01, Low: -0.02, High: 0.02, MinDetectable: 0.036, Noise: 0, Pairs: 20, scatter: 0.05, unalike: true},
			"slowdowns below 3.6% would go unnoticed; try --max-time 30s; processes of one version differ by 5%, more than the versions do: does it draw random work?"},
		{"a busy machine", Result{Change: 0.01, Low: -0.02, High: 0.02, MinDetectable: 0.036, Noise: 0, Pairs: 20, scatter: 0.05},
			"slowdowns below 3.6% would go unnoticed; try --max-time 30s"},
		{"slow", Result{Low: nan, High: nan, MinDetectable: nan, Noise: nan, Pairs: 1, needs: 18 * time.Second},
			"6 pairs of processes are the fewest that decide, and need about 18s; try --max-time 1m"},
		{"not confirmed", Result{Pairs: 8, hypothesis: hypothesis{suspected: stat.Slower}, unconfirmed: "the budget of 1m is spent"},
			"seen once as slower, and not confirmed: the budget of 1m is spent"},
		{"the budget", Result{Pairs: 4, Low: nan, High: nan, MinDetectable: nan, Noise: nan, short: "the budget of 1m is spent"},
			"the budget of 1m is spent after 4 pairs of processes"},
		{"few", Result{Low: nan, High: nan, MinDetectable: nan, Noise: nan, Pairs: 4},
			"only 4 pairs of processes in 5s, and 6 are the fewest that decide; try --max-time 15s"},
		{"one", Result{Low: nan, High: nan, MinDetectable: nan, Noise: nan, Pairs: 1},
			"only 1 pair of processes in 5s, and 6 are the fewest that decide; try --max-time 1m"},
	} {
		test.result.Threshold, test.result.maxTime = 0.02, 5*time.Second
		if got := test.result.doubt(); got != test.want {
			t.Errorf("%s: %q, expected %q", test.what, got, test.want)
		}
	}
}

func TestRoundUp(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Second: "5s", 20 * time.Second: "20s", 21 * time.Second: "30s", 54 * time.Second: "1m", 156 * time.Second: "3m", 12 * time.Minute: "20m",
	} {
		if got := roundUp(d); got != want {
			t.Errorf("%v: %s, expected %s", d, got, want)
		}
	}
}

func TestSlower(t *testing.T) {
	for _, test := range []struct {
		change, high float64
		want         string
	}{
		{0.05, 0.06, "time +5.00%"},
		{0.016, 0.024, "time +1.60%: certainly slower, and not certain to be below 2%"},
		{0.016, 0.018, "time +1.60%: certainly slower, and by more than three quarters of 2%"},
	} {
		if got := (&Result{Change: test.change, High: test.high, Threshold: 0.02}).slower(); got != test.want {
			t.Errorf("%q, expected %q", got, test.want)
		}
	}
}

// Old and new differ by the change, as they are shown, too. What rests on too few
// pairs is not there, in JSON either.
func TestFigures(t *testing.T) {
	c := &comparison{allocs: noAllocs}
	for n := 1; n <= 2*stat.MinPairs; n++ {
		s := stat.NewSequence(stat.Rules{})
		for i := range n {
			noise := math.NaN()
			if n == 2*stat.MinPairs {
				noise = 0.001 * float64(i)
			}
			s.Add(stat.Pair{Typical: 0.05 + 0.001*float64(i%3), Best: 0.05, Noise: noise, Level: -15 + 0.001*float64(i%5)})
		}
		var r Result
		r.fill(c, s, stat.Undecided)
		if got := r.Seconds[1] / r.Seconds[0]; math.Abs(got-1-r.Change) > 1e-9 {
			t.Errorf("%d pairs: new is %v of old, and the change is %v", n, got, r.Change)
		}
		text, err := json.Marshal(&r)
		if err != nil {
			t.Fatal(err)
		}
		cells := r.figures()
		for _, test := range []struct {
			field string
			cell  int
			known bool
		}{{"low", 3, n >= stat.MinPairs}, {"noise", 4, n == 2*stat.MinPairs}, {"change", 2, true}} {
			if strings.Contains(string(text), `"`+test.field+`":`) != test.known || (cells[test.cell].Text != "-") != test.known {
				t.Errorf("%d pairs: %s is %q, in %s; known should be %v", n, test.field, cells[test.cell].Text, text, test.known)
			}
		}
	}
	text, err := json.Marshal(&Result{Name: "BenchmarkFails"})
	if err != nil || strings.Contains(string(text), "change") || !strings.Contains(string(text), `"raw":[]`) {
		t.Errorf("what was not measured: %s, %v", text, err)
	}
}

func TestPercent(t *testing.T) {
	for x, want := range map[float64]string{0: "+0.00%", -1e-6: "+0.00%", -0.0001: "-0.01%", 0.0531: "+5.31%", 0.09996: "+10.0%", 0.31: "+31.0%", -0.9996: "-100%", 1.7: "+170%"} {
		if got := percent(x); got != want {
			t.Errorf("%v: %s, expected %s", x, got, want)
		}
	}
}
