package gate

import (
	"context"
	"math/rand/v2"
	"os"
	"time"

	"mexlab/track/stat"
)

// DefaultLayouts is the most layouts of a sequence that confirms. It begins with half
// of them: in simulations these find changes of twice the standard deviation between
// layouts.
const DefaultLayouts = 16

// layouts are a package in several layouts: with its functions in orders that the
// linker drew at random. Package stat says how they matter to a verdict.
//
// First sequences have the order of the source, which is nearly the same in both
// versions: aligned functions then mostly differ by less than 1% if only their places
// have changed. In two orders that have nothing in common many benchmarks differ by
// 3%, and averaging that takes long. But a change that a first sequence suspects may
// be due to the places, and more pairs in the same order would suspect it again. So a
// sequence that confirms has random orders. If these differ, its p value does not
// build on that of the first.
type layouts struct {
	space    *workspace
	versions [2]*version
	most     int
	linked   [][2]*binary // old and new, layout by layout
	spare    [][2]*binary // what the self-test has linked in advance
}

// newLayouts returns the layouts of sequences that confirm, which are linked once
// they are needed. It returns nil if these sequences have the order of the source, too.
func (g *gate) newLayouts(versions [2]*version) *layouts {
	if g.Layouts < 2 || g.space.linker.cannotOrder {
		return nil
	}
	return &layouts{space: g.space, versions: versions, most: g.Layouts}
}

// link links layouts until there are n. It uses all CPUs, so nothing is to be
// measured meanwhile.
func (l *layouts) link(ctx context.Context, n int) error {
	ready := min(max(n-len(l.linked), 0), len(l.spare))
	l.linked, l.spare = append(l.linked, l.spare[:ready]...), l.spare[ready:]
	if n <= len(l.linked) {
		return nil
	}
	more := make([][2]*binary, n-len(l.linked))
	first := 1 + rand.IntN(1<<30)
	err := parallel(2*len(more), func(i int) (err error) {
		v := l.versions[i%2]
		more[i/2][i%2], err = l.space.build(ctx, v.tree, v.pkg, v.paths, first+i/2)
		return err
	})
	if err == nil {
		l.linked = append(l.linked, more...)
	}
	return err
}

// remove removes the binaries: they are many.
func (l *layouts) remove() {
	if l == nil {
		return
	}
	for _, both := range l.linked {
		os.Remove(both[0].path)
		os.Remove(both[1].path)
	}
	l.linked = nil
}

// A cycle says which layout the next pair has. In a round each layout has a pair,
// in random order. The zero value is the order of the source.
type cycle struct {
	*layouts
	used   int   // how many layouts are
	round  []int // the layouts that it still has to come to
	layout int   // of the pair
}

// begin makes sure that there are layouts for the next sequence: half of the most.
func (c *cycle) begin(ctx context.Context, l *layouts) error {
	*c = cycle{}
	if l == nil || l.most == 0 {
		return nil
	}
	c.layouts = l
	err := l.link(ctx, max(2, l.most/2))
	c.used = len(l.linked)
	return err
}

// draw draws the layout of the next pair.
func (c *cycle) draw(r *rand.Rand) {
	if c.layouts == nil {
		return
	}
	if len(c.round) == 0 {
		c.round = r.Perm(c.used)
	}
	c.layout, c.round = c.round[0], c.round[1:]
}

// grow links the other layouts after a round, if layout hides the answer. The next
// round is theirs. It returns how long it took.
func (c *cycle) grow(ctx context.Context, s *stat.Sequence, r *rand.Rand) (time.Duration, error) {
	if c.layouts == nil || len(c.round) > 0 || c.used == c.most || !s.LayoutHides(false) {
		return 0, nil
	}
	start := time.Now()
	err := c.link(ctx, c.most)
	for _, i := range r.Perm(len(c.linked) - c.used) {
		c.round = append(c.round, c.used+i)
	}
	c.used = len(c.linked)
	return time.Since(start), err
}

// inLayout is a version of a benchmark in the layout of the pair.
func (c *cycle) inLayout(version int, v variant) variant {
	if c.layouts != nil {
		v.binary = c.linked[c.layout][version]
	}
	return v
}

// confirmInLayouts links layouts for the pairs of a sequence that confirms. What is
// linked for that takes no time of the benchmark.
func (g *gate) confirmInLayouts(ctx context.Context, b *benchmark) error {
	l := b.layouts
	start := time.Now()
	err := b.comparison.cycle.begin(ctx, l)
	b.end = b.end.Add(time.Since(start))
	if err != nil && ctx.Err() == nil {
		g.space.note("%s is measured in one order of functions, since others do not link: %v", packagePath(b.versions), err)
		*l = layouts{}
		return b.comparison.cycle.begin(ctx, nil)
	}
	return err
}
