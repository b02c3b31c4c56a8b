package bench

import (
	"fmt"

	"mexlab/kernel"
)

// A Group is several ways to do the same work, the floor first: a row of a table.
type Group struct {
	Suite string // the question that it is about: "Mex", "Degree", ...
	Key   string // the input: "deg=15/k=uniform/values=board"
	Doc   string // the input, in words

	// Cases draws the inputs, checks that all ways agree, and returns what is to
	// be timed. The cases share the workspace, so they must not run at once.
	Cases func(ws *kernel.Workspace) ([]*Case, error)
}

// A Case is one way to do a group's work.
type Case struct {
	Name     string // for benchstat: "Mex/kernel=affine/isa=avx2/deg=15/..."
	Run      func() error
	Vertices int // that one Run does, or 0
	Edges    int // that it looks at, or 0
	Bytes    int // of text or bitsets that it reads, or 0
}

// A Rate is a measurement in a unit of Go's benchmark format.
type Rate struct {
	Value float64
	Unit  string
}

// Rates turns the nanoseconds of one Run into what a benchmark reports.
func (c *Case) Rates(ns float64) []Rate {
	var rates []Rate
	if c.Vertices > 0 {
		rates = append(rates, Rate{ns / float64(c.Vertices), "ns/vertex"})
	}
	if c.Edges > 0 {
		rates = append(rates, Rate{float64(c.Edges) / ns * 1e9, "edges/s"})
	}
	if c.Bytes > 0 {
		rates = append(rates, Rate{float64(c.Bytes) / ns * 1e9, "B/s"})
	}
	return rates
}

// caseName puts kernel and tier before a group's key.
func (g *Group) caseName(k kernel.Info) string {
	return fmt.Sprintf("%s/kernel=%s/isa=%s/%s", g.Suite, k.Name, k.Tier, g.Key)
}

// Groups lists everything there is to time, suite by suite.
func Groups() []Group {
	var groups []Group
	for _, w := range append(Workloads(), sweeps()...) {
		groups = append(groups, w.group())
	}
	return append(append(groups, bitsets()...), solvers()...)
}

// group makes the group of a workload: all kernels that can do it.
func (w Workload) group() Group {
	g := Group{Suite: w.suite, Key: w.Key, Doc: w.Doc}
	g.Cases = func(ws *kernel.Workspace) ([]*Case, error) {
		entries, err := newEntries(w, kernel.Available(), w.sample, ws)
		if err != nil {
			return nil, err
		}
		var cases []*Case
		for _, e := range entries {
			if e.limit == "" {
				cases = append(cases, e.newCase(g.caseName(e.kernel.Info())))
			}
		}
		return cases, nil
	}
	return g
}
