package bench

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"mexlab/asm"
	"mexlab/kernel"
)

// ClassTimes are the kernels' times on a class of vertices, the fastest first.
type ClassTimes struct {
	Class   string       `json:"class"`
	Kernels []KernelTime `json:"kernels"`
}

// A KernelTime is nanoseconds for a vertex.
type KernelTime struct {
	Kernel string  `json:"kernel"`
	Ns     float64 `json:"ns"`
}

// ns returns the time of kernel affine on a tier.
func (c *ClassTimes) ns(isa string) float64 {
	name := kernel.Info{Name: "affine", ISA: isa}.String()
	i := slices.IndexFunc(c.Kernels, func(k KernelTime) bool { return k.Kernel == name })
	return c.Kernels[i].Ns
}

// tuneEffort: rounds enough for a median among other work on the machine.
var tuneEffort = effort{sample: 8, rounds: 15, turn: 3 * time.Millisecond}

// worthwhile is how much faster than what is built in something has to be to
// take its place: the medians of equals differ by up to 3% on a busy machine.
const worthwhile = 0.95

// The classes of vertices, as kernel.Plan has them: all that elimination
// settles, and then the bounded ones by degree.
const (
	unitClass = iota
	fullClass
	boundedClass // and one for each of kernel.Plan.Bounded
)

// Tune times all kernels on each class of vertices, taking turns, and returns
// the plan for kernel auto that follows. The kernels check one another; the
// error wraps ErrDisagree when they do not agree.
func Tune(watcher io.Writer) (kernel.Plan, []ClassTimes, error) {
	plan := kernel.DefaultPlan()
	p := newProgress(watcher)
	defer p.clear()
	kernels := slices.DeleteFunc(kernel.Available(), func(k kernel.Kernel) bool { return k.Info().ISA == kernel.Best })
	var times []ClassTimes
	for _, class := range tuneClasses() {
		p.show(class.Name)
		entries, err := Contest(class, kernels, tuneEffort.sample)
		if err != nil {
			return plan, nil, err
		}
		results, err := timeEntries(entries, tuneEffort)
		if err != nil {
			return plan, nil, err
		}
		times = append(times, classTimes(class.Name, results))
	}
	plan.Elimination = quickestTier(plan.Elimination, times[unitClass], times[fullClass])
	for i, isa := range plan.Bounded {
		plan.Bounded[i] = quickestTier(isa, times[boundedClass+i])
	}
	p.show("thresholds")
	var err error
	if plan.Thresholds, err = tuneThresholds(plan); err != nil {
		return plan, nil, err
	}
	return plan, times, nil
}

func classTimes(class string, results []result) ClassTimes {
	c := ClassTimes{Class: class}
	for _, r := range results {
		if r.Limit == nil {
			c.Kernels = append(c.Kernels, KernelTime{r.Kernel.Info().String(), r.perVertex})
		}
	}
	slices.SortStableFunc(c.Kernels, func(x, y KernelTime) int { return cmp.Compare(x.Ns, y.Ns) })
	return c
}

// quickestTier returns the tier on which affine takes least for the classes
// together, or the one that is built in when that is about as fast.
func quickestTier(builtIn string, classes ...ClassTimes) string {
	best, least, own := "", 0.0, 0.0
	for _, t := range asm.Tiers() {
		if !t.Available {
			continue
		}
		sum := 0.0
		for _, c := range classes {
			sum += c.ns(t.Name)
		}
		if best == "" || sum < least {
			best, least = t.Name, sum
		}
		if t.Name == builtIn {
			own = sum
		}
	}
	if least > own*worthwhile {
		return builtIn
	}
	return best
}

// tuneClasses returns the classes as workloads: rows of random boards, for
// these are what auto meets, and for large degrees those of workload wide.
func tuneClasses() []Workload {
	small := BoardSpec{Games: 40, V: 60, E: 300, MaxDegree: kernel.BoundedDegrees[0], MaxK: 6}
	bounded := func(k uint64, row []uint64) bool { return !unitValues(row) && k > 0 && k < rank(row) }
	return []Workload{
		rowsOf("unit values", XSY, func(k uint64, row []uint64) bool { return unitValues(row) }),
		rowsOf("K >= rank", XSY, func(k uint64, row []uint64) bool { return !unitValues(row) && k >= rank(row) }),
		rowsOf(fmt.Sprintf("K < rank, degree <= %d", kernel.BoundedDegrees[0]), small, bounded),
		rowsOf(fmt.Sprintf("K < rank, degree <= %d", kernel.BoundedDegrees[1]), SmallK, func(k uint64, row []uint64) bool {
			return len(row) > kernel.BoundedDegrees[0] && bounded(k, row)
		}),
		{Name: "K < rank, larger", Fill: func() (*kernel.Batch, error) {
			return keep(wide(newRand(5)), 16, bounded), nil
		}},
	}
}

