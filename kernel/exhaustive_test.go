package kernel

import (
	"flag"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// Some faults show in one row of 100,000: make test-rows draws millions.
var (
	mixedRows = flag.Int("rows", 100_000, "how many rows TestMixedRows draws")
	mixedSeed = flag.Uint64("seed", 1, "of the rows that TestMixedRows draws")
)

// A growth is an oracle for many rows: it grows the set of XORs pick by pick, on
// arrays. As in reachablePickByPick, a pick starts from the numbers that the pick
// before it reached for the first time in its parity.
type growth struct {
	reached     [2][]bool   // numbers, by an even and by an odd number of picks
	list        [2][]uint64 // the same numbers
	fresh, next []uint64    // what the last pick reached for the first time
	picks       uint64
}

// start empties the set. Numbers will be below size.
func (g *growth) start(size int) {
	for parity, list := range g.list {
		for _, x := range list {
			g.reached[parity][x] = false
		}
		g.list[parity] = list[:0]
		for len(g.reached[parity]) <= size { // there is room for a number that is missing
			g.reached[parity] = append(g.reached[parity], false)
		}
	}
	g.picks, g.next = 0, g.next[:0]
	g.reach(0)
}

func (g *growth) reach(x uint64) {
	parity := g.picks % 2
	if !g.reached[parity][x] {
		g.reached[parity][x] = true
		g.list[parity] = append(g.list[parity], x)
		g.next = append(g.next, x)
	}
}

func (g *growth) pick(row []uint64) {
	g.picks++
	g.fresh, g.next = g.next, g.fresh[:0]
	for _, x := range g.fresh {
		for _, v := range row {
			g.reach(x ^ v)
		}
	}
}

// mex returns the mex of k picks, at least as many as there were so far.
func (g *growth) mex(row []uint64, k uint64) uint64 {
	for g.picks < k && len(g.next) > 0 {
		g.pick(row)
	}
	return uint64(slices.Index(g.reached[k%2], false))
}

// A rowCheck compares kernels with the oracle, many rows at a time.
type rowCheck struct {
	kernels []Kernel
	ws      []Workspace
	batch   Batch
	want    []uint64
	wrong   int
}

// newRowCheck takes kernel auto, and affine on each tier, in lanes and row by row.
func newRowCheck() *rowCheck {
	c := &rowCheck{kernels: []Kernel{auto}}
	for _, t := range tiers {
		c.kernels = append(c.kernels, newAffine(t), &rowByRow{
			info: Info{Name: "affine row by row", Tier: t.Name},
			row: func(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
				return affineRow(ws, t, succ, k)
			},
		})
	}
	c.ws = make([]Workspace, len(c.kernels))
	return c
}

func (c *rowCheck) add(t *testing.T, row []uint64, k, want uint64) {
	c.batch.Add(k, row...)
	c.want = append(c.want, want)
	if len(c.want) == 5000 {
		c.run(t)
	}
}

// run runs the kernels over the rows that were added.
func (c *rowCheck) run(t *testing.T) {
	b := &c.batch
	for i, kn := range c.kernels {
		for j := range b.Mex {
			b.Mex[j] = math.MaxUint64
		}
		if err := kn.Mex(&c.ws[i], b); err != nil {
			t.Errorf("%s: %v", kn.Info(), err)
		}
		for j, want := range c.want {
			if b.Mex[j] == want {
				continue
			}
			t.Errorf("%s: K=%d %d: mex %d, want %d", kn.Info(), b.K[j], b.Row(j), b.Mex[j], want)
			if c.wrong++; c.wrong == 20 {
				t.Fatal("and so on")
			}
		}
	}
	b.Reset()
	c.want = c.want[:0]
}

// TestEverySet does every set of numbers below 16 but the empty one, 65,535, with
// K from 0 to 15: 1,048,560 rows.
func TestEverySet(t *testing.T) {
	step := uint64(1)
	if testing.Short() {
		step = 101
	}
	c := newRowCheck()
	var g growth
	var row []uint64
	for set := uint64(1); set < 1<<16; set += step {
		row = row[:0]
		for v := range uint64(16) {
			if set>>v&1 != 0 {
				row = append(row, v)
			}
		}
		g.start(16)
		for k := range uint64(16) {
			c.add(t, row, k, g.mex(row, k))
		}
	}
	c.run(t)
}

// TestMixedRows does random rows of mixed shapes.
func TestMixedRows(t *testing.T) {
	rows := *mixedRows
	if testing.Short() {
		rows /= 100
	}
	rng := rand.New(rand.NewPCG(*mixedSeed, 1))
	c := newRowCheck()
	var g growth
	for range rows {
		row, width, k := mixedRow(rng)
		g.start(1 << width)
		c.add(t, row, k, g.mex(row, k))
	}
	c.run(t)
}

// mixedRow draws a row of 1 to 70 values, their width, at most 17, and a K, mostly
// below the rank.
func mixedRow(rng *rand.Rand) (row []uint64, width int, k uint64) {
	// The oracle takes up to 2^rank steps for each value, so large ranks are rare.
	rank := 2 + rng.IntN(8)
	if rng.IntN(8) == 0 {
		rank += rng.IntN(1 + rng.IntN(9))
	}
	degree := 1 + rng.IntN(17)
	switch rng.IntN(8) {
	case 0:
		degree += rng.IntN(54)
	case 1, 2, 3, 4:
		degree = min(rank+rng.IntN(8), 17)
	}
	switch rng.IntN(16) {
	case 0:
		k = math.MaxUint64 - rng.Uint64N(1<<rng.IntN(64))
	case 1, 2, 3:
		k = rng.Uint64N(21)
	default:
		k = 2 + rng.Uint64N(uint64(min(rank, degree)))
	}
	// Values are sums of these. In half of the rows they may be wider.
	width = rank
	if rng.IntN(2) == 0 {
		width += rng.IntN(18 - rank)
	}
	basis := make([]uint64, rank)
	for i := range basis {
		switch basis[i] = 1 << i; {
		case width == rank:
		case rng.IntN(3) == 0:
			basis[i] = 1 << rng.IntN(width)
		case rng.IntN(2) == 0:
			basis[i] = rng.Uint64N(1 << width)
		}
	}
	var choices []uint64 // of the basis, a bit for each
	shape := rng.IntN(12)
	for range degree {
		c := rng.Uint64N(1 << rank)
		of := shape
		if of >= 6 { // mixed
			of = rng.IntN(6)
		}
		switch of {
		case 0:
			c = 1 << rng.IntN(rank)
		case 1:
			c &= rng.Uint64N(1 << rank)
		case 2:
			c >>= rng.IntN(rank)
		case 3: // a sum of earlier values, or one of them
			for i := range choices {
				if i == 0 {
					c = 0
				}
				if rng.IntN(len(choices)) < 2 {
					c ^= choices[i]
				}
			}
		case 4:
			if rng.IntN(2) == 0 {
				c = 0
			}
		}
		choices = append(choices, c)
		var v uint64
		for ; c != 0; c &= c - 1 {
			v ^= basis[bits.TrailingZeros64(c)]
		}
		row = append(row, v)
	}
	return row, width, k
}
