package gate

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"mexlab/track/stat"
)

// Each layout has as many pairs as any other, and one less or more in a round that
// is not over.
func TestCycle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	l := &layouts{most: 8, linked: make([][2]*binary, 4)}
	c := &cycle{}
	if err := c.begin(t.Context(), l); err != nil || c.used != 4 {
		t.Fatalf("%d layouts at first, %v; expected 4", c.used, err)
	}
	pairs := map[int]int{}
	for range 10 {
		c.draw(r)
		pairs[c.layout]++
	}
	for i := range 4 {
		if n := pairs[i]; n < 2 || n > 3 {
			t.Errorf("layout %d has %d of 10 pairs", i, n)
		}
	}
	c = &cycle{}
	if c.draw(r); c.layout != 0 || c.inLayout(1, variant{env: []string{"A=1"}}).env[0] != "A=1" {
		t.Errorf("without layouts: %+v", c)
	}
}

// If layout hides the answer, a sequence has more layouts, and they come next.
func TestCycleGrows(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	c := &cycle{layouts: &layouts{most: 4, linked: make([][2]*binary, 4)}, used: 2}
	s := stat.NewSequence(stat.Rules{Threshold: 0.02, Alarm: 0.02, Miss: 0.01})
	for n := 1; n <= 12; n++ {
		if c.draw(r); (c.layout > 1) != (n > 10) {
			t.Fatalf("layout %d for pair %d", c.layout, n)
		}
		d := 0.03 + 0.06*float64(c.layout) + 1e-6*float64(n)
		s.Add(stat.Pair{Typical: d, Best: d, Noise: math.NaN(), Layout: c.layout})
		s.Test(float64(n) / 12)
		if n != 10 {
			continue
		}
		if _, err := c.grow(t.Context(), s, r); err != nil || c.used != 4 {
			t.Fatalf("%d layouts, %v; expected 4", c.used, err)
		}
	}
}

// Both versions are linked in the same orders, and no binary stays.
func TestLayouts(t *testing.T) {
	r := newRepository(t)
	w, tree := r.workspace("")
	g := &gate{Options: Options{Layouts: 4}, space: w}
	v := &version{tree: tree, binary: &binary{paths: trimmed}}
	v.pkg = goPackage{Dir: v.tree.dir, ImportPath: "example.com/sums"}
	b := &benchmark{versions: [2]*version{v, v}, layouts: g.newLayouts([2]*version{v, v}), comparison: &comparison{}}
	seen := map[string]bool{}
	l := b.layouts
	if err := g.confirmInLayouts(t.Context(), b); err != nil || len(l.linked) != 2 || b.comparison.cycle.layouts != l {
		t.Fatalf("%d layouts, %v, notes %q; expected 2", len(l.linked), err, w.notes)
	}
	for _, both := range l.linked {
		x, errX := os.ReadFile(both[0].path)
		y, errY := os.ReadFile(both[1].path)
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			t.Errorf("one version in one order gives two binaries; %v, %v", errX, errY)
		}
		seen[string(both[0].sum[:])] = true
	}
	if len(seen) != 2 {
		t.Errorf("%d different layouts, expected 2", len(seen))
	}
	last := l.linked[1][1].path
	l.remove()
	if _, err := os.Stat(last); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left: %v", last, err)
	}

	// What does not link in other orders is measured in one.
	b.layouts.versions[0] = &version{tree: v.tree, binary: v.binary, pkg: goPackage{ImportPath: "example.com/none"}}
	if err := g.confirmInLayouts(t.Context(), b); err != nil || b.comparison.cycle.layouts != nil || len(w.notes) != 1 {
		t.Errorf("%v, notes %q; expected one", err, w.notes)
	}
	g.Layouts = 1
	if one := g.newLayouts(b.versions); one != nil {
		t.Error("a single layout is an order drawn at random")
	}
}
