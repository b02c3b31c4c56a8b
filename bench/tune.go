package bench

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"mexlab/asm"
	"mexlab/bench/generate"
	"mexlab/internal/progress"
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

// tuneBudget has many short turns, and the least time counts: other work on the
// machine only adds to a time, and leaves some turns alone.
var tuneBudget = budget{sample: 8, rounds: 50, turn: 200 * time.Microsecond, summary: slices.Min[[]float64]}

// worthwhile is how much faster than what is built in something has to be to
// take its place: times of equals differ by some percent on a busy machine.
const worthwhile = 0.95

// The classes of vertices, as kernel.Plan has them: all that elimination
// settles, and then the bounded ones by degree.
const (
	unitClass = iota
	fullClass
	boundedClass // and one for each of kernel.Plan.Bounded
)

// Tune times all kernels on each class of vertices, taking turns, and among them
// kernel auto by each tier: which is best goes into the plan that it returns.
// The kernels check one another; the error wraps ErrDisagree when they do not
// agree.
func Tune(ctx context.Context, watcher io.Writer) (kernel.Plan, []ClassTimes, error) {
	return tune(ctx, watcher, tuneBudget)
}

func tune(ctx context.Context, watcher io.Writer, b budget) (kernel.Plan, []ClassTimes, error) {
	plan := kernel.DefaultPlan()
	line := progress.New(watcher)
	defer line.Clear()
	var times []ClassTimes
	var settled tierTimes // of the classes that elimination settles, added up
	for i, class := range tuneClasses() {
		line.Show(class.Name)
		set := &plan.Elimination // the place in the plan that the class decides
		if i >= boundedClass {
			set = &plan.Bounded[i-boundedClass]
		}
		all, autos, err := timeClass(ctx, class, &plan, set, b)
		if err != nil {
			return plan, nil, err
		}
		times = append(times, all)
		if i < boundedClass {
			autos.add(settled)
			settled = autos
		}
		if i >= fullClass {
			*set = autos.best(*set)
		}
	}
	line.Show("thresholds")
	var err error
	if plan.Thresholds, err = tuneThresholds(ctx, plan, b); err != nil {
		return plan, nil, err
	}
	return plan, times, nil
}

// timeClass times all kernels on a class, and auto by the plan with every tier
// in turn in its place set.
func timeClass(ctx context.Context, class Workload, plan *kernel.Plan, set *string, b budget) (ClassTimes, tierTimes, error) {
	c := ClassTimes{Class: class.Name}
	kernels, names := []kernel.Kernel{}, []string{}
	for _, k := range kernel.Available() {
		if k.Info().ISA != kernel.Best {
			kernels, names = append(kernels, k), append(names, k.Info().String())
		}
	}
	first, own, autos := len(kernels), *set, tierTimes{}
	defer func() { *set = own }()
	for _, t := range asm.Available() {
		*set = t.Name
		auto, err := kernel.NewAuto(*plan)
		if err != nil {
			return c, nil, err
		}
		kernels, names = append(kernels, auto), append(names, "auto by "+t.Name)
		autos = append(autos, tierTime{t.Name, 0})
	}
	entries, err := Contest(class, kernels, b.sample)
	if err != nil {
		return c, nil, err
	}
	if err := b.timeEntries(ctx, entries); err != nil {
		return c, nil, err
	}
	for i, e := range entries {
		if e.Limit == nil {
			c.Kernels = append(c.Kernels, KernelTime{names[i], e.Cost})
		}
		if i >= first {
			autos[i-first].ns = e.Cost
		}
	}
	slices.SortStableFunc(c.Kernels, func(x, y KernelTime) int { return cmp.Compare(x.Ns, y.Ns) })
	return c, autos, nil
}

// tierTimes are nanoseconds for a vertex by tier.
type tierTimes []tierTime

type tierTime struct {
	isa string
	ns  float64
}

// add adds the times of the same tiers, or none.
func (t tierTimes) add(more tierTimes) {
	for i, m := range more {
		t[i].ns += m.ns
	}
}

// best returns the tier of the least time, or the one that is built in when
// that is about as fast.
func (t tierTimes) best(builtIn string) string {
	least := slices.MinFunc(t, func(x, y tierTime) int { return cmp.Compare(x.ns, y.ns) })
	for _, own := range t {
		if own.isa == builtIn && least.ns > own.ns*worthwhile {
			return builtIn
		}
	}
	return least.isa
}

