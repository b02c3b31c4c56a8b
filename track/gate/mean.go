package gate

import (
	"context"
	"math"
	"time"

	"mexlab/track/stat"
)

// The fastest slices know nothing of what happens now and then, and their garbage
// collector waits. So pairs of longer runs follow, with the collector at work, and
// all of their slices count.
const (
	// The first sequence of longer runs has this share of the time of a benchmark,
	// and this one of what is left: the rest is for confirming.
	longShare, leftShare = 0.2, 0.6
	// A slice takes this share of that time: 20 ms of 2 s. So a pair takes some
	// 100 ms, and a clear case 1 s. What happens less often than twice in a slice is
	// seen late or never. It takes a longer time with longer slices.
	longSlice = 0.01
)

// longer judges a benchmark's mean time with the collector at work, its bytes, and
// its own units, and confirms what looks changed.
func (g *gate) longer(ctx context.Context, b *benchmark) error {
	c := b.comparison
	c.cycle = cycle{}
	longest := time.Duration(leftShare * float64(time.Until(b.end)))
	if !b.result.untimed {
		longest = min(longest, time.Duration(longShare*float64(g.MaxTime)))
	}
	if !c.planLong(longest) {
		return nil
	}
	g.tell("the mean of " + b.name)
	all, err := c.longSequence(ctx, c.longRules(g.firstRules(c)), longest, nil)
	if err != nil {
		return err
	}
	b.result.addQuantities(all)
	var suspected []*Quantity
	for _, q := range all {
		if q.suspect() {
			suspected = append(suspected, q)
		}
	}
	if len(suspected) == 0 || g.over() {
		return nil
	}
	g.tell("confirming the mean of " + b.name)
	if err := g.confirmInLayouts(ctx, b); err != nil {
		return err
	}
	if _, err := c.longSequence(ctx, c.longRules(g.secondRules(c)), time.Until(b.end), suspected); err != nil {
		return err
	}
	for _, q := range suspected {
		q.second = q.sequence
	}
	return nil
}

// longRules are as those of the time. The noise of the time is that of the mean, too.
func (c *comparison) longRules(r stat.Rules) stat.Rules {
	if noise := math.Log1p(c.result.Noise); noise > r.Floor {
		r.Floor = noise
	}
	return r
}

// planLong plans longer runs that may take so long, and reports whether that is
// long enough. What is not measured, such as setting up, takes its time, too.
func (c *comparison) planLong(longest time.Duration) bool {
	want := longSlice * longest.Seconds()
	each := c.wall / float64(c.fast.iterations)
	op := each
	if !c.result.untimed {
		op = stat.Median(c.times[0])
	}
	n := min(iterations(want, op), iterations(8*want, each))
	c.long = plan{iterations: n, turn: 1, blocks: 1}
	return c.wall <= 4*want
}

// longSequence adds pairs of longer runs until they decide about all quantities,
// or the time is up. Without quantities it finds them: it is the first sequence then,
// and also ends once no quantity is likely to become an accusation. If there is a
// time, they are there for nothing else: that they are undecided is no news. Units
// that stand in the place of a time decide the row, and take all the time they need.
func (c *comparison) longSequence(ctx context.Context, rules stat.Rules, longest time.Duration, all []*Quantity) ([]*Quantity, error) {
	longest = c.beforeDeadline(longest)
	onlyAccuse := all == nil && !c.result.untimed
	for start, n := time.Now(), 0; ; n++ {
		blocks, err := c.run(ctx, c.long, false)
		if err != nil {
			return nil, err
		}
		b := blocks[0]
		if all == nil { // and it is known how long a slice is with the collector at work
			all = b.quantities()
			for version, of := range []string{"old", "new"} {
				for _, unit := range b.onlyIn(version) {
					c.result.remark("%s is not compared: only the %s version reports it", unit, of)
				}
			}
			if level := b.level(); !math.IsNaN(level) {
				c.long.iterations = min(c.long.iterations, iterations(longSlice*longest.Seconds(), math.Exp(level)))
			}
		}
		took, t := time.Since(start), 1.0
		if each := took / time.Duration(n+1); took+each <= longest { // there is time for another, and any at all
			t = took.Seconds() / longest.Seconds()
		}
		decided := true
		for _, q := range all {
			if n == 0 {
				q.begin(rules)
			}
			q.add(b, b.level(), c.cycle.layout)
			decided = (q.test(t) || onlyAccuse && q.sequence.Futile()) && decided
		}
		if decided || t >= 1 {
			break
		}
	}
	for _, q := range all {
		q.fill()
	}
	return all, nil
}

// level is how long an operation took in both versions.
func (b block) level() float64 {
	level := 0.0
	for _, samples := range b[:2] {
		mean := 0.0
		for _, s := range samples {
			mean += s.sec / float64(len(samples))
		}
		level += math.Log(mean) / 2
	}
	return level
}

// quantities returns what all samples of both versions have.
func (b block) quantities() (all []*Quantity) {
	candidates := []*Quantity{meanTime(), bytesPerOp()}
	for _, m := range b[0][0].own {
		candidates = append(candidates, ownUnit(m.unit))
	}
	for _, q := range candidates {
		q.begin(stat.Rules{})
		if q.add(b, 0, 0); len(q.sequence.Pairs) > 0 {
			all = append(all, q)
		}
	}
	return all
}

// onlyIn returns the own units that a version has and the other lacks.
func (b block) onlyIn(version int) (units []string) {
	for _, m := range b[version][0].own {
		if math.IsNaN(b[1-version][0].metric(m.unit)) {
			units = append(units, m.unit)
		}
	}
	return units
}
