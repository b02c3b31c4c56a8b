package gate

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"mexlab/track/stat"
)

// A quantity is judged by its direction, and bytes are as exact as testing rounds.
func TestQuantity(t *testing.T) {
	with := func(unit string, value float64) []sample {
		return []sample{{sec: 1, bytes: value, own: []metric{{unit, value}}}}
	}
	for _, test := range []struct {
		quantity *Quantity
		old, new float64
		want     stat.Verdict
	}{
		{bytesPerOp(), 16, 24, stat.Slower},
		{bytesPerOp(), 16, 17, stat.Same},
		{bytesPerOp(), 1000, 1010, stat.Same},
		{bytesPerOp(), 0, 48, stat.Slower},
		{bytesPerOp(), 48, 0, stat.Faster},
		{bytesPerOp(), 0, 0, stat.Same},
		{ownUnit("ns/item"), 2, 2.2, stat.Slower},
		{ownUnit("rows/s"), 2, 2.2, stat.Faster},
		{ownUnit("rows/s"), 2, 1.8, stat.Slower},
		{ownUnit("rows/s"), 0, 0, stat.Same},
		{ownUnit("hits/op"), 2, 1.8, stat.Undecided},
	} {
		q := test.quantity
		q.begin(stat.Rules{Threshold: 0.02, Alarm: 0.02, Miss: 0.01})
		for n := range 12 {
			q.add(block{with(q.Unit, test.old), with(q.Unit, test.new)}, 0, 0)
			q.test(float64(n+1) / 12)
		}
		q.fill()
		if q.verdict != test.want || q.Values != [2]float64{test.old, test.new} {
			t.Errorf("%s from %v to %v: %+v, expected %v", q.Unit, test.old, test.new, q, test.want)
		}
		if want := test.new/test.old - 1; test.old > 0 && test.new > 0 && q.verdict != stat.Same && math.Abs(q.Change-want) > 1e-9 {
			t.Errorf("%s from %v to %v changed by %v", q.Unit, test.old, test.new, q.Change)
		}
	}
}

// A change of any size has a JSON form, and values that are none are left out.
func TestExtremeQuantities(t *testing.T) {
	for _, values := range [][2]float64{{1e-300, 1e300}, {1e300, 1e-300}, {-5, 5}, {0, 1e300}} {
		q := ownUnit("ns/item")
		q.begin(stat.Rules{Threshold: 0.02, Alarm: 0.02, Miss: 0.01})
		for range 12 {
			q.add(block{{{own: []metric{{q.Unit, values[0]}}}}, {{own: []metric{{q.Unit, values[1]}}}}}, 0, 0)
		}
		q.test(1)
		if q.fill(); len(q.sequence.Pairs) != 12 {
			t.Errorf("%v: %+v", values, q)
		}
		if _, err := json.Marshal(q); err != nil {
			t.Errorf("%v: %v", values, err)
		}
	}
}

// Only what all samples have is judged.
func TestQuantities(t *testing.T) {
	full := sample{sec: 1, bytes: 8, own: []metric{{"a", 1}, {"mean", 2}}}
	part := sample{sec: 1, bytes: -1, own: []metric{{"a", 1}}}
	r := &Result{}
	r.addQuantities(block{{full, full}, {full, full}}.quantities())
	if r.Mean.kind != meanKind || r.Bytes.kind != bytesKind || len(r.Units) != 2 || len(r.quantities()) != 4 {
		t.Errorf("%+v", r)
	}
	if b := (block{{full}, {part}}); !slices.Equal(b.onlyIn(0), []string{"mean"}) || len(b.onlyIn(1)) > 0 {
		t.Errorf("only in the old version: %q, in the new one: %q", b.onlyIn(0), b.onlyIn(1))
	}
	r = &Result{}
	if r.addQuantities(block{{full, full}, {full, part}}.quantities()); r.Mean == nil || r.Bytes != nil || len(r.Units) != 1 {
		t.Errorf("%+v", r)
	}
}