// rowsOf is a workload of at most 512 rows of random boards.
func rowsOf(name string, spec BoardSpec, want func(k uint64, row []uint64) bool) Workload {
	return Workload{Name: name, Fill: func() (*kernel.Batch, error) {
		all, err := record(spec.Boards(newRand(6)))
		if err != nil {
			return nil, err
		}
		return keep(all, 512, want), nil
	}}
}

// keep returns the rows that are wanted, at most so many.
func keep(b *kernel.Batch, most int, want func(k uint64, row []uint64) bool) *kernel.Batch {
	var kept kernel.Batch
	for i := 0; i < b.Len() && kept.Len() < most; i++ {
		if want(b.K[i], b.Row(i)) {
			kept.Add(b.K[i], b.Row(i)...)
		}
	}
	return &kept
}

func unitValues(row []uint64) bool {
	return !slices.ContainsFunc(row, func(x uint64) bool { return x&(x-1) != 0 })
}

// rank returns the rank over GF(2) of the differences of a row's values.
func rank(row []uint64) uint64 {
	var echelon []uint64
	for _, v := range row {
		x := v ^ row[0]
		for _, e := range echelon {
			x = min(x, x^e) // clears e's leading bit
		}
		if x != 0 {
			echelon = append(echelon, x)
		}
	}
	return uint64(len(echelon))
}

// tuneThresholds measures each threshold of a plan by running auto on either
// side of it at each size.
func tuneThresholds(plan kernel.Plan) (kernel.Thresholds, error) {
	best := plan.Thresholds
	if plan.Elimination != asm.Generic { // which has no lanes
		mixed, err := record(XSY.Boards(newRand(7)))
		if err != nil {
			return best, err
		}
		best.LeastLanes, err = threshold(plan, 1, 16, mixed.Prefix(320),
			kernel.Thresholds{LeastLanes: 17, TinyDegree: best.TinyDegree}, kernel.Thresholds{LeastLanes: 1, TinyDegree: best.TinyDegree},
			func(b *kernel.Batch, n int) []*kernel.Batch { return pieces(b, n) })
		if err != nil {
			return best, err
		}
	}
	const tinyRows = 64
	from, err := threshold(plan, 2, kernel.MaxTinyDegree, nil,
		kernel.Thresholds{LeastLanes: 17, TinyDegree: kernel.MaxTinyDegree}, kernel.Thresholds{LeastLanes: 17},
		func(_ *kernel.Batch, n int) []*kernel.Batch { return []*kernel.Batch{tiny(newRand(8), n, tinyRows)} })
	best.TinyDegree = from - 1
	return best, err
}

// threshold returns the size, from first to last+1, from which on the second
// thresholds make auto faster than the first: the one with the least time over
// all sizes, as a vertex takes. inputs gives the work of each size.
func threshold(plan kernel.Plan, first, last int, b *kernel.Batch, below, above kernel.Thresholds,
	inputs func(b *kernel.Batch, size int) []*kernel.Batch) (int, error) {
	var runners []*runner
	var rows []int
	for size := first; size <= last; size++ {
		list := inputs(b, size)
		n := 0
		for _, b := range list {
			n += b.Len()
		}
		rows = append(rows, n)
		for _, t := range []kernel.Thresholds{below, above} {
			plan.Thresholds = t
			auto, err := kernel.NewAuto(plan)
			if err != nil {
				return 0, err
			}
			ws := new(kernel.Workspace)
			runners = append(runners, &runner{run: func() error {
				for _, b := range list {
					if err := auto.Mex(ws, b); err != nil {
						return err
					}
				}
				return nil
			}})
		}
	}
	if err := clock(runners, tuneEffort.rounds, tuneEffort.turn/3); err != nil {
		return 0, err
	}
	sum := 0.0 // of the second thresholds at all sizes, then of the first ever longer
	for i, n := range rows {
		sum += runners[2*i+1].perOp / float64(n)
	}
	best, least := first, sum
	for i, n := range rows {
		if sum += (runners[2*i].perOp - runners[2*i+1].perOp) / float64(n); sum < least {
			best, least = first+i+1, sum
		}
	}
	return best, nil
}

// pieces cuts a batch into batches of n rows.
func pieces(b *kernel.Batch, n int) (list []*kernel.Batch) {
	for i := 0; i+n <= b.Len(); i += n {
		piece := new(kernel.Batch)
		for j := i; j < i+n; j++ {
			piece.Add(b.K[j], b.Row(j)...)
		}
		list = append(list, piece)
	}
	return list
}

// tiny draws rows of a degree whose K may be below the rank.
func tiny(rng *rand.Rand, degree, rows int) *kernel.Batch {
	b := new(kernel.Batch)
	for range rows {
		row := make([]uint64, degree)
		for i := range row {
			row[i] = rng.Uint64N(1 << min(degree, 8))
		}
		b.Add(rng.Uint64N(uint64(degree)-1), row...)
	}
	return b
}
