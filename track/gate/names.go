package gate

import (
	"bytes"
	"context"
	"fmt"
	"maps"
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
	g.leaveOutSkipped(versions[0], versions[1])
	g.leaveOutSkipped(versions[1], versions[0])
	return nil
}

// leaveOutSkipped leaves out what one version skips and the other runs: it is
// neither new nor vanished, and a note says why it is not judged.
func (g *gate) leaveOutSkipped(skips, runs *version) {
	for _, name := range slices.Sorted(maps.Keys(skips.skipped)) {
		i := slices.Index(runs.names, name)
		if i < 0 {
			continue
		}
		runs.names = slices.Delete(runs.names, i, i+1)
		why := skips.skipped[name]
		g.space.note("%s.%s is skipped in %s and runs in %s: %s%s",
			skips.pkg.ImportPath, name, skips.tree.name, runs.tree.name, why, skips.tree.missing(why))
		g.report.unjudged = true
	}
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
