package gate

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"mexlab/track/benchfile"
)

// A listing is what running each benchmark once tells.
type listing struct {
	names  []string                 // with sub-benchmarks
	faults map[string]*fault        // of those that gave no result
	took   map[string]time.Duration // of those that gave one, with setting up
	rest   *fault                   // why it may lack others; nil if it does not
}

func newListing() listing {
	return listing{faults: map[string]*fault{}, took: map[string]time.Duration{}}
}

func (l *listing) has(name string) bool { return slices.Contains(l.names, name) }

// add adds a benchmark that gave no result.
func (l *listing) add(name string, f *fault) {
	if !l.has(name) {
		l.names = append(l.names, name)
		l.faults[name] = f
	}
}

// complains reports whether some fail or are skipped.
func (l *listing) complains() bool {
	for _, f := range l.faults {
		if f.kind == fails || f.kind == skipped {
			return true
		}
	}
	return l.rest != nil && l.rest.kind == fails
}

// excuse returns why a listing lacks a benchmark, or nil if it should have it:
// one above it has a fault, or not all could be run.
func (l *listing) excuse(name string) *fault {
	for above := parent(name); above != ""; above = parent(above) {
		if f := l.faults[above]; f != nil {
			return f
		}
	}
	return l.rest
}

// nearest returns the nearest benchmark above one that has others below it.
func (l *listing) nearest(name string) string {
	above := cmp.Or(parent(name), name)
	for !l.hasBelow(above) && parent(above) != "" {
		above = parent(above)
	}
	return above
}

func (l *listing) hasBelow(name string) bool {
	return slices.ContainsFunc(l.names, func(n string) bool { return strings.HasPrefix(n, name+"/") })
}

// parent returns the benchmark of which this is a sub-benchmark, "" if of none.
func parent(name string) string { return name[:max(strings.LastIndexByte(name, '/'), 0)] }

// topOf returns the function that a benchmark is, or is a part of.
func topOf(name string) string {
	name, _, _ = strings.Cut(name, "/")
	return name
}

// A selection says which benchmarks to run, as go test takes it.
type selection struct{ bench, skip string }

// without is the selection without some benchmarks.
func (s selection) without(names []string) selection {
	for _, name := range names {
		if s.skip != "" {
			s.skip += "|"
		}
		s.skip += benchfile.Pattern(name)
	}
	return s
}

func (s selection) args() []string {
	args := []string{"-test.run=^$", "-test.bench=" + s.bench}
	if s.skip != "" {
		args = append(args, "-test.skip="+s.skip)
	}
	return args
}

// maxStuck is how many benchmarks that do not end are waited for in a package.
const maxStuck = 5

// list lists the benchmarks of a selection by running each once. None may take
// longer than limit. If one ends the process, or does not end, the others run in
// another process.
func (b *binary) list(ctx context.Context, s selection, limit time.Duration, procs int) listing {
	l := newListing()
	for stuck := 0; ; {
		seen := len(l.names)
		f := b.listMore(ctx, s, limit, procs, &l)
		if f == nil {
			return l
		}
		if f.kind == endless {
			stuck++
		}
		if len(l.names) == seen || stuck == maxStuck || ctx.Err() != nil {
			l.rest = f
			return l
		}
	}
}

// listMore runs what is not yet in a listing in one process. If that does not
// come to its end, it returns why.
func (b *binary) listMore(ctx context.Context, s selection, limit time.Duration, procs int, l *listing) *fault {
	r := &listingRun{listing: l, alive: make(chan struct{}, 1)}
	if procs > 1 {
		r.suffix = "-" + strconv.Itoa(procs)
	}
	out := lines{line: r.read}
	cmd := b.command(ctx, append(s.without(l.names).args(), "-test.benchtime=1x", "-test.cpu="+strconv.Itoa(procs), "-test.benchmem", "-test.v=test2json", "-test.timeout=0")...)
	cmd.Stdout, cmd.Stderr = &out, &r.stderr
	err := runWithin(cmd, limit, r.alive)
	if len(out.rest) > 0 {
		r.read(append(out.rest, '\n'))
	}
	if r.orderly {
		return nil
	}
	f := ended(err, limit, &r.log, &r.stderr)
	if n := len(r.running); n > 0 {
		l.add(r.running[n-1], f)
	}
	return f
}
