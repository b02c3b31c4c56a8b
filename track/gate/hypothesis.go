package gate

import "mexlab/track/stat"

// A hypothesis is that two versions do not differ in something. It takes two
// sequences to reject it: the first suspects a change, and the second confirms it,
// or not. If layouts differ, only the second counts: the first cannot tell a change
// from functions in other places.
type hypothesis struct {
	verdict   stat.Verdict   // of the last sequence
	suspected stat.Verdict   // by the first: slower, faster, or nothing
	second    *stat.Sequence // nil if nothing is suspected, or if there was no time
	adjusted  float64        // the p value for the suite; 1 if nothing is suspected
}

// suspect notes what the first sequence suspects, and reports whether that is a change.
func (h *hypothesis) suspect() bool {
	if h.verdict == stat.Slower || h.verdict == stat.Faster {
		h.suspected = h.verdict
	}
	return h.suspected != stat.Undecided
}

// p is the p value of a change.
func (h *hypothesis) p() float64 {
	if h.second == nil {
		return 1
	}
	return h.second.P()
}

// slowerTwice reports whether both sequences see a slowdown.
func (h *hypothesis) slowerTwice() bool {
	return h.suspected == stat.Slower && h.verdict == stat.Slower && h.p() <= verdictAlarm
}

// settle gives the verdict of what was suspected.
func (h *hypothesis) settle(adjusted float64) {
	h.adjusted = adjusted
	if h.suspected == stat.Undecided {
		return
	}
	h.verdict = stat.Undecided
	if h.second == nil {
		return
	}
	v := h.second.Final(verdictAlarm)
	if changed := v == stat.Slower || v == stat.Faster; !changed || adjusted <= suiteAlarm {
		h.verdict = v
	}
}

// alarm is the probability with which a second sequence may be wrong. A benchmark
// has about three hypotheses: on its time, on its mean, and on its bytes.
func (g *gate) alarm() float64 {
	return min(verdictAlarm, suiteAlarm/float64(3*g.total()))
}

// judge gives the verdicts. Their p values are adjusted for the number of hypotheses
// about all benchmarks.
func (g *gate) judge() {
	var all []*hypothesis
	for _, b := range g.benchmarks {
		all = append(all, &b.result.hypothesis)
		for _, q := range b.result.quantities() {
			all = append(all, &q.hypothesis)
		}
	}
	p := make([]float64, len(all))
	for i, h := range all {
		p[i] = h.p()
	}
	for i, adjusted := range stat.Holm(p) {
		all[i].settle(adjusted)
	}
	for _, b := range g.benchmarks {
		if r := b.result; r.suspected != stat.Undecided && !r.unmeasured {
			r.P = r.adjusted
			r.setVerdict(r.verdict)
		}
		for _, q := range b.result.quantities() {
			if q.suspected != stat.Undecided {
				q.P = q.adjusted
				q.setVerdict()
			}
		}
	}
}
