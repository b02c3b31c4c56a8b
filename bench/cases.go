package bench

import (
	"fmt"

	"mexlab/kernel"
)

// A Group is several ways to do the same work, the floor first: what a row of a
// table compares.
type Group struct {
	Suite string // which question it belongs to: "Mex", "Degree", ...
	Key   string // the rest of the names: "deg=15/k=uniform/values=board"
	Doc   string // what it stands for

	// Cases draws the inputs, checks that all ways agree, and returns what is
	// to be timed. They share the workspace, and so must not run at once.
	Cases func(ws *kernel.Workspace) ([]*Case, error)
}

// A Case is one way to do a group's work.
type Case struct {
	Name     string // for benchstat: "Mex/kernel=affine/isa=avx2/deg=15/..."
	Run      func() error
	Vertices int // that one Run does
	Edges    int // that it looks at, or 0
	Bytes    int // of text that it reads, or 0
}

// A Rate is a measurement in a unit of Go's benchmark format.
type Rate struct {
	Value float64
	Unit  string
}

// Rates turns the time of one Run, in nanoseconds, into the rates to report.
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
func (g *Group) caseName(kernelName, isa string) string {
	return fmt.Sprintf("%s/kernel=%s/isa=%s/%s", g.Suite, kernelName, isa, g.Key)
}

// Groups lists everything there is to time, suite by suite.
func Groups() []Group {
	var groups []Group
	for _, w := range Workloads() {
		groups = append(groups, kernels("Mex", w.key()+"/load="+w.Name, w, quickBudget.sample))
	}
	for _, s := range sweeps() {
		groups = append(groups, kernels(s.suite, s.load.key(), s.load, s.sample))
	}
	return append(append(groups, bitsets()...), solvers()...)
}

// kernels makes a group of a workload: every kernel that can do it.
func kernels(suite, key string, w Workload, sample int) Group {
	g := Group{Suite: suite, Key: key, Doc: w.Doc}
	g.Cases = func(ws *kernel.Workspace) ([]*Case, error) {
		entries, err := contest(w, kernel.Available(), sample, ws)
		if err != nil {
			return nil, err
		}
		all := withResults(entries[len(entries)-1].Batch) // auto does all rows
		cases := []*Case{{
			Name:     g.caseName(Floor, kernel.Generic),
			Run:      func() error { readValues(all); return nil },
			Vertices: all.Len(), Edges: len(all.Succ),
		}}
		for _, e := range entries {
			if e.Limit == nil {
				info := e.Kernel.Info()
				cases = append(cases, &Case{
					Name: g.caseName(info.Name, info.ISA), Run: e.Run,
					Vertices: e.Batch.Len(), Edges: len(e.Batch.Succ),
				})
			}
		}
		return cases, nil
	}
	return g
}