// tuneClasses returns the classes as workloads: rows of random boards, for
// these are what auto meets, and for large degrees those of workload wide.
func tuneClasses() []Workload {
	small := generate.Spec{Kind: "boards", Games: 40, Vertices: 60, Edges: 300, MaxDegree: kernel.SmallDegree, MaxK: 6, Order: generate.Shuffled}
	bounded := func(k uint64, row []uint64) bool { return !unitValues(row) && k > 0 && k < rank(row, row[0]) }
	return []Workload{
		rowsOf("unit values", xsy, func(k uint64, row []uint64) bool { return unitValues(row) }),
		rowsOf("K >= rank", xsy, func(k uint64, row []uint64) bool { return !unitValues(row) && k >= rank(row, row[0]) }),
		rowsOf(fmt.Sprintf("K < rank, degree <= %d", kernel.SmallDegree), small, bounded),
		rowsOf(fmt.Sprintf("K < rank, degree <= %d", kernel.MediumDegree), smallK, func(k uint64, row []uint64) bool {
			return len(row) > kernel.SmallDegree && bounded(k, row)
		}),
		{Name: "K < rank, larger", Fill: func() (*kernel.Batch, error) {
			return keep(wide(newRand(5)), 32, bounded), nil
		}},
	}
}

// tuneRows are rows enough that no CPU learns to predict their branches, which
// would flatter kernels that do one vertex after the other.
const tuneRows = 2048

// rowsOf is a workload of rows of random boards.
func rowsOf(name string, boards generate.Spec, want func(k uint64, row []uint64) bool) Workload {
	return Workload{Name: name, Fill: func() (*kernel.Batch, error) {
		boards.Games, boards.Rounds, boards.Seed = 4*boards.Games, 0, 6
		games, err := draw(boards)
		if err != nil {
			return nil, err
		}
		all, err := rows(games)
		if err != nil {
			return nil, err
		}
		return keep(all, tuneRows, want), nil
	}}
}

// keep returns the rows that are wanted, about as many as most or fewer, from
// all over the batch: what comes first in a board is simple.
func keep(b *kernel.Batch, most int, want func(k uint64, row []uint64) bool) *kernel.Batch {
	var kept kernel.Batch
	for i := range b.Len() {
		if want(b.K[i], b.Row(i)) {
			kept.Add(b.K[i], b.Row(i)...)
		}
	}
	return every(&kept, max(1, (kept.Len()+most-1)/most))
}

func unitValues(row []uint64) bool {
	return !slices.ContainsFunc(row, func(x uint64) bool { return x&(x-1) != 0 })
}

// tuneThresholds measures each threshold of a plan by running auto on either
// side of it at each size.
func tuneThresholds(ctx context.Context, plan kernel.Plan, b budget) (kernel.Thresholds, error) {
	best := plan.Thresholds
	if plan.Elimination != asm.Generic { // which has no lanes
		mixed, err := rowsOf("", xsy, func(uint64, []uint64) bool { return true }).Fill()
		if err != nil {
			return best, err
		}
		best.LeastLanes, err = threshold(ctx, plan, b, 1, 16, mixed,
			kernel.Thresholds{LeastLanes: 17, TinyDegree: best.TinyDegree}, kernel.Thresholds{LeastLanes: 1, TinyDegree: best.TinyDegree},
			func(b *kernel.Batch, n int) []*kernel.Batch { return pieces(b, n) })
		if err != nil {
			return best, err
		}
	}
	from, err := threshold(ctx, plan, b, 2, kernel.MaxTinyDegree, nil,
		kernel.Thresholds{LeastLanes: 17, TinyDegree: kernel.MaxTinyDegree}, kernel.Thresholds{LeastLanes: 17},
		func(_ *kernel.Batch, n int) []*kernel.Batch { return []*kernel.Batch{tiny(newRand(8), n, tuneRows)} })
	best.TinyDegree = from - 1
	return best, err
}

// threshold returns the size, from first to last+1, from which on the second
// thresholds make auto faster than the first: the one with the least time over
// all sizes, as a vertex takes. inputs gives the work of each size.
func threshold(ctx context.Context, plan kernel.Plan, bud budget, first, last int, b *kernel.Batch, below, above kernel.Thresholds,
	inputs func(b *kernel.Batch, size int) []*kernel.Batch) (int, error) {
	var cases []*Case
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
			cases = append(cases, &Case{Name: "kernel auto", Run: func() error {
				for _, b := range list {
					if err := auto.Mex(ws, b); err != nil {
						return err
					}
				}
				return nil
			}})
		}
	}
	times, err := bud.time(ctx, cases)
	if err != nil {
		return 0, err
	}
	var belows, aboves []float64
	for i, n := range rows {
		belows = append(belows, times[2*i]/float64(n))
		aboves = append(aboves, times[2*i+1]/float64(n))
	}
	return first + cheapestSplit(belows, aboves), nil
}

// cheapestSplit returns the n for which the sum of the first n of below and the
// rest of above is least. One time that is off moves it little.
func cheapestSplit(below, above []float64) int {
	best, least, sum := 0, 0.0, 0.0 // sums are less that of all of above
	for i := range below {
		if sum += below[i] - above[i]; sum < least {
			best, least = i+1, sum
		}
	}
	return best
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
