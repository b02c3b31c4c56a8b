package gate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"

	"mexlab/track/benchfile"
	"mexlab/track/stat"
)

// How a duel takes its time. For a given time, the spread of the differences
// between versions was the smallest at about these figures, for arithmetic, for
// reads from the second cache and for a benchmark that allocates.
const (
	// A slice is short so that the machine's bad moments, which last about a
	// millisecond, spoil few of many slices rather than a part of each. But it
	// begins with cold caches, after two collections of garbage and a turn of the
	// other version: of shorter slices that would be the most part.
	slice = 300 * time.Microsecond
	// Where setting up takes long, slices are longer, up to this.
	longestSlice = 5 * time.Millisecond
	// The most slices of a turn: handing on takes as long as one, and the first
	// slice finds the coldest caches.
	mostTurn = 4
	// The most blocks of a pair of processes, see pair, of which the most
	// disturbed third does not count. What a process got from chance, such as its
	// pages of memory, more blocks do not average out; more processes do.
	mostBlocks = 3
	// The slices of a version take about this long, where that is two at least.
	// To start two processes takes 30 ms.
	pairTime = 50 * time.Millisecond
	// A process warms up for so many slices, or about so long: until its memory
	// is there, the first slices of a benchmark that allocates may take five
	// times as long as the others.
	mostWarm = 4
	warmTime = 10 * time.Millisecond
	// One pair in so many has an arm for the noise, once there are MinPairs: what
	// is clear then needs none.
	noiseEvery = 2
)

// An arm is one version of a benchmark.
type arm struct {
	binary *binary
	env    []string
}

// A duel is a benchmark of two versions.
type duel struct {
	name       string
	base, head arm
	iterations int  // of a slice
	short      bool // whether slices are, so that the collector can wait
	warm       int  // slices to warm up
	turn       int  // slices of a turn
	blocks     int  // of a pair
	times      [2][]float64
	allocs     [2][2]float64 // of each version, the fewest and the most a sample had; -1 when unknown
	rand       *rand.Rand
	cpus       []int
	cpu        int       // the index of the chosen one
	disturbed  []float64 // of each CPU, see choose
}

