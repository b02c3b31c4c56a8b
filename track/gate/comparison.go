package gate

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"time"

	"mexlab/track/benchfile"
	"mexlab/track/stat"
)

// How a comparison spends its time. At about these figures, the differences
// between versions spread the least in a given time, for arithmetic, for reads
// from the second cache and for a benchmark that allocates.
const (
	// A slice is short, so that the machine's bad moments, of about a millisecond,
	// spoil few of many slices and not a part of each. But it begins with cold
	// caches, after two garbage collections and a turn of the other version.
	// Shorter slices would be mostly that.
	slice = 300 * time.Microsecond
	// If setting up takes long, slices are longer, up to this.
	longestSlice = 5 * time.Millisecond
	// The most slices of a turn. Handing on takes as long as a slice, and the
	// first slice of a turn finds the coldest caches.
	maxTurn = 4
	// The most blocks of a pair of processes, see runPair. The most disturbed third
	// of them does not count. More blocks do not average out what a process got by
	// chance, such as its pages of memory; more processes do.
	maxBlocks = 3
	// The slices of a version in a pair take about this long, or are two. Starting
	// two processes takes 30 ms.
	pairTime = 50 * time.Millisecond
	// A process warms up for at most this many slices, and about this long. Until a
	// benchmark that allocates has its memory, slices may take five times as long.
	maxWarm  = 4
	warmTime = 10 * time.Millisecond
	// One of noiseEvery pairs has a third process that measures the noise, once
	// there are MinPairs. Clear cases are decided without.
	noiseEvery = 2
)

// A variant is one version of a benchmark.
type variant struct {
	binary *binary
	env    []string
}

// A plan says how the processes of a pair spend their time.
type plan struct {
	iterations int  // of a slice
	waits      bool // whether the garbage collector does
	warm       int  // slices to warm up
	turn       int  // slices of a turn
	blocks     int  // of a pair
	once       bool // whether each process has one turn in a block, and not two
}

// turns is how many turns a process has in a block.
func (p plan) turns() int {
	if p.once {
		return 1
	}
	return 2
}

// slices is how many slices a process has.
func (p plan) slices() int { return p.warm + p.turns()*p.turn*p.blocks }

// A comparison is one benchmark in two versions.
type comparison struct {
	name     string
	variants [2]variant // the base and the head

	fast plan    // of pairs for the time
	wall float64 // seconds that a slice of it takes, with all that is not measured
	long plan    // of pairs for the mean and the rest

	deadline time.Time     // of the run; zero without one
	apart    bool          // whether there is one process at a time, see apart.go
	limit    time.Duration // how long a turn may take
	together time.Duration // the same while another process waits

	times  [2][]float64
	allocs [2][2]float64 // of each version, the fewest and the most in a sample; -1 if unknown
	rand   *rand.Rand
	procs  int       // GOMAXPROCS of the processes
	cpus   [][]int   // sets of as many CPUs
	set    int       // the index of the chosen set
	noisy  []float64 // how disturbed the last slices on each set were, see chooseCPUs

	cycle  cycle         // of layouts
	paused time.Duration // for linking, in sequences
	result *Result
}

// newComparison compares versions of which no slice may take longer than limit.
func newComparison(name string, variants [2]variant, result *Result, procs int, limit time.Duration) *comparison {
	c := &comparison{name: name, variants: variants, apart: !canWait, limit: limit, allocs: noAllocs, procs: procs, cpus: cpuSets(procs),
		rand: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), result: result}
	c.noisy = make([]float64, len(c.cpus)) // 0: to be tried
	return c
}

// iterations returns how many operations fill a time, both in seconds.
func iterations(want, op float64) int { return max(1, int(math.Round(want/op))) }

var noAllocs = [2][2]float64{{math.Inf(1), math.Inf(-1)}, {math.Inf(1), math.Inf(-1)}}

// exactAllocs returns old and new allocations of an operation, nil if not exact.
func (c *comparison) exactAllocs() *[2]float64 {
	for _, a := range c.allocs {
		if a[0] != a[1] || a[0] < 0 {
			return nil
		}
	}
	return &[2]float64{c.allocs[0][0], c.allocs[1][0]}
}

// memoryLimit keeps processes without a garbage collector within bounds.
const memoryLimit = "GOMEMLIMIT=2GiB"

