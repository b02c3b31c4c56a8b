package gate

import "mexlab/track/stat"

// A hypothesis is that two versions do not differ in something. It takes two
// sequences to reject it: the first suspects a change, and lets one in fifty
// through; the second confirms it, or not.
type hypothesis struct {
	verdict   stat.Verdict   // of the last sequence
	suspected stat.Verdict   // by the first: slower, faster, or nothing
	second    *stat.Sequence // nil if nothing is suspected, or if there was no time
	adjusted  float64        // the p value for the suite; 1 if nothing is suspected
}

// suspect reports whether the first sequence sees a change.
func (h *hypothesis) suspect() bool {
	if h.verdict == stat.Slower || h.verdict == stat.Faster {
		h.suspected = h.verdict
	}
	return h.suspected != stat.Undecided
}

// p is the p value of both sequences together: suspicion times that of the second.
// P. Bauer and K. Köhne, "Evaluation of experiments with adaptive interim
// analyses", Biometrics 50 (1994), is the general case.
func (h *hypothesis) p() float64 {
	if s := h.second; s != nil && (s.Change() > 0) == (h.suspected == stat.Slower) {
		return suspicion * s.P()
	}
	return 1
}

// slowerTwice reports whether both sequences see a slowdown.
func (h *hypothesis) slowerTwice() bool {
	return h.suspected == stat.Slower && h.verdict == stat.Slower && h.p() <= verdictAlarm
}

// settle gives the verdict of both sequences.
func (h *hypothesis) settle(adjusted float64) {
	h.adjusted = adjusted
	ruledOut := h.second != nil && h.verdict != stat.Undecided && h.verdict != h.suspected
	if h.suspected == stat.Undecided || ruledOut {
		return
	}
	h.verdict = stat.Undecided
	if h.second != nil && adjusted <= suiteAlarm && h.p() <= verdictAlarm && h.second.Final(verdictAlarm/suspicion) == h.suspected {
		h.verdict = h.suspected
	}
}

// alarm is the probability with which a second sequence may be wrong. A benchmark
// has about three hypotheses: on its time, on its mean, and on its bytes.
func (g *gate) alarm() float64 {
	return min(verdictAlarm, suiteAlarm/float64(3*g.total())) / suspicion
}

// judge gives the verdicts of both sequences. Their p values are adjusted for the
// number of hypotheses about all benchmarks.
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
		if r := b.result; r.suspected != stat.Undecided && !r.faulty {
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
