package bench

import (
	"cmp"
	"context"
	"errors"
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

// ClassTimes are the times of all kernels on a class, the fastest first.
type ClassTimes struct {
	Class   string       `json:"class"`
	Kernels []KernelTime `json:"kernels"`
}

// A KernelTime is the time of a kernel.
type KernelTime struct {
	Kernel string  `json:"kernel"`
	Ns     float64 `json:"ns"` // nanoseconds per vertex
}

// ErrBusy says that the machine was too busy for a plan.
var ErrBusy = errors.New("nothing is kept")

// tuneBudget has many short turns, and the least time of each kernel counts:
// other work on the machine only adds to a time, and some turns escape it.
var tuneBudget = budget{sample: 8, rounds: 50, turn: 200 * time.Microsecond, summary: slices.Min[[]float64]}

// worthwhile is the ratio below which a tier replaces the one that is built in.
// Equal tiers differ by some percent on a busy machine.
const worthwhile = 0.95

// The classes of vertices that are timed. kernel.Plan.Lanes does all but the last,
// and Plan.Search the search for that.
const (
	unitClass = iota
	fullClass
	shortClass
	longClass
)

// Tune times all kernels on each class of vertices, and kernel auto once with
// each tier. The plan that it returns has the best tier for each class. The error
// wraps ErrDisagree if the kernels do not agree, and ErrBusy if the times are
// no good.
func Tune(ctx context.Context, watcher io.Writer) (kernel.Plan, []ClassTimes, error) {
	b := tuneBudget
	b.steady = new(steadiness)
	plan, times, err := tune(ctx, watcher, b)
	if apart := b.steady.typical(); err == nil && apart >= Busy {
		err = fmt.Errorf("%w: %s", ErrBusy, Disturbed(apart))
	}
	return plan, times, err
}

func tune(ctx context.Context, watcher io.Writer, b budget) (kernel.Plan, []ClassTimes, error) {
	plan := kernel.DefaultPlan()
	line := progress.New(watcher)
	defer line.Clear()
	var times []ClassTimes
	var lanes []KernelTime // by tier: the sum over the classes that lanes do
	for i, class := range tuneClasses() {
		line.Show(class.Name)
		set := &plan.Lanes // the place in the plan that the class decides
		if i == longClass {
			set = &plan.Search
		}
		all, autos, err := timeClass(ctx, class, &plan, set, b)
		if err != nil {
			return plan, nil, err
		}
		times = append(times, all)
		if i < longClass {
			for j, more := range lanes {
				autos[j].Ns += more.Ns
			}
			lanes = autos
		}
		if i >= shortClass {
			*set = bestTier(autos, *set)
		}
	}
	line.Show("thresholds")
	var err error
	if plan.Thresholds, err = tuneThresholds(ctx, plan, b); err != nil {
		return plan, nil, err
	}
	return plan, times, nil
}

// timeClass times all kernels on a class, and kernel auto with each tier in the
// place of the plan that set points to. The second result is auto's times, by tier.
func timeClass(ctx context.Context, class Workload, plan *kernel.Plan, set *string, b budget) (ClassTimes, []KernelTime, error) {
	c := ClassTimes{Class: class.Name}
	kernels := slices.DeleteFunc(kernel.Available(), func(k kernel.Kernel) bool { return k.Info().Tier == kernel.Best })
	first, builtIn := len(kernels), *set
	defer func() { *set = builtIn }()
	var autos []KernelTime
	for _, t := range asm.Available() {
		if t.OnlyForced {
			continue
		}
		*set = t.Name
		auto, err := kernel.NewAuto(*plan)
		if err != nil {
			return c, nil, err
		}
		kernels, autos = append(kernels, auto), append(autos, KernelTime{Kernel: t.Name})
	}
	entries, err := newEntries(class, kernels, b.sample, new(kernel.Workspace))
	if err != nil {
		return c, nil, err
	}
	if err := b.timeEntries(ctx, entries); err != nil {
		return c, nil, err
	}
	for i, e := range entries[1:] { // without the floor
		name := e.String()
		if i >= first {
			autos[i-first].Ns = b.cost(e)
			name += " by " + autos[i-first].Kernel
		}
		if e.limit == "" {
			c.Kernels = append(c.Kernels, KernelTime{name, b.cost(e)})
		}
	}
	slices.SortStableFunc(c.Kernels, func(x, y KernelTime) int { return cmp.Compare(x.Ns, y.Ns) })
	return c, autos, nil
}

// cost returns the nanoseconds per vertex of an entry that was timed.
func (b budget) cost(e *entry) float64 {
	if len(e.turns) == 0 {
		return 0
	}
	return b.summary(e.turns)
}

// bestTier returns the fastest tier, or the built-in one if it is about as fast.
func bestTier(autos []KernelTime, builtIn string) string {
	least := slices.MinFunc(autos, func(x, y KernelTime) int { return cmp.Compare(x.Ns, y.Ns) })
	for _, own := range autos {
		if own.Kernel == builtIn && least.Ns > own.Ns*worthwhile {
			return builtIn
		}
	}
	return least.Kernel
}

// tuneClasses returns the classes as workloads. Their rows come from random
// boards, as auto's usual rows do. Those of large degree are from workload wide.
func tuneClasses() []Workload {
	bounded := func(k uint64, row []uint64) bool { return !unitValues(row) && k > 0 && k < rank(row, row[0]) }
	return []Workload{
		rowsOf("unit values", xsy, func(k uint64, row []uint64) bool { return unitValues(row) }),
		rowsOf("K >= rank", xsy, func(k uint64, row []uint64) bool { return !unitValues(row) && k >= rank(row, row[0]) }),
		rowsOf(fmt.Sprintf("K < rank, degree <= %d", kernel.ShortDegree), smallK, bounded),
		{Name: "K < rank, larger", Fill: func() (*kernel.Batch, error) {
			return keep(wide(newRand(5)), 32, bounded), nil
		}},
	}
}

// tuneRows is so large that no CPU learns to predict the branches. That would
// favor kernels that do one vertex after the other.
const tuneRows = 2048

// rowsOf is a workload of the wanted rows of random boards.
func rowsOf(name string, boards generate.Spec, want func(k uint64, row []uint64) bool) Workload {
	return Workload{Name: name, Fill: func() (*kernel.Batch, error) {
		boards.Games, boards.Seed = 4*boards.Games, 6
		all, err := boardRows(boards)
		if err != nil {
			return nil, err
		}
		return keep(all, tuneRows, want), nil
	}}
}

// keep returns the wanted rows, or about most of them. These are from all over
// the batch, since the first rows of a board are simple.
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

// tuneThresholds measures each threshold of a plan. Auto does work of each size
// twice: as below the threshold, and as above it.
func tuneThresholds(ctx context.Context, plan kernel.Plan, b budget) (kernel.Thresholds, error) {
	best := plan.Thresholds
	if plan.Lanes != asm.Generic { // which has no lanes
		mixed, err := rowsOf("", xsy, func(uint64, []uint64) bool { return true }).Fill()
		if err != nil {
			return best, err
		}
		never, always := best, best
		never.LeastLanes, always.LeastLanes = 17, 1
		best.LeastLanes, err = b.threshold(ctx, plan, 1, 16, never, always,
			func(size int) []*kernel.Batch { return pieces(mixed, size) })
		if err != nil {
			return best, err
		}
	}
	tables, elimination := kernel.Thresholds{LeastLanes: 17, TinyDegree: kernel.MaxTinyDegree}, kernel.Thresholds{LeastLanes: 17}
	from, err := b.threshold(ctx, plan, 2, kernel.MaxTinyDegree, tables, elimination,
		func(degree int) []*kernel.Batch { return []*kernel.Batch{tiny(newRand(8), degree, tuneRows)} })
	best.TinyDegree = from - 1
	return best, err
}

// threshold returns the best size to change from the thresholds below to those
// above, from first to last+1: the one with the least sum of times per vertex.
// inputs returns the work of a size.
func (b budget) threshold(ctx context.Context, plan kernel.Plan, first, last int, below, above kernel.Thresholds,
	inputs func(size int) []*kernel.Batch) (int, error) {
	var cases []*Case
	for size := first; size <= last; size++ {
		batches := inputs(size)
		vertices := 0
		for _, batch := range batches {
			vertices += batch.Len()
		}
		for _, t := range []kernel.Thresholds{below, above} {
			plan.Thresholds = t
			auto, err := kernel.NewAuto(plan)
			if err != nil {
				return 0, err
			}
			ws := new(kernel.Workspace)
			cases = append(cases, &Case{Name: auto.Info().String(), Vertices: vertices, Run: func() error {
				for _, batch := range batches {
					if err := auto.Mex(ws, batch); err != nil {
						return err
					}
				}
				return nil
			}})
		}
	}
	turns, err := b.time(ctx, cases)
	if err != nil {
		return 0, err
	}
	var costs []float64
	for _, t := range turns {
		costs = append(costs, b.summary(t))
	}
	return first + cheapestSplit(costs), nil
}

// cheapestSplit takes pairs of costs, below and above a threshold. It returns the
// n with the least sum of the first n costs below and the others above. A single
// wrong cost has little influence.
func cheapestSplit(costs []float64) int {
	best, least, sum := 0, 0.0, 0.0 // sums are relative to that of n = 0
	for i := 0; i < len(costs); i += 2 {
		if sum += costs[i] - costs[i+1]; sum < least {
			best, least = i/2+1, sum
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

// tiny draws rows of a degree. Their K may be below the rank.
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
