package benchfile

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// A builder makes a File from results, one after the other.
type builder struct {
	*File
	filter   *benchproc.Filter
	filtered int // results that the filter did not take
	seed     maphash.Seed
	index    hashIndex // of benchmarks
	names    interner
	pkgs     map[string]int32
	entries  entries
	scales   []scale // of the values of the current line

	config []benchfmt.Config  // of the last result
	pkg    int32              // of the last result
	seen   map[[2]string]bool // settings: key and value
}

func newBuilder(name string, filter *benchproc.Filter) *builder {
	return &builder{
		File:   &File{Name: name, settings: map[string][]Setting{}, units: units{scales: map[string]scale{}, own: map[string]int32{}}},
		filter: filter, seed: maphash.MakeSeed(), pkgs: map[string]int32{}, seen: map[[2]string]bool{},
	}
}

// file returns the File after the last result.
func (b *builder) file(metadata benchfmt.UnitMetadataMap) (*File, error) {
	if b.bareFail > 0 && len(b.Gaps) == 0 {
		b.gap("FAIL", "failed", b.bareFail)
	}
	if b.Results == 0 {
		return nil, b.empty(b.filtered)
	}
	if b.entries.len() > math.MaxInt32 {
		return nil, fmt.Errorf("%s: %d measurements, expected at most %d", b.Name, b.entries.len(), math.MaxInt32)
	}
	b.index = hashIndex{} // group needs the memory
	b.units.describe(metadata)
	b.group(b.entries)
	return b.File, nil
}

// add adds a result, of a line of the file. It copies what it keeps: benchfmt.Reader overwrites res.
func (b *builder) add(res *benchfmt.Result, at int) {
	line := int32(at)
	res.Values = slices.DeleteFunc(res.Values, func(v benchfmt.Value) bool {
		if !math.IsNaN(v.Value) && !math.IsInf(v.Value, 0) {
			return false
		}
		if v.OrigUnit != "" {
			v.Value, v.Unit = v.OrigValue, v.OrigUnit
		}
		b.gap(string(res.Name), fmt.Sprintf("%v %s is no measurement", v.Value, v.Unit), at)
		return true
	})
	if len(res.Values) == 0 {
		return
	}
	b.scales = b.units.inLine(res.Values, b.scales[:0])
	if b.filter != nil && !b.takes(res) {
		b.filtered++
		return
	}
	b.Results++
	b.configure(res, line)
	bench := b.benchmark(res, line)
	for i, v := range res.Values {
		s := b.scales[i]
		b.entries.add(entry{bench, s.unit, v.Value * s.factor})
	}
}

// takes asks the filter, which removes the values that it does not take. It
// knows units as they were written, and as base units.
func (b *builder) takes(res *benchfmt.Result) bool {
	for i := range res.Values {
		v := &res.Values[i]
		if v.OrigUnit == "" {
			v.OrigUnit, v.OrigValue = v.Unit, v.Value
		}
		s := b.scales[i]
		v.Value, v.Unit = v.Value*s.factor, b.units.names[s.unit]
	}
	ok, _ := b.filter.Apply(res)
	b.scales = b.scales[:0]
	for _, v := range res.Values {
		id, _ := b.units.id(v.Unit)
		b.scales = append(b.scales, scale{id, 1})
	}
	return ok
}

// fewSettings bounds the configuration lines that are compared with those of the
// result before. A log that looks like configuration can have any number.
const fewSettings = 50

func (b *builder) configure(res *benchfmt.Result, line int32) {
	if b.Results > 1 && len(res.Config) <= fewSettings && slices.EqualFunc(res.Config, b.config, func(x, y benchfmt.Config) bool {
		return x.Key == y.Key && bytes.Equal(x.Value, y.Value)
	}) {
		return
	}
	few := min(len(res.Config), fewSettings)
	b.config = slices.Grow(b.config[:0], few)[:few]
	for i, c := range res.Config[:few] {
		b.config[i] = benchfmt.Config{Key: c.Key, Value: append(b.config[i].Value[:0], c.Value...)}
	}
	for _, key := range keys {
		value := res.GetConfig(key)
		if key == "pkg" {
			b.pkg = b.pkgNumber(value)
		}
		value = strings.Join(strings.Fields(value), " ") // CPUs pad their names, even inside
		if setting := [2]string{key, value}; !b.seen[setting] {
			b.seen[setting] = true
			b.settings[key] = append(b.settings[key], Setting{value, line})
		}
	}
}

// benchmark returns the number of a result's benchmark, new or not.
func (b *builder) benchmark(res *benchfmt.Result, line int32) int32 {
	hash := uint32(maphash.Bytes(b.seed, res.Name)) ^ uint32(b.pkg)*0x9e3779b1
	number, ok := b.index.find(hash, func(i int32) bool {
		have := b.benchmarks.at(i)
		return have.pkg == b.pkg && have.Name == string(res.Name)
	})
	if !ok {
		number = int32(b.benchmarks.len())
		b.benchmarks.add(Benchmark{Name: b.names.add(res.Name), Line: line, pkg: b.pkg, file: b.File})
		b.index.add(hash, number)
	}
	return number
}

// pkgNumber returns the number of a package, new or not.
func (b *builder) pkgNumber(pkg string) int32 {
	number, ok := b.pkgs[pkg]
	if !ok {
		number = int32(len(b.packages))
		b.pkgs[pkg] = number
		b.packages = append(b.packages, pkg)
	}
	return number
}
