package gate

import (
	"fmt"
	"math"
	"time"

	"mexlab/track/stat"
	"mexlab/track/table"
)

// slower says by how much, and why a slowdown below the threshold is a regression.
func (r *Result) slower() string {
	if r.Change >= r.Threshold {
		return "time " + percent(r.Change)
	}
	why := "not certain to be below"
	if r.High < r.Threshold { // see nearly in package stat
		why = "by more than three quarters of"
	}
	return fmt.Sprintf("time %s: certainly slower, and %s %s", percent(r.Change), why, asGiven(r.Threshold))
}

// doubt says why a benchmark is inconclusive, and what may help.
func (r *Result) doubt() string {
	switch {
	case r.unconfirmed != "":
		return fmt.Sprintf("seen once as %v, and not confirmed: %s", r.suspected, r.unconfirmed)
	case r.short != "":
		return fmt.Sprintf("%s after %s of processes", r.short, table.Count(r.Pairs, "pair", "pairs"))
	case r.needs > 0: // and as long for pairs beyond these, to confirm, and to set up
		return fmt.Sprintf("%d pairs of processes are the fewest that decide, and need about %v; try --max-time %s",
			stat.MinPairs, r.needs.Round(time.Second), roundUp(3*r.needs))
	case r.Pairs < stat.MinPairs:
		return fmt.Sprintf("only %s of processes in %v, and %d are the fewest that decide; %s", table.Count(r.Pairs, "pair", "pairs"), r.maxTime,
			stat.MinPairs, r.advice(2*stat.MinPairs/float64(max(1, r.Pairs))))
	case r.Low > known(r.Noise) && r.Best < r.Change/2:
		return fmt.Sprintf("the median changed by %s, the fastest slices by %s", percent(r.Change), percent(r.Best))
	}
	seen := ""
	if r.suspected != stat.Undecided {
		seen = fmt.Sprintf("seen once as %v, and not again; ", r.suspected)
	}
	if r.tryLayouts > 0 {
		return seen + fmt.Sprintf("where functions stand changes it by up to %s; try --layouts %d", table.Percent(r.LayoutSpread), r.tryLayouts)
	}
	text := fmt.Sprintf("slowdowns below %s would go unnoticed", table.Percent(r.MinDetectable))
	if r.MinDetectable <= r.Threshold {
		text = fmt.Sprintf("from %s to %s is not certainly below %s, nor certainly a slowdown", percent(r.Low), percent(r.High), asGiven(r.Threshold))
	}
	text = seen + text + "; " + r.advice(r.moreTime())
	if r.unalike && r.scatter > max(2*r.Threshold, math.Abs(r.Change)) {
		text += fmt.Sprintf("; processes of one version differ by %s, more than the versions do: does it draw random work?", table.Percent(r.scatter))
	}
	return text
}

// moreTime returns how many times as long the run would have to be for a decision,
// or infinity. An interval narrows with the root of the number of pairs. What a run
// can see is the noise, which stays, and a multiple of the interval's width. If that
// is below the threshold, the change is near the threshold or near the noise, and
// must be told from the farther one of them. Tests after every pair take more than
// the single one that MinDetectable is about: in simulations of identical code, that
// alone gave half of the longer runs a verdict where scatter was large. So the width
// counts 1.25 times.
func (r *Result) moreTime() float64 {
	noise := known(r.Noise)
	reach := 1.25 * (r.MinDetectable - noise)
	room := r.Threshold - noise
	if r.MinDetectable <= r.Threshold {
		room = min(room, max(r.Threshold-r.Change, r.Change-noise))
	}
	if room <= 0 {
		return math.Inf(1)
	}
	return max(2, (reach/room)*(reach/room))
}

// patience is the longest time for a benchmark that the gate proposes.
const patience = 5 * time.Minute

// advice says what decides what so many times the pairs would.
func (r *Result) advice(times float64) string {
	if seconds := times * r.maxTime.Seconds(); seconds <= patience.Seconds() {
		return "try --max-time " + roundUp(time.Duration(seconds*1e9))
	}
	return "a quieter machine is needed"
}

// roundUp writes a time as a user would give it.
func roundUp(t time.Duration) string {
	step := 5 * time.Second
	switch {
	case t > 10*time.Minute:
		step = 10 * time.Minute
	case t > 50*time.Second:
		step = time.Minute
	case t > 20*time.Second:
		step = 10 * time.Second
	}
	t = (t + step - 1) / step * step
	if step >= time.Minute {
		return fmt.Sprintf("%.0fm", t.Minutes())
	}
	return fmt.Sprintf("%.0fs", t.Seconds())
}

// known returns 0 for what is not known.
func known(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}
