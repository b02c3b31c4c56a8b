package benchfile

import (
	"iter"
	"sort"
)

// A series is the results of one benchmark in one unit. Its values begin where
// the series before it ends.
type series struct {
	unit int32
	to   int32 // where its values end
}

// A Series is the number of a series in its file.
type Series int32

// Metrics returns the units of a benchmark and its results in each, in the order
// of the units' first results in the file.
func (b *Benchmark) Metrics() iter.Seq2[string, Series] {
	return func(yield func(string, Series) bool) {
		for i := b.from; i < b.to; i++ {
			if !yield(b.file.units.names[b.file.series.at(i).unit], Series(i)) {
				return
			}
		}
	}
}

// Units returns how many units a benchmark has.
func (b *Benchmark) Units() int { return int(b.to - b.from) }

// In returns a benchmark's results in a base unit: sec/op, B/op, allocs/op, B/s.
func (b *Benchmark) In(unit string) (s Series, ok bool) {
	id, ok := b.file.units.id(unit)
	// A benchmark's series are in the order of their units.
	i := b.from + int32(sort.Search(b.Units(), func(i int) bool { return b.file.series.at(b.from+int32(i)).unit >= id }))
	return Series(i), ok && i < b.to && b.file.series.at(i).unit == id
}

// Values returns the measurements of a series, in the order of the file.
func (f *File) Values(s Series) []float64 {
	var from int32
	if s > 0 {
		from = f.series.at(int32(s) - 1).to
	}
	to := f.series.at(int32(s)).to
	return f.values[from:to:to]
}

// Values returns a benchmark's measurements in a base unit, in the order of the
// file; nil if there are none.
func (b *Benchmark) Values(unit string) []float64 {
	s, ok := b.In(unit)
	if !ok {
		return nil
	}
	return b.file.Values(s)
}

// An entry is one measurement, with the numbers of its benchmark and its unit.
type entry struct {
	benchmark, unit int32
	value           float64
}

// entries are the measurements of a file in its order.
type entries struct{ chunks[entry] }

// sort returns the order of the entries by a key below keys, by a counting sort.
// Entries with the same key stay in the order given; nil is that of the file.
func (l *entries) sort(order []int32, keys int, key func(*entry) int32) []int32 {
	next := make([]int32, keys+1)
	for e := range l.all() {
		next[key(e)+1]++
	}
	for k := range keys {
		next[k+1] += next[k]
	}
	sorted := make([]int32, l.len())
	for i := range sorted {
		at := int32(i)
		if order != nil {
			at = order[i]
		}
		k := key(l.at(at))
		sorted[next[k]] = at
		next[k]++
	}
	return sorted
}

// group sets the series and the values: by benchmark, by unit, in the file's order.
func (f *File) group(l entries) {
	order := l.sort(nil, len(f.units.names), func(e *entry) int32 { return e.unit })
	order = l.sort(order, f.benchmarks.len(), func(e *entry) int32 { return e.benchmark })
	f.values = make([]float64, len(order))
	last := entry{benchmark: -1}
	for i, at := range order {
		e := l.at(at)
		f.values[i] = e.value
		b := f.benchmarks.at(e.benchmark)
		if e.benchmark != last.benchmark {
			b.from = int32(f.series.len())
		}
		if e.benchmark != last.benchmark || e.unit != last.unit {
			f.series.add(series{unit: e.unit})
			b.to = int32(f.series.len())
			last = *e
		}
		f.series.at(b.to - 1).to = int32(i + 1)
	}
}
