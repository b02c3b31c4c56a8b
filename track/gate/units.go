package gate

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"mexlab/track/benchfile"
	"mexlab/track/report"
	"mexlab/track/stat"
)

// A Quantity is what longer runs say besides the time of the fastest slices: the
// mean time, the bytes, or a unit of the benchmark's own. Changes have the sign of
// the values: a regression of what is better if higher is below zero.
type Quantity struct {
	Unit          string     `json:"unit"`    // as the benchmark writes it
	Verdict       string     `json:"verdict"` // one of package report
	Values        [2]float64 `json:"values"`  // old and new
	Change        float64    `json:"change"`  // the median
	Low           float64    `json:"low"`     // the 95% interval of it
	High          float64    `json:"high"`
	Noise         float64    `json:"noise"` // no change below it counts
	MinDetectable float64    `json:"seen"`  // the smallest change that would have been seen nine times in ten
	P             float64    `json:"p"`     // adjusted for the suite; 1 without suspicion
	Pairs         int        `json:"pairs"` // of processes, undisturbed, in the last sequence

	hypothesis
	kind     quantityKind
	better   int // +1 if higher values are better, -1 if lower ones are, 0 if that is not known
	of       func(sample) float64
	values   [2][]float64
	sequence *stat.Sequence
}

// A quantityKind is where a quantity stands in a result.
type quantityKind int

const (
	meanKind quantityKind = iota
	bytesKind
	ownKind
)

// meanTime is the quantity that most benchmarks have.
func meanTime() *Quantity {
	return &Quantity{Unit: "sec/op", kind: meanKind, better: -1, of: func(s sample) float64 { return s.sec }}
}

// bytesPerOp are the bytes that an operation allocates. Unlike the number of
// allocations they follow the data, and so may rise by less than the threshold.
func bytesPerOp() *Quantity {
	return &Quantity{Unit: "B/op", kind: bytesKind, better: -1, of: func(s sample) float64 {
		if s.bytes < 0 {
			return math.NaN()
		}
		return s.bytes
	}}
}

// ownUnit is a unit of the benchmark's own. It needs a direction to be judged.
func ownUnit(unit string) *Quantity {
	return &Quantity{Unit: unit, kind: ownKind, better: benchfile.Better(unit), of: func(s sample) float64 { return s.metric(unit) }}
}

// metric returns the value of one of the benchmark's own units, NaN without one.
func (s *sample) metric(unit string) float64 {
	if i := slices.IndexFunc(s.own, func(m metric) bool { return m.unit == unit }); i >= 0 {
		return s.own[i].value
	}
	return math.NaN()
}

// begin begins a sequence.
func (q *Quantity) begin(rules stat.Rules) {
	q.values, q.sequence, q.verdict = [2][]float64{}, stat.NewSequence(rules), stat.Undecided
}

// add adds a pair in a layout: the mean over the samples of each version.
func (q *Quantity) add(b block, level float64, layout int) {
	var mean [2]float64
	for i := range mean {
		for _, s := range b[i] {
			mean[i] += q.of(s) / float64(len(b[i]))
		}
	}
	d := difference(mean[0], mean[1])
	if math.IsNaN(d) {
		return // not all samples have it
	}
	if q.kind == bytesKind && math.Abs(mean[1]-mean[0]) <= 1 {
		d = 0 // testing rounds down
	}
	if q.better > 0 {
		d = -d
	}
	for i := range mean {
		q.values[i] = append(q.values[i], mean[i])
	}
	q.sequence.Add(stat.Pair{Typical: d, Best: d, Noise: math.NaN(), Level: level, Layout: layout})
}

// noRatio stands for the ratio of two values of which one is zero, or negative.
const noRatio = 1000

// difference is that of the logarithms of two values.
func difference(old, new float64) float64 {
	switch {
	case old == new:
		return 0
	case old > 0 && new > 0:
		return math.Log(new) - math.Log(old)
	case new > old:
		return math.Log(noRatio)
	case new < old:
		return -math.Log(noRatio)
	}
	return math.NaN()
}