// newDuel finds how long the slices are to be, on the base version.
func newDuel(ctx context.Context, name string, base, head arm) (*duel, error) {
	d := &duel{name: name, base: base, head: head, cpus: cpus(),
		rand: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
	d.allocs = noAllocs()
	d.disturbed = make([]float64, len(d.cpus)) // 0: to be tried
	return d, d.onCPU(func() error {
		d.iterations, d.short = 1, true
		var s sample
		var turn time.Duration
		for range 5 {
			var err error
			if s, turn, err = d.try(ctx); err != nil {
				return err
			}
			n := iterations(slice.Seconds(), s.sec)
			settled := n <= d.iterations+d.iterations/4
			d.iterations, d.short = n, s.sec < longestSlice.Seconds()
			if settled {
				break
			}
		}
		// Now the code is warm, and what setting up takes is known.
		want := max(slice, min(turn/8, longestSlice))
		d.iterations = iterations(want.Seconds(), s.sec)
		each := min(max(int(pairTime/(turn+want)), 2), 2*mostTurn*mostBlocks) // slices of a version
		d.warm = min(max(int(warmTime/(turn+want)), 1), mostWarm)
		d.turn = min(max(each/2, 1), mostTurn)
		d.blocks = each / (2 * d.turn)
		return nil
	})
}

// memoryLimit keeps processes without a garbage collector within bounds.
const memoryLimit = "GOMEMLIMIT=2GiB"

// heldBack is the environment of processes whose garbage collector waits. Memory
// that is given back to the system all the same, which some processes do and
// others do not, stays mapped until the system needs it: a page that has to come
// back costs a twentieth of a slice.
func heldBack() []string {
	settings := "madvdontneed=0"
	if s := os.Getenv("GODEBUG"); s != "" {
		settings = s + "," + settings
	}
	return []string{"GOGC=off", memoryLimit, "GODEBUG=" + settings}
}

func noAllocs() [2][2]float64 {
	none := [2]float64{math.Inf(1), math.Inf(-1)}
	return [2][2]float64{none, none}
}

// exactAllocs is the allocations of an operation, old and new, or nil when they
// vary or are unknown.
func (d *duel) exactAllocs() *[2]float64 {
	for _, a := range d.allocs {
		if a[0] != a[1] || a[0] < 0 {
			return nil
		}
	}
	return &[2]float64{d.allocs[0][0], d.allocs[1][0]}
}

// iterations is how many operations fill a time, both in seconds.
func iterations(want, op float64) int { return max(1, int(math.Round(want/op))) }

// onCPU runs f and what it starts on the chosen CPU.
func (d *duel) onCPU(f func() error) error {
	if len(d.cpus) == 0 {
		return f()
	}
	return onCPU(d.cpus[d.cpu], f)
}

// command runs a version for so many slices.
func (d *duel) command(ctx context.Context, a arm, count int) *exec.Cmd {
	cmd := exec.CommandContext(ctx, a.binary.path, "-test.run=^$", "-test.bench="+benchfile.Pattern(d.name),
		"-test.benchtime="+strconv.Itoa(d.iterations)+"x", "-test.count="+strconv.Itoa(count), "-test.benchmem", "-test.timeout=0")
	cmd.Dir = a.binary.dir
	cmd.Env = append(os.Environ(), a.env...)
	if d.short {
		cmd.Env = append(cmd.Env, heldBack()...)
	}
	return cmd
}

// try runs the base version, to warm up at most, and returns the fastest sample
// and the shortest time from one to the next.
func (d *duel) try(ctx context.Context) (fastest sample, turn time.Duration, err error) {
	p, err := startProcess(d.command(ctx, d.base, mostWarm+1))
	if err != nil {
		return fastest, 0, err
	}
	defer p.close()
	for begin, i := time.Now(), 0; i <= mostWarm && (i < 2 || time.Since(begin) < 3*warmTime); i++ {
		start := time.Now()
		s, err := p.turn()
		if err != nil {
			return fastest, 0, err
		}
		if i == 0 || s.sec < fastest.sec {
			fastest = s
		}
		if took := time.Since(start); i == 1 || i > 1 && took < turn {
			turn = took
		}
	}
	return fastest, turn, nil
}

// pair runs a fresh process of each version, and with noise another one of the
// base. They run on one CPU and take turns, in blocks: each has one turn, in
// random order, and then each another in the reverse order (A B B A), which
// cancels what drifts. For each, the fastest slice of a block counts: it is rare
// that something else disturbs all. When it does, see score.
func (d *duel) pair(ctx context.Context, noise bool) (pair stat.Pair, err error) {
	d.choose()
	before := len(d.times[0])
	err = d.onCPU(func() error {
		pair, err = d.fight(ctx, noise)
		return err
	})
	if times := d.times[0][before:]; len(d.cpus) > 0 && len(times) > 0 {
		d.disturbed[d.cpu] = stat.Median(times) / slices.Min(times)
	}
	return pair, err
}

// choose chooses the CPU of the next pair: the one whose last slices were the
// least disturbed, and one in four times any, since that changes.
func (d *duel) choose() {
	if len(d.cpus) == 0 {
		return
	}
	d.cpu = slices.Index(d.disturbed, slices.Min(d.disturbed))
	if d.rand.IntN(4) == 0 {
		d.cpu = d.rand.IntN(len(d.cpus))
	}
}

func (d *duel) fight(ctx context.Context, noise bool) (stat.Pair, error) {
	arms := []arm{d.base, d.head}
	if noise {
		arms = append(arms, d.base)
	}
	var fighters []*process
	defer func() {
		for _, p := range fighters {
			p.close()
		}
	}()
	for _, i := range d.rand.Perm(len(arms)) { // who starts first is random too
		p, err := startProcess(d.command(ctx, arms[i], d.warm+2*d.turn*d.blocks))
		if err != nil {
			return stat.Pair{}, err
		}
		p.arm = i
		fighters = append(fighters, p)
	}
	slices.SortFunc(fighters, func(p, q *process) int { return p.arm - q.arm })
	for _, p := range fighters { // to warm up
		for range d.warm {
			if _, err := p.turn(); err != nil {
				return stat.Pair{}, err
			}
		}
	}
	var blocks []block
	for range d.blocks {
		order := d.rand.Perm(len(arms))
		fast := slices.Repeat([]float64{math.Inf(1)}, len(arms))
		for turn := range 2 * len(order) {
			i := order[min(turn, 2*len(order)-1-turn)]
			for range d.turn {
				s, err := fighters[i].turn()
				if err != nil {
					return stat.Pair{}, err
				}
				d.record(i, s)
				fast[i] = min(fast[i], math.Log(s.sec))
			}
		}
		blocks = append(blocks, fast)
	}
	for _, p := range fighters {
		p.finish()
	}
	return score(blocks), nil
}

// A block is the logarithms of the fastest slices of each arm.
type block []float64

// level is how long both versions took. That of the third arm has no say.
func (b block) level() float64 { return (b[0] + b[1]) / 2 }

// score makes a pair of its blocks, but for the third with the highest levels:
// those were disturbed the most. Which they are does not depend on which version
// is which, and so favours none.
func score(blocks []block) stat.Pair {
	slices.SortStableFunc(blocks, func(a, b block) int { return cmp.Compare(a.level(), b.level()) })
	blocks = blocks[:len(blocks)-len(blocks)/3]
	column := func(of func(b block) float64) []float64 {
		x := make([]float64, len(blocks))
		for i, b := range blocks {
			x[i] = of(b)
		}
		return x
	}
	best := func(arm int) float64 { return slices.Min(column(func(b block) float64 { return b[arm] })) }
	change := func(arm int) float64 { return stat.Median(column(func(b block) float64 { return b[arm] - b[0] })) }
	pair := stat.Pair{Typical: change(1), Best: best(1) - best(0), Noise: math.NaN(), Level: stat.Median(column(block.level))}
	if len(blocks[0]) > 2 {
		pair.Noise = change(2)
	}
	return pair
}

// record keeps what a sample says of its version.
func (d *duel) record(arm int, s sample) {
	v := arm % 2 // the third arm is the base again
	d.times[v] = append(d.times[v], s.sec)
	d.allocs[v][0] = min(d.allocs[v][0], s.allocs)
	d.allocs[v][1] = max(d.allocs[v][1], s.allocs)
}

// sequence adds pairs until the rules decide or the time is up, and returns the
// data and the verdict.
func (d *duel) sequence(ctx context.Context, rules stat.Rules, longest time.Duration) (*stat.Sequence, stat.Verdict, error) {
	s := stat.NewSequence(rules)
	for start := time.Now(); ; {
		n := len(s.Pairs)
		p, err := d.pair(ctx, n > stat.MinPairs && n%noiseEvery == 1)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", d.name, err)
		}
		s.Add(p)
		t := time.Since(start).Seconds() / longest.Seconds()
		if v := s.Look(t); v != stat.Undecided || t >= 1 {
			return s, v, nil
		}
	}
}
