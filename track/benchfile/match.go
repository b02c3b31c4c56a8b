package benchfile

import (
	"fmt"
	"hash/maphash"
	"regexp"
	"strings"
)

// A Match says which benchmarks of two files are the same.
type Match struct {
	Pairs    []Pair
	Vanished []*Benchmark // only in the old file
	New      []*Benchmark // only in the new file
	Notes    []string     // what had to be assumed

	byPackage      bool
	cutOld, cutNew string // off the names of each file
}

// A Pair is one benchmark in two files.
type Pair struct{ Old, New *Benchmark }

// OldName returns the name of a benchmark of the old file without what was taken
// off to match. Pairs go by it.
func (m *Match) OldName(b *Benchmark) string { return strings.TrimSuffix(b.Name, m.cutOld) }

// Package returns the package of a benchmark where it says more than the name:
// where a file has several.
func (m *Match) Package(b *Benchmark) string {
	if m.byPackage {
		return b.Pkg()
	}
	return ""
}

// OldLabel is OldName, with the package where that says more.
func (m *Match) OldLabel(b *Benchmark) string { return m.label(b, m.cutOld) }

// NewLabel is OldLabel for a benchmark of the new file.
func (m *Match) NewLabel(b *Benchmark) string { return m.label(b, m.cutNew) }

func (m *Match) label(b *Benchmark, cut string) string {
	name := strings.TrimSuffix(b.Name, cut)
	if pkg := m.Package(b); pkg != "" {
		return pkg + "." + name
	}
	return name
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
	a, b := old.Procs(), new.Procs()
	best := join(old, new, "", "")
	for _, cut := range [][2]string{{a, b}, {a, ""}, {"", b}} {
		if len(best.Vanished) == 0 || len(best.New) == 0 {
			break // no way can match more
		}
		if cut[0] == cut[1] {
			continue // the names differ as much without it
		}
		if m := join(old, new, cut[0], cut[1]); len(m.Pairs) > len(best.Pairs) {
			best = m
			m.Notes = []string{fmt.Sprintf("names are matched without the suffix for GOMAXPROCS: %s in %s, %s in %s",
				suffixName(cut[0]), old.Name, suffixName(cut[1]), new.Name)}
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
func join(old, new *File, cutOld, cutNew string) *Match {
	m := &Match{byPackage: len(old.packages) > 1 || len(new.packages) > 1, cutOld: cutOld, cutNew: cutNew}
	seed := maphash.MakeSeed()
	key := func(b *Benchmark, cut string) (pkg, name string, hash uint32) {
		pkg, name = m.Package(b), strings.TrimSuffix(b.Name, cut)
		return pkg, name, uint32(maphash.String(seed, name) ^ maphash.String(seed, pkg)<<1)
	}
	var in index
	for b := range new.Benchmarks() {
		_, _, hash := key(b, cutNew)
		in.add(hash, int32(in.taken))
	}
	paired := make([]bool, in.taken)
	m.Pairs = make([]Pair, 0, min(in.taken, old.benchmarks.len()))
	for b := range old.Benchmarks() {
		pkg, name, hash := key(b, cutOld)
		other, ok := in.find(hash, func(i int32) bool {
			n := new.benchmarks.at(i)
			return strings.TrimSuffix(n.Name, cutNew) == name && m.Package(n) == pkg
		})
		if ok {
			m.Pairs = append(m.Pairs, Pair{b, new.benchmarks.at(other)})
			paired[other] = true
		} else {
			m.Vanished = append(m.Vanished, b)
		}
	}
	for i, is := range paired {
		if !is {
			m.New = append(m.New, new.benchmarks.at(int32(i)))
		}
	}
	return m
}

// Procs returns the suffix "-N" that every name of the file has, "" when there
// is none: N is GOMAXPROCS of the run, or a number that belongs to the names. Go
// never adds -1.
func (f *File) Procs() string {
	var common string
	first := true
	for b := range f.Benchmarks() {
		end := strings.TrimRight(b.Name, "0123456789")
		suffix := b.Name[len(end):]
		if suffix == "" || suffix == "1" || suffix[0] == '0' || !strings.HasSuffix(end, "-") || len(end) == 1 {
			return ""
		}
		if first {
			common, first = "-"+suffix, false
		} else if "-"+suffix != common {
			return ""
		}
	}
	return common
}

// onlyPackage returns the package when the file has one.
func onlyPackage(f *File) string {
	if len(f.packages) != 1 {
		return ""
	}
	return f.packages[0]
}

// Pattern returns the pattern, for go test -bench, that matches one benchmark
// and no other.
func Pattern(name string) string {
	parts := strings.Split("Benchmark"+strings.TrimPrefix(name, "Benchmark"), "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}