// test tests at time t, a share of the longest time, and reports whether that
// decides. A decision stands, whatever comes after it.
func (q *Quantity) test(t float64) bool {
	if q.better != 0 && q.verdict == stat.Undecided {
		q.verdict = q.sequence.Test(t)
	}
	return q.better == 0 || q.verdict != stat.Undecided
}

// fill takes the figures of the sequence.
func (q *Quantity) fill() {
	s := q.sequence
	if len(s.Pairs) == 0 {
		return // no sample of a second sequence has it
	}
	in := s.Interval()
	change, low, high := s.Change(), in.Low, in.High
	if q.better > 0 {
		change, low, high = -change, -high, -low
	}
	q.Change, q.Low, q.High = math.Expm1(change), math.Expm1(low), math.Expm1(high)
	q.Noise, q.MinDetectable = math.Expm1(s.Noise()), math.Expm1(s.MinDetectable())
	q.Values = [2]float64{stat.Median(q.values[0]), stat.Median(q.values[1])}
	q.P, q.Pairs = 1, len(s.Undisturbed())
	q.setVerdict()
}

// setVerdict puts the verdict into words.
func (q *Quantity) setVerdict() {
	q.Verdict = verdictWords[q.verdict]
	if q.better == 0 {
		q.Verdict = report.NotGated
	}
}

// MarshalJSON leaves out what is not known, or larger than any number.
func (q *Quantity) MarshalJSON() ([]byte, error) {
	type plain Quantity // without this method
	return json.Marshal(struct {
		*plain
		Change        *float64 `json:"change,omitempty"`
		Low           *float64 `json:"low,omitempty"`
		High          *float64 `json:"high,omitempty"`
		Noise         *float64 `json:"noise,omitempty"`
		MinDetectable *float64 `json:"seen,omitempty"`
		P             *float64 `json:"p,omitempty"`
	}{(*plain)(q), report.Known(q.Change), report.Known(q.Low), report.Known(q.High), report.Known(q.Noise), report.Known(q.MinDetectable), report.Known(q.P)})
}

// name is what a quantity is called in a row.
func (q *Quantity) name() string {
	if q.kind == meanKind {
		return "mean"
	}
	return q.Unit
}

// reason says how a quantity has changed.
func (q *Quantity) reason() string {
	if q.kind == meanKind {
		return "mean " + percent(q.Change)
	}
	text := fmt.Sprintf("%s %s -> %s", q.Unit, value(q.Values[0]), value(q.Values[1]))
	if q.Values[0] > 0 && q.Values[1] > 0 {
		text += ", " + percent(q.Change)
	}
	return text
}

// value writes a number with four digits, or as a whole number if it has more.
func value(x float64) string {
	if math.Abs(x) >= 1e4 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// addQuantities puts quantities into the result.
func (r *Result) addQuantities(all []*Quantity) {
	for _, q := range all {
		switch q.kind {
		case meanKind:
			r.Mean = q
		case bytesKind:
			r.Bytes = q
		default:
			r.Units = append(r.Units, q)
		}
	}
}

// quantities returns those of the result.
func (r *Result) quantities() []*Quantity {
	return slices.DeleteFunc(append([]*Quantity{r.Mean, r.Bytes}, r.Units...), func(q *Quantity) bool { return q == nil })
}

// concludeUnits says which quantities are worse, and which nobody can judge. One
// that is undecided says nothing: the time has its own verdict.
func (r *Result) concludeUnits() {
	for _, q := range r.quantities() {
		switch {
		case q.better == 0:
			r.Reasons = append(r.Reasons, q.Unit+" is not gated: whether more is better is not known")
		case q.verdict == stat.Slower:
			r.regression(q.name(), q.reason())
		}
	}
}