// heldBack is the environment of processes whose garbage collector waits. Some
// of them give memory back to the system all the same, others do not. So it
// stays mapped until the system needs it: a page that has to come back costs a
// twentieth of a slice.
func heldBack() []string {
	settings := "madvdontneed=0"
	if s := os.Getenv("GODEBUG"); s != "" {
		settings = s + "," + settings
	}
	return []string{"GOGC=off", memoryLimit, "GODEBUG=" + settings}
}

// command returns a command that runs a version for a number of a plan's slices.
func (c *comparison) command(ctx context.Context, v variant, p plan, slices int) *exec.Cmd {
	cmd := v.binary.command(ctx, "-test.run=^$", "-test.bench="+benchfile.Pattern(c.name),
		"-test.benchtime="+strconv.Itoa(p.iterations)+"x", "-test.count="+strconv.Itoa(slices), "-test.benchmem",
		"-test.cpu="+strconv.Itoa(c.procs), "-test.timeout=0")
	cmd.Env = append(cmd.Env, v.env...)
	if p.waits {
		cmd.Env = append(cmd.Env, heldBack()...)
	}
	return cmd
}

// try runs a version for no longer than it would warm up, and returns the
// fastest sample and the shortest time from one to the next.
func (c *comparison) try(ctx context.Context, version int) (fastest sample, turn time.Duration, err error) {
	defer func() { err = inVersion(version, err) }()
	p, err := c.start(ctx, version, c.fast, maxWarm+1, c.limit)
	if err != nil {
		return fastest, 0, err
	}
	defer p.close()
	for begin, i := time.Now(), 0; i <= maxWarm && (i < 2 || time.Since(begin) < 3*warmTime); i++ {
		start := time.Now()
		s, err := p.turn()
		if err != nil {
			return fastest, 0, err
		}
		if math.IsNaN(s.sec) && len(s.own) == 0 {
			return fastest, 0, &fault{kind: noTime}
		}
		if i == 0 || s.sec < fastest.sec {
			fastest = s
		}
		took := time.Since(start)
		if i == 0 {
			c.together = max(c.together, respite+10*took)
		}
		if i == 1 || i > 1 && took < turn {
			turn = took
		}
		if i == 0 && took > slowSlice {
			return fastest, took, nil
		}
	}
	return fastest, turn, nil
}

// beforeDeadline returns how much of a time is left before the run has to end.
func (c *comparison) beforeDeadline(d time.Duration) time.Duration {
	if c.deadline.IsZero() {
		return d
	}
	return min(d, time.Until(c.deadline))
}

// enoughPairs are enough for nearly every verdict.
const enoughPairs = 2 * stat.MinPairs

// sequence adds pairs until the rules decide or the time is up: part of it, or as
// much of all as enoughPairs take. It puts the figures into the result, and
// returns the data and the verdict.
func (c *comparison) sequence(ctx context.Context, rules stat.Rules, part, all time.Duration) (*stat.Sequence, stat.Verdict, error) {
	s := stat.NewSequence(rules)
	all = c.beforeDeadline(all)
	var took time.Duration
	shortest := all // of the pairs
	for start := time.Now(); ; {
		n := len(s.Pairs)
		p, err := c.pair(ctx, n > stat.MinPairs && n%noiseEvery == 1)
		if err != nil {
			return nil, 0, err
		}
		s.Add(p)
		n++
		before := took
		took = time.Since(start)
		shortest = min(shortest, took-before)
		each := took / time.Duration(n)
		longest := min(max(part, enoughPairs*each), all)
		t := took.Seconds() / longest.Seconds()
		if took+each > longest {
			t = 1
		}
		v := s.Test(t)
		if few := stat.MinPairs - n; few > 0 && (n > 1 || t >= 1) && took+time.Duration(few)*shortest > all {
			c.result.needs, t = stat.MinPairs*each, 1 // more pairs would decide nothing
		}
		if v != stat.Undecided || t >= 1 {
			c.result.fill(c, s, v)
			return s, v, nil
		}
		paused, err := c.cycle.grow(ctx, s, c.rand)
		if err != nil {
			return nil, 0, err
		}
		start, c.paused = start.Add(paused), c.paused+paused
		all = min(all, took+c.beforeDeadline(all)) // what is linked takes of the budget
	}
}
