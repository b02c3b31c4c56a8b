package gate

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
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
	if err := ctx.Err(); err != nil {
		return err
	}
	if errs[0] != nil {
		versions[0].pkg, versions[0].unbuilt = goPackage{}, errs[0]
	}
	return errs[1]
}

// list lists the benchmarks of both versions. If some fail or are skipped, they
// may have looked for their files by runtime.Caller: another build shows it.
func (g *gate) list(ctx context.Context, versions [2]*version) error {
	all := selection{g.Bench, g.Skip}
	runs := func() (n int) {
		for _, v := range versions {
			if v.binary != nil {
				v.listing = v.binary.list(ctx, all, g.limit(0), g.procs())
				n += len(v.names) - len(v.faults)
			}
		}
		return n
	}
	n := runs()
	if slices.ContainsFunc(versions[:], func(v *version) bool { return v.complains() }) {
		before := [2]version{*versions[0], *versions[1]}
		if err := g.build(ctx, versions, kept); err != nil {
			return err
		}
		if runs() <= n {
			*versions[0], *versions[1] = before[0], before[1]
		}
	}
	for _, v := range versions {
		if v.rest != nil && len(v.names) == 0 {
			v.addDeclared(all)
		}
	}
	g.relist(ctx, versions, all)
	return ctx.Err()
}

// limit is how long a benchmark may take for a result. took is what it took when it
// ran once, or 0 if it has not run. One that ran once and does not end now is waited for
// in both versions, in half of its time each.
func (g *gate) limit(took time.Duration) time.Duration {
	if took == 0 {
		return max(g.MaxTime, leastLimit)
	}
	return max(g.MaxTime/2, leastLimit) + 10*took
}

// leastLimit is what any benchmark may take.
const leastLimit = 5 * time.Second

// addDeclared adds the benchmarks that the source declares, if the test binary
// ends before it begins with any.
func (v *version) addDeclared(s selection) {
	top, err := regexp.Compile(strings.Join(topLevel(s.bench), "|"))
	if err != nil {
		return
	}
	for _, name := range v.pkg.benchmarks {
		if top.MatchString(name) {
			v.add(name, v.rest)
		}
	}
}

// topLevel returns what the alternatives of a pattern say about the names of
// functions. A part in brackets may be cut in two, which no pattern should need.
func topLevel(pattern string) []string {
	alternatives := strings.Split(pattern, "|")
	for i, a := range alternatives {
		alternatives[i], _, _ = strings.Cut(a, "/")
	}
	return alternatives
}

// relist lists again what only one version has, and tells names that change from
// run to run from those that the change brought.
func (g *gate) relist(ctx context.Context, versions [2]*version, s selection) {
	b, h := &versions[0].listing, &versions[1].listing
	if versions[0].binary == nil || versions[1].binary == nil {
		return
	}
	var same []string // functions with the same sub-benchmarks in both
	differ := map[string]bool{}
	for _, pair := range [][2]*listing{{b, h}, {h, b}} {
		for _, name := range pair[0].names {
			differ[topOf(name)] = differ[topOf(name)] || !pair[1].has(name) && pair[1].excuse(name) == nil
		}
	}
	for name, d := range differ {
		if !d {
			same = append(same, name)
		}
	}
	if len(same) == len(differ) {
		return
	}
	for _, v := range versions {
		again := v.binary.list(ctx, s.without(same), g.limit(0), g.procs())
		for _, name := range slices.Clone(v.names) {
			if !differ[topOf(name)] || again.has(name) || again.excuse(name) != nil {
				continue
			}
			v.names = slices.DeleteFunc(v.names, func(n string) bool { return n == name })
			v.add(again.nearest(name), &fault{kind: renamed, text: "like " + name})
		}
	}
}
