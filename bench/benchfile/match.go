package benchfile

import (
	"fmt"
	"strings"
)

// A Match says which benchmarks of two files are the same.
type Match struct {
	Pairs    []Pair
	Vanished []*Benchmark // only in the old file
	New      []*Benchmark // only in the new file
	Notes    []string     // what had to be assumed

	byPackage bool
}

// Package returns the package of a benchmark where it says more than the name:
// where a file has several.
func (m *Match) Package(b *Benchmark) string {
	if m.byPackage {
		return b.Pkg
	}
	return ""
}

// Label returns the name of a benchmark, with its package where that says more.
func (m *Match) Label(b *Benchmark) string {
	if pkg := m.Package(b); pkg != "" {
		return pkg + "." + b.Name
	}
	return b.Name
}

// A Pair is one benchmark in two files.
type Pair struct {
	Name     string // as in the old file, without what was taken off to match
	Old, New *Benchmark
}

// PairUp matches the benchmarks of two files by package and name.
//
// Go adds -N to all names of a run when GOMAXPROCS is N and not 1, and a name
// may itself end in a number. So a suffix is taken off only where every name of
// a file has the same one, and only when more benchmarks match that way.
// Packages count only where a file has several.
func PairUp(old, new *File) *Match {
	m := match(old, new)
	if a, b := onlyPackage(old), onlyPackage(new); a != b && a != "" && b != "" {
		m.Notes = append(m.Notes, fmt.Sprintf("the package is %s in %s and %s in %s", a, old.Name, b, new.Name))
	}
	return m
}

// match finds the way of reading names under which most benchmarks match; at a
// tie, the one that takes less off.
func match(old, new *File) *Match {
	byPackage := len(old.packages()) > 1 || len(new.packages()) > 1
	a, b := old.Procs(), new.Procs()
	var best *Match
	for _, cut := range [][2]string{{"", ""}, {a, b}, {a, ""}, {"", b}} {
		if best != nil && (len(best.Vanished) == 0 || len(best.New) == 0 || cut == [2]string{}) {
			break // no way can match more
		}
		if m := join(old, new, cut[0], cut[1], byPackage); best == nil || len(m.Pairs) > len(best.Pairs) {
			best = m
			if cut[0] != cut[1] {
				m.Notes = []string{fmt.Sprintf("names are matched without the suffix for GOMAXPROCS: %s in %s, %s in %s",
					suffixName(cut[0]), old.Name, suffixName(cut[1]), new.Name)}
			}
		}
	}
	return best
}

func suffixName(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// join matches names after cutting a suffix off those of each file.
func join(old, new *File, cutOld, cutNew string, byPackage bool) *Match {
	type key struct{ pkg, name string }
	keyOf := func(b *Benchmark, cut string) key {
		k := key{name: strings.TrimSuffix(b.Name, cut)}
		if byPackage {
			k.pkg = b.Pkg
		}
		return k
	}
	in := make(map[key]*Benchmark, len(new.Benchmarks))
	for _, b := range new.Benchmarks {
		in[keyOf(b, cutNew)] = b
	}
	m := &Match{byPackage: byPackage}
	paired := make(map[*Benchmark]bool, len(new.Benchmarks))
	for _, b := range old.Benchmarks {
		k := keyOf(b, cutOld)
		if other := in[k]; other != nil {
			m.Pairs = append(m.Pairs, Pair{k.name, b, other})
			paired[other] = true
		} else {
			m.Vanished = append(m.Vanished, b)
		}
	}
	for _, b := range new.Benchmarks {
		if !paired[b] {
			m.New = append(m.New, b)
		}
	}
	return m
}

// Procs returns the suffix "-N" that every name of the file has, "" when there
// is none: N is GOMAXPROCS of the run, or a number that belongs to the names. Go
// never adds -1.
func (f *File) Procs() string {
	var common string
	for i, b := range f.Benchmarks {
		end := strings.TrimRight(b.Name, "0123456789")
		suffix := b.Name[len(end):]
		if suffix == "" || suffix == "1" || suffix[0] == '0' || !strings.HasSuffix(end, "-") || len(end) == 1 {
			return ""
		}
		if i == 0 {
			common = "-" + suffix
		} else if "-"+suffix != common {
			return ""
		}
	}
	return common
}

// packages returns the packages of the benchmarks.
func (f *File) packages() map[string]bool {
	set := map[string]bool{}
	for _, b := range f.Benchmarks {
		set[b.Pkg] = true
	}
	return set
}

// onlyPackage returns the package when the file has one.
func onlyPackage(f *File) string {
	if set := f.packages(); len(set) != 1 {
		return ""
	}
	return f.Benchmarks[0].Pkg
}
