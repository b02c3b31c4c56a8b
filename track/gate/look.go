package gate

import (
	"context"
	"errors"
	"math"
	"time"

	"mexlab/track/stat"
)

// look measures a benchmark, if it can be measured, and confirms what looks
// changed. What is wrong with one benchmark is said in its row, and the others go on.
func (g *gate) look(ctx context.Context, b *benchmark) error {
	if b.spoilt() {
		b.judgeFaults()
		return nil
	}
	g.tell(b.name)
	return g.blame(ctx, b, func() error {
		if err := g.compare(ctx, b); err != nil || b.result.noPairs() {
			return err
		}
		if err := g.profile(ctx, b); err != nil || !g.Insns || g.over() {
			return err
		}
		return g.countInsns(ctx, b)
	})
}

// compare measures what a verdict takes.
func (g *gate) compare(ctx context.Context, b *benchmark) error {
	if err := g.measure(ctx, b); err != nil || b.result.noPairs() {
		return err
	}
	if b.result.suspect() {
		if g.over() {
			return nil // and leaveOut says so
		}
		if err := g.confirm(ctx, b); err != nil {
			return err
		}
	}
	if g.over() {
		return nil
	}
	return g.longer(ctx, b)
}

// noPairs reports whether not even a pair fitted in the time.
func (r *Result) noPairs() bool { return r.Pairs == 0 && !r.untimed }

// measure runs the first sequence of a benchmark.
func (g *gate) measure(ctx context.Context, b *benchmark) (err error) {
	b.end = g.until(g.MaxTime)
	c := newComparison(b.name, b.variants, b.result, g.procs(), g.limit(b.took()))
	c.deadline = g.schedule.end
	b.comparison = c
	if err := c.onCPUs(func() error { return c.calibrate(ctx, time.Until(b.end)) }); err != nil {
		return err
	}
	if b.result.needs > 0 || b.result.untimed {
		b.result.setVerdict(stat.Undecided)
		return nil
	}
	left := time.Until(b.end)
	_, _, err = b.comparison.sequence(ctx, g.firstRules(b.comparison), time.Duration(firstShare*float64(left)), left)
	if err == nil && b.result.Change < tooGood {
		return b.comparison.grows(ctx, 1)
	}
	return err
}

// firstShare is the share of the time that a first sequence may take. The rest is
// for confirming, and for the mean.
const firstShare = 0.45

// tooGood is the change from which on it is asked whether the new version still
// heeds b.N.
const tooGood = -0.9

// blame runs what measures a benchmark. A fault that shows only now is put into
// the benchmark's row, and no error.
func (g *gate) blame(ctx context.Context, b *benchmark, measure func() error) error {
	err := measure()
	f, ok := errors.AsType[*fault](err)
	if !ok || ctx.Err() != nil {
		return err
	}
	b.faults[f.version] = f
	if b.faults[1-f.version], err = b.comparison.check(ctx, 1-f.version, f.kind); err != nil {
		return err
	}
	b.judgeFaults()
	return nil
}

// check returns what is wrong with a version if the other one has a fault.
func (c *comparison) check(ctx context.Context, version int, kind faultKind) (f *fault, err error) {
	err = c.onCPUs(func() error {
		if kind == noGrowth {
			return c.grows(ctx, version)
		}
		_, _, err := c.try(ctx, version)
		return err
	})
	if f, ok := errors.AsType[*fault](err); ok {
		return f, nil
	}
	return nil, err
}

// firstRules are those of a first sequence. It suspects changes of half the
// threshold on: the places of functions may hide a part of them.
func (g *gate) firstRules(c *comparison) stat.Rules {
	r := g.rules(c, suspicion)
	r.Nearly = 0.5
	return r
}

// secondRules are those of a sequence that confirms.
func (g *gate) secondRules(c *comparison) stat.Rules {
	r := g.rules(c, g.alarm())
	r.Suspicion = suspicion
	return r
}

func (g *gate) rules(c *comparison, alarm float64) stat.Rules {
	return stat.Rules{Threshold: math.Log1p(c.result.Threshold), Alarm: alarm, Miss: miss}
}

// confirm runs the second sequence of a benchmark.
func (g *gate) confirm(ctx context.Context, b *benchmark) (err error) {
	g.tell("confirming " + b.name)
	if err := g.confirmInLayouts(ctx, b); err != nil {
		return err
	}
	left := time.Until(b.end)
	b.result.second, _, err = b.comparison.sequence(ctx, g.secondRules(b.comparison), left, left)
	b.end = b.end.Add(b.comparison.paused)
	return err
}
