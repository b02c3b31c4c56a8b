package benchfile

import (
	"cmp"
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

// OldName returns the name of a benchmark of the old file, without the suffix
// that was removed to match. Pairs have this name.
func (m *Match) OldName(b *Benchmark) string { return strings.TrimSuffix(b.Name, m.cutOld) }

// Package returns the package of a benchmark if a file has several, else "".
func (m *Match) Package(b *Benchmark) string {
	if m.byPackage {
		return b.Pkg()
	}
	return ""
}

// OldLabel is OldName after the package, if a file has several.
func (m *Match) OldLabel(b *Benchmark) string { return m.label(b, m.cutOld) }

// NewLabel is OldLabel for a benchmark of the new file.
func (m *Match) NewLabel(b *Benchmark) string { return m.label(b, m.cutNew) }

func (m *Match) label(b *Benchmark, cut string) string {
	return strings.TrimPrefix(m.Package(b)+"."+strings.TrimSuffix(b.Name, cut), ".") // without a package, no dot
}

// PairUp matches the benchmarks of two files by package and name.
//
// If GOMAXPROCS is N and not 1, Go adds -N to all names of a run; but a name may
// itself end in a number. So a suffix is removed only if every name of a file has
// the same one, and only if more benchmarks match without it. Packages count only
// if a file has several.
func PairUp(old, new *File) *Match {
	m := match(old, new)
	if a, b := onlyPackage(old), onlyPackage(new); a != b && a != "" && b != "" {
		m.Notes = append(m.Notes, fmt.Sprintf("the package is %s in %s and %s in %s", a, old.Name, b, new.Name))
	}
	return m
}

// match removes suffixes so that most benchmarks match, and at a tie fewer.
func match(old, new *File) *Match {
	a, b := old.Procs(), new.Procs()
	best := join(old, new, "", "")
	for _, cut := range [][2]string{{a, b}, {a, ""}, {"", b}} {
		if len(best.Vanished) == 0 || len(best.New) == 0 {
			break // all of a file match
		}
		if cut[0] == cut[1] {
			continue // the names differ as much without it
		}
		if m := join(old, new, cut[0], cut[1]); len(m.Pairs) > len(best.Pairs) {
			best = m
			m.Notes = []string{fmt.Sprintf("names are matched without the suffix for GOMAXPROCS: %s in %s, %s in %s",
				cmp.Or(cut[0], "none"), old.Name, cmp.Or(cut[1], "none"), new.Name)}
		}
	}
	return best
}

// join matches names without their suffixes, one for each file.
func join(old, new *File, cutOld, cutNew string) *Match {
	m := &Match{byPackage: len(old.packages) > 1 || len(new.packages) > 1, cutOld: cutOld, cutNew: cutNew}
	seed := maphash.MakeSeed()
	key := func(b *Benchmark, cut string) (pkg, name string, hash uint32) {
		pkg, name = m.Package(b), strings.TrimSuffix(b.Name, cut)
		return pkg, name, uint32(maphash.String(seed, name) ^ maphash.String(seed, pkg)<<1)
	}
	var in hashIndex
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

// Procs returns the suffix "-N" that every name of the file has, "" if there is
// none. N is GOMAXPROCS of the run, or belongs to the names. Go never adds -1.
func (f *File) Procs() string {
	common := ""
	for b := range f.Benchmarks() {
		name := strings.TrimRight(b.Name, "0123456789")
		number := b.Name[len(name):]
		if number == "" || number == "1" || number[0] == '0' || len(name) < 2 || name[len(name)-1] != '-' {
			return ""
		}
		if suffix := b.Name[len(name)-1:]; common == "" {
			common = suffix
		} else if suffix != common {
			return ""
		}
	}
	return common
}

// onlyPackage returns the package if the file has just one.
func onlyPackage(f *File) string {
	if len(f.packages) != 1 {
		return ""
	}
	return f.packages[0]
}

// Pattern returns the pattern, for go test -bench, that matches one benchmark only.
func Pattern(name string) string {
	parts := strings.Split("Benchmark"+strings.TrimPrefix(name, "Benchmark"), "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}
