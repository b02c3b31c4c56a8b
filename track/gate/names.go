package gate

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A version is a package in one of the two trees.
type version struct {
	tree *tree
	pkg  goPackage // without import path if there is none
	*binary
	listing
}

// build builds a package's test binary in both versions.
func (g *gate) build(ctx context.Context, versions [2]*version, paths paths) (err error) {
	for _, v := range versions {
		if v.pkg.ImportPath == "" {
			continue
		}
		if v.binary, err = g.space.build(ctx, v.tree, v.pkg, paths, 0); err != nil {
			return err
		}
	}
	return nil
}

// list lists the benchmarks of both versions. If some fail or are skipped, they
// may have looked for their files by runtime.Caller: another build shows it.
func (g *gate) list(ctx context.Context, versions [2]*version) error {
	runs := func() (n int) {
		for _, v := range versions {
			if v.binary != nil {
				v.listing = v.binary.list(ctx, g.Bench)
				n += len(v.names)
			}
		}
		return n
	}
	n := runs()
	if slices.ContainsFunc(versions[:], func(v *version) bool { return v.err != nil || len(v.skipped) > 0 }) {
		before := [2]version{*versions[0], *versions[1]}
		if err := g.build(ctx, versions, kept); err != nil {
			return err
		}
		if runs() <= n {
			*versions[0], *versions[1] = before[0], before[1]
		}
	}
	for _, v := range versions {
		if v.err != nil {
			return fmt.Errorf("%s: %s: %w%s", v.tree.name, v.pkg.ImportPath, v.err, v.tree.missing(v.err.Error()))
		}
	}
	return versions[0].notSkipped(versions[1])
}

// notSkipped returns an error if a version skips a benchmark that the other
// runs: it is neither new nor vanished.
func (v *version) notSkipped(other *version) error {
	for _, pair := range [2][2]*version{{v, other}, {other, v}} {
		for name, why := range pair[0].skipped {
			if slices.Contains(pair[1].names, name) {
				return fmt.Errorf("%s: %s.%s is skipped there and runs in %s: %s%s",
					pair[0].tree.name, v.pkg.ImportPath, name, pair[1].tree.name, why, pair[0].tree.missing(why))
			}
		}
	}
	return nil
}

// A listing is what running each benchmark once tells.
type listing struct {
	names   []string          // of those that gave a result, with sub-benchmarks
	skipped map[string]string // others, and why
	err     error             // what was wrong, if not all went well
}

// aboutMachine matches the lines that come before all benchmarks.
var aboutMachine = regexp.MustCompile(`^(goos|goarch|pkg|cpu): `)

// list lists the benchmarks that match by running each once.
func (b *binary) list(ctx context.Context, pattern string) listing {
	var stderr bytes.Buffer
	cmd := b.command(ctx, "-test.run=^$", "-test.bench="+pattern, "-test.benchtime=1x", "-test.cpu=1", "-test.v")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	l := listing{skipped: map[string]string{}}
	var log []byte
	said := 0 // where in the log the last benchmark began
	for line := range bytes.Lines(out) {
		fields := strings.Fields(string(line))
		switch {
		case aboutMachine.Match(line):
		case len(fields) > 0 && !strings.HasPrefix(fields[0], "Benchmark"), len(fields) == 0:
			if len(fields) > 2 && bytes.HasPrefix(line, []byte("--- SKIP: ")) {
				l.skipped[fields[2]] = strings.TrimSpace(string(log[said:]))
			}
			log = append(log, line...)
		case len(fields) > 2:
			l.names = append(l.names, fields[0])
		case len(fields) == 1: // what -test.v announces
			said = len(log)
		}
	}
	if err != nil {
		l.err = ended(err, log, stderr.Bytes())
	}
	return l
}
