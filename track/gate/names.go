package gate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A version is a package in one of the two trees.
type version struct {
	tree *tree
	pkg  goPackage // without import path if there is none
	*binary
	listing
	unbuilt error // why there is no binary
}

// packagePath is the path of a package in the version that has it.
func packagePath(versions [2]*version) string {
	return cmp.Or(versions[1].pkg.ImportPath, versions[0].pkg.ImportPath)
}

// build builds a package's test binary in both versions. The old one need not build:
// then it has no benchmarks.
func (g *gate) build(ctx context.Context, versions [2]*version, paths paths) error {
	var errs [2]error
	parallel(2, func(i int) error {
		v := versions[i]
		if v.pkg.ImportPath != "" {
			v.binary, errs[i] = g.space.build(ctx, v.tree, v.pkg, paths, 0)
		}
		return nil
	})
	if errs[0] != nil {
		versions[0].pkg, versions[0].unbuilt = goPackage{}, errs[0]
	}
	return errs[1]
}

// list lists the benchmarks of both versions. If some fail or are skipped, they
// may have looked for their files by runtime.Caller: another build shows it.
func (g *gate) list(ctx context.Context, versions [2]*version) error {
	runs := func() (n int) {
		for _, v := range versions {
			if v.binary != nil {
				v.listing = v.binary.list(ctx, g.Bench, g.procs())
				n += len(v.names) - len(v.faults)
			}
		}
		return n
	}
	n := runs()
	if slices.ContainsFunc(versions[:], func(v *version) bool { return len(v.faults) > 0 || v.err != nil }) {
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
	return nil
}

// A listing is what running each benchmark once tells.
type listing struct {
	names  []string          // with sub-benchmarks
	faults map[string]*fault // of those that gave no result
	err    error             // if not even the first began
}

func (l *listing) has(name string) bool { return slices.Contains(l.names, name) }

// add adds a benchmark that gave no result.
func (l *listing) add(name string, f *fault) {
	l.names = append(l.names, name)
	l.faults[name] = f
}

// aboutMachine matches the lines that come before all benchmarks.
var aboutMachine = regexp.MustCompile(`^(goos|goarch|pkg|cpu): `)

// list lists the benchmarks that match by running each once.
func (b *binary) list(ctx context.Context, pattern string, procs int) (l listing) {
	defer func() { l.cut(procs) }()
	var stderr bytes.Buffer
	cmd := b.command(ctx, "-test.run=^$", "-test.bench="+pattern, "-test.benchtime=1x", "-test.cpu="+strconv.Itoa(procs), "-test.v")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	l.faults = map[string]*fault{}
	var log []byte
	running, said := "", 0 // the benchmark that was announced last, and where in the log it began
	blamed := false
	for line := range bytes.Lines(out) {
		fields := strings.Fields(string(line))
		switch {
		case aboutMachine.Match(line):
		case len(fields) > 0 && !strings.HasPrefix(fields[0], "Benchmark"), len(fields) == 0:
			if kind, ok := endings[string(line[:min(len(line), len("--- SKIP: "))])]; ok && len(fields) > 2 {
				l.add(fields[2], &fault{kind: kind, text: strings.TrimSpace(string(excerpt(log[said:])))})
				blamed = blamed || kind == fails
			}
			log = append(log, line...)
		case len(fields) > 2:
			l.names = append(l.names, fields[0])
		case len(fields) == 1: // what -test.v announces
			running, said = fields[0], len(log)
		}
	}
	if err != nil && !blamed {
		f := ended(err, log[said:], stderr.Bytes())
		if running == "" {
			l.err = f
			return l
		}
		l.add(running, f)
	}
	return l
}

// endings are how lines begin about benchmarks that have ended without a result.
var endings = map[string]faultKind{"--- FAIL: ": fails, "--- SKIP: ": skipped}
