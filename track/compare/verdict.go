package compare

import (
	"fmt"
	"math"
	"strconv"

	"mexlab/track/report"
	"mexlab/track/stat"
	"mexlab/track/table"
)

// A Verdict is what is known about a row, or about the whole.
type Verdict uint8

const (
	Inconclusive Verdict = iota // none of the others is certain
	Regression                  // worse by more than the threshold
	Improvement                 // better by more than the threshold
	Same                        // changed by less than the threshold, if at all
	NotWorse                    // not worse by the threshold; perhaps better
	NotGated                    // whether more is better is not known
)

var verdictNames = [...]string{
	Inconclusive: report.Inconclusive,
	Regression:   report.Regression,
	Improvement:  report.Improvement,
	Same:         report.Same,
	NotWorse:     report.NotWorse,
	NotGated:     report.NotGated,
}

func (v Verdict) String() string { return verdictNames[v] }

// MarshalText writes the name, for JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// measure computes all p values, and verdicts without and with their evidence.
func (r *Report) measure() {
	measureAll(len(r.rows), func(m *measurer, i int) {
		row := &r.rows[i]
		f := r.measureRow(m, row)
		row.family = math.NaN()
		if !f.exact {
			row.family = m.p()
		}
		for j, certain := range []bool{false, true} {
			row.verdict[j] = f.judge(r.Tables[row.table].Better, r.Options.Threshold, certain)
		}
	})
}

// judge corrects the p values and gives every row its verdict.
func (r *Report) judge() {
	inFamily := func(row *row) bool { return r.Tables[row.table].Better != 0 && !math.IsNaN(row.family) }
	family := make([]float64, 0, len(r.rows))
	for i := range r.rows {
		if row := &r.rows[i]; inFamily(row) {
			family = append(family, row.family)
		}
	}
	r.family = len(family)
	family = stat.Holm(family)
	for i := range r.rows {
		row := &r.rows[i]
		if inFamily(row) {
			row.family, family = family[0], family[1:]
		}
		if row.family <= r.Options.Alpha {
			row.verdict[0] = row.verdict[1]
		}
		r.counts[row.verdict[0]]++
	}
}

// judge decides. certain tells whether the p value proves a change.
func (f *figures) judge(better int, threshold float64, certain bool) Verdict {
	if better == 0 {
		return NotGated
	}
	// From here on, more is worse.
	worse, least, most := f.change, f.low, f.high
	if better > 0 {
		worse, least, most = -f.change, -f.high, -f.low
	}
	if math.IsNaN(worse) { // a change from zero has a direction but no size
		worse = math.Inf(1)
		if (f.new.median > f.old.median) == (better > 0) {
			worse = math.Inf(-1)
		}
	}
	if f.exact {
		threshold, certain = 0, true // one more is worse
	}
	switch {
	case certain && worse > threshold:
		return Regression
	case certain && worse < -threshold:
		return Improvement
	case most <= threshold && least >= -threshold:
		return Same
	case most <= threshold:
		return NotWorse
	}
	return Inconclusive
}

// explain says more about the verdict on the row that m has measured, or "".
func (r *Report) explain(m *measurer, f *figures) string {
	switch {
	case f.verdict == NotGated:
		return "whether more is better is not known"
	case f.exact && f.verdict != Same:
		return "an exact count"
	case f.verdict != Inconclusive && math.IsNaN(f.change):
		return "from zero, so there is no percentage"
	case f.verdict != Inconclusive:
		return ""
	}
	alpha := r.Options.Alpha / float64(r.family)
	if n := stat.MinSamples(alpha); min(f.old.n, f.new.n) < n {
		fewest := strconv.Itoa(n) // no Sprintf: a file of single results has this in every row
		return strconv.Itoa(f.old.n) + " + " + strconv.Itoa(f.new.n) + " results could not have shown a change of any size; " + fewest + " + " + fewest + " can"
	}
	switch size := m.minDetectable(f, alpha); {
	case math.IsInf(size, 1):
		return "the old median is zero, so there is no percentage"
	case size <= r.Options.Threshold:
		return fmt.Sprintf("%s to %s is on both sides of %s", signed(f.low), signed(f.high), table.Percent(r.Options.Threshold))
	default:
		return fmt.Sprintf("the smallest change this could have seen is %s", table.Percent(size))
	}
}
