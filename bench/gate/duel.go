package gate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"

	"mexlab/bench/paired"
)

// How a duel takes its time.
const (
	// A slice is short so that the machine's bad moments, which last about a
	// millisecond, spoil few of many slices rather than a part of each.
	slice = 100 * time.Microsecond
	// Where setting up takes long, or the garbage collector takes part, slices
	// are longer, up to this.
	longestSlice = 5 * time.Millisecond
	// A slice of a benchmark that allocates is long enough for this many bytes,
	// so that the garbage collector, which begins to work at 4 MiB, has its share.
	sliceBytes = 8 << 20
	// The most and the fewest blocks of a pair of processes, see pair.
	mostBlocks, fewestBlocks = 16, 2
	// A pair takes about this long, when its blocks are not the fewest. Starting
	// two processes takes 30 ms.
	pairTime = 50 * time.Millisecond
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
	iterations int // of a slice
	blocks     int // of a pair
	times      [2][]float64
	allocs     [2][2]float64 // of each version, the fewest and the most a sample had; -1 when unknown
	rand       *rand.Rand
	cpus       []int
	pairs      int
}

// newDuel finds how long the slices are to be, on the base version.
func newDuel(ctx context.Context, name string, base, head arm) (*duel, error) {
	d := &duel{name: name, base: base, head: head, blocks: mostBlocks, cpus: cpus(),
		rand: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
	d.allocs = noAllocs()
	return d, d.onCPU(func() error {
		s, _, err := d.try(ctx, slice.String(), 1)
		if err != nil {
			return err
		}
		want := slice.Seconds()
		if s.bytes > 0 {
			want = max(want, min(longestSlice.Seconds(), sliceBytes/s.bytes*s.sec))
		}
		d.iterations = iterations(want, s.sec)
		s, turn, err := d.try(ctx, strconv.Itoa(d.iterations)+"x", 3)
		if err != nil {
			return err
		}
		if spent := float64(d.iterations) * s.sec; spent < turn.Seconds()/10 && spent < longestSlice.Seconds() {
			d.iterations = iterations(min(turn.Seconds()/4, longestSlice.Seconds()), s.sec)
		}
		turn += time.Duration(float64(d.iterations) * s.sec * 1e9) // an estimate from above
		d.blocks = min(max(int(pairTime/turn/4), fewestBlocks), mostBlocks)
		return nil
	})
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

// onCPU runs f and what it starts on one of the CPUs, each in its turn.
func (d *duel) onCPU(f func() error) error {
	if len(d.cpus) == 0 {
		return f()
	}
	return onCPU(d.cpus[d.pairs%len(d.cpus)], f)
}

// command runs a version count times, each for a time or a number of iterations
// as -test.benchtime takes them.
func (d *duel) command(ctx context.Context, a arm, benchtime string, count int) *exec.Cmd {
	cmd := exec.CommandContext(ctx, a.binary.path, "-test.run=^$", "-test.bench="+exactly(d.name),
		"-test.benchtime="+benchtime, "-test.count="+strconv.Itoa(count), "-test.benchmem", "-test.timeout=0")
	cmd.Dir = a.binary.dir
	cmd.Env = append(os.Environ(), a.env...)
	return cmd
}

// try runs the base version, and returns the last sample and how long it took
// from the one before.
func (d *duel) try(ctx context.Context, benchtime string, count int) (s sample, turn time.Duration, err error) {
	p, err := startProcess(d.command(ctx, d.base, benchtime, count))
	if err != nil {
		return s, 0, err
	}
	defer p.close()
	for range count {
		start := time.Now()
		if s, err = p.turn(); err != nil {
			return s, 0, err
		}
		turn = time.Since(start)
	}
	p.finish()
	return s, turn, nil
}

// pair runs a fresh process of each version, and with noise another one of the
// base. They run on one CPU and take turns, in blocks: each has one turn, in
// random order, and then each another in the reverse order (A B B A), which
// cancels what drifts. Of the two slices of a block the faster counts, for each:
// it is rare that something else disturbs both.
func (d *duel) pair(ctx context.Context, noise bool) (pair paired.Pair, err error) {
	err = d.onCPU(func() error {
		pair, err = d.fight(ctx, noise)
		return err
	})
	d.pairs++
	return pair, err
}

func (d *duel) fight(ctx context.Context, noise bool) (paired.Pair, error) {
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
	benchtime := strconv.Itoa(d.iterations) + "x"
	for _, i := range d.rand.Perm(len(arms)) { // who starts first is random too
		p, err := startProcess(d.command(ctx, arms[i], benchtime, 1+2*d.blocks))
		if err != nil {
			return paired.Pair{}, err
		}
		p.arm = i
		fighters = append(fighters, p)
	}
	slices.SortFunc(fighters, func(p, q *process) int { return p.arm - q.arm })
	for _, p := range fighters { // to warm up
		if _, err := p.turn(); err != nil {
			return paired.Pair{}, err
		}
	}
	best := make([]float64, len(arms))
	for i := range best {
		best[i] = math.Inf(1)
	}
	var changes, noises []float64
	for range d.blocks {
		order := d.rand.Perm(len(arms))
		fast := slices.Repeat([]float64{math.Inf(1)}, len(arms))
		for turn := range 2 * len(order) {
			i := order[min(turn, 2*len(order)-1-turn)]
			s, err := fighters[i].turn()
			if err != nil {
				return paired.Pair{}, err
			}
			d.record(i, s)
			fast[i] = min(fast[i], math.Log(s.sec))
		}
		for i := range best {
			best[i] = min(best[i], fast[i])
		}
		changes = append(changes, fast[1]-fast[0])
		if noise {
			noises = append(noises, fast[2]-fast[0])
		}
	}
	for _, p := range fighters {
		p.finish()
	}
	pair := paired.Pair{Typical: paired.Median(changes), Best: best[1] - best[0], Noise: math.NaN()}
	if noise {
		pair.Noise = paired.Median(noises)
	}
	return pair, nil
}

// record keeps what a sample says of its version.
func (d *duel) record(arm int, s sample) {
	v := arm % 2 // the third arm is the base again
	d.times[v] = append(d.times[v], s.sec)
	d.allocs[v][0] = min(d.allocs[v][0], s.allocs)
	d.allocs[v][1] = max(d.allocs[v][1], s.allocs)
}

// sequence adds pairs until the rules decide or the time is up, and returns the
// data and the verdict. Every other pair has an arm for the noise.
func (d *duel) sequence(ctx context.Context, rules paired.Rules, longest time.Duration) (*paired.Sequence, paired.Verdict, error) {
	s := paired.NewSequence(rules)
	for start := time.Now(); ; {
		p, err := d.pair(ctx, len(s.Pairs)%2 == 1)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", d.name, err)
		}
		s.Add(p)
		t := time.Since(start).Seconds() / longest.Seconds()
		if v := s.Look(t); v != paired.Undecided || t >= 1 {
			return s, v, nil
		}
	}
}
