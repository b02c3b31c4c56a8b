package kernel

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A changing row is one after another, mostly with the values of the one before.
type changingRow struct {
	rng    *rand.Rand
	values []uint64
	k      uint64
	width  int
}

// next changes the row. Mostly it gets the mex, as in a complete graph, or random
// values. Sometimes it loses values, is another row, or K is another.
func (r *changingRow) next(mex uint64) {
	rng := r.rng
	random := func() uint64 { return rng.Uint64N(1 << (1 + rng.IntN(r.width))) }
	switch what := rng.IntN(40); {
	case len(r.values) == 0 || what == 0 || mex>>r.width != 0:
		r.values, r.k = r.values[:0], 2+rng.Uint64N(5)
		for range 2 + rng.IntN(30) {
			r.values = append(r.values, random())
		}
		if rng.IntN(4) > 0 { // mexes are small or large
			for i := range 1 + rng.IntN(r.width) {
				r.values = append(r.values, 1<<i)
			}
			r.values = append(r.values, 0)
		}
	case what == 1:
		r.k = 2 + rng.Uint64N(5)
	case what < 4:
		r.values = r.values[:1+rng.IntN(len(r.values))]
	case what < 8:
		for range 1 + rng.IntN(4) {
			r.values = append(r.values, random())
		}
	case what < 12:
		r.values = append(r.values, r.values[rng.IntN(len(r.values))])
	case what < 16:
		rng.Shuffle(len(r.values), func(i, j int) { r.values[i], r.values[j] = r.values[j], r.values[i] })
	case what < 18:
		// as it is
	default:
		r.values = append(r.values, mex)
	}
}

// TestGrowingBall compares a ball that grows, or is made anew, with the oracle. Rows
// of any rank have one, and c may be outside the span.
func TestGrowingBall(t *testing.T) {
	var g growingBall
	grown, made := 0, 0
	for _, tier := range tiers {
		rng := rand.New(rand.NewPCG(71, 72))
		row := changingRow{rng: rng, width: 10}
		mex := uint64(0)
		for range 1500 {
			row.next(mex)
			k := int(row.k)
			mex = pickByPick(row.values, row.k)
			at, _ := translation(row.values)
			v0 := row.values[at]
			limit := uint64(infinite)
			if rng.IntN(4) == 0 {
				limit = rng.Uint64N(5000)
			}
			if g.isFor(k, v0) {
				if got, ok := g.grow(row.values, v0, limit); ok && got != mex {
					t.Fatalf("%s, K=%d %v: %d by a ball that grew, want %d", tier.Name, k, row.values, got, mex)
				} else if ok {
					grown++
					continue
				}
			}
			var elements []uint64
			for _, v := range row.values {
				if v != v0 {
					elements = append(elements, v^v0)
				}
			}
			c := v0 & -(row.k & 1)
			if got, ok := g.start(tier, elements, k, v0, c, max(1, (k-1)/2)+rng.IntN(k-max(1, (k-1)/2)), limit); ok && got != mex {
				t.Fatalf("%s, K=%d %v: %d by a new ball, want %d", tier.Name, k, row.values, got, mex)
			} else if ok {
				made++
			} else if limit == infinite {
				t.Fatalf("%s, K=%d %v: no ball within any limit", tier.Name, k, row.values)
			}
		}
	}
	if grown < 500*len(tiers) || made < 100*len(tiers) {
		t.Errorf("%d balls grew and %d were made, want 500 and 100 for each tier", grown, made)
	}
}

// TestGrowingRows has rows whose ball takes many windows. Kernel auto does them in
// batches cut at random, with a workspace for all and by each tier. The answers are
// those of kernel paritysplit.
func TestGrowingRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	oracle := newParitysplit(tiers[len(tiers)-1])
	row := changingRow{rng: rng, width: 19}
	var all Batch
	mex := uint64(0)
	for range 600 {
		row.next(mex)
		var b Batch
		b.Add(row.k, row.values...)
		if err := oracle.Mex(&Workspace{}, &b); err != nil {
			t.Fatal(err)
		}
		mex = b.Mex[0]
		all.Add(row.k, row.values...)
		all.Mex[len(all.Mex)-1] = mex
	}
	for _, tier := range tiers {
		auto, err := NewAuto(Plan{tier.Name, tier.Name, builtIn})
		if err != nil {
			t.Fatal(err)
		}
		var ws Workspace
		used := 0
		rng := rand.New(rand.NewPCG(77, 78)) // the cuts are the same for each tier
		for at := 0; at < all.Len(); {
			end := min(all.Len(), at+1+rng.IntN(3))
			var b Batch
			for i := at; i < end; i++ {
				b.Add(all.K[i], all.Row(i)...)
			}
			ws.row.found = notSearched
			if err := auto.Mex(&ws, &b); err != nil {
				t.Fatal(err)
			}
			if ws.row.found == byGrowing {
				used++
			}
			for i := at; i < end; i++ {
				if b.Mex[i-at] != all.Mex[i] {
					t.Fatalf("%s, row %d, K=%d %v: %d, want %d", tier.Name, i, all.K[i], all.Row(i), b.Mex[i-at], all.Mex[i])
				}
			}
			at = end
		}
		if used < 20 {
			t.Errorf("%s: only %d of the batches ended with a growing ball, want 20", tier.Name, used)
		}
	}
}

// coins returns a leaf and n coins of a row, of which a move turns at most k+1.
func coins(t *testing.T, ws *Workspace, k uint64, n int) []uint64 {
	t.Helper()
	row := []uint64{0}
	for len(row) <= n {
		var b Batch
		b.Add(k, row...)
		if err := auto.Mex(ws, &b); err != nil {
			t.Fatal(err)
		}
		row = append(row, b.Mex[0])
	}
	return row
}

// TestGrowingCoins compares coins, one vertex after another, with a bitset of all
// numbers for each number of picks, to which the coins are added.
func TestGrowingCoins(t *testing.T) {
	for k, n := range map[uint64]int{2: 200, 3: 250, 4: 150, 5: 90, 6: 75} {
		var ws Workspace
		row := coins(t, &ws, k, n)
		if ws.row.found != byGrowing && k > 2 {
			t.Errorf("K=%d: the last coin took %v", k, ws.row.found)
		}
		x, err := Explain(&ws, row[:n], k)
		if err != nil || x.Mex != row[n] || x.InOrder != (x.Way == byGrowing.String()) || !x.InOrder && k > 2 {
			t.Errorf("K=%d: the last coin is explained by %+v, %v", k, x, err)
		}
		words := bitsetWords(bits.Len64(slices.Max(row)) + 1)
		layers := make([]uint64, words*int(k+1))
		for i := 0; i < len(layers); i += words {
			layers[i] = 1
		}
		for i, v := range row[1:] {
			if want := firstZero(layers[int(k)*words:]); v != want {
				t.Fatalf("K=%d, coin %d: %d, want %d", k, i, v, want)
			}
			for j := int(k); j > 0; j-- {
				tiers[len(tiers)-1].OrPermuted(layers[j*words:(j+1)*words], layers[(j-1)*words:j*words], v)
			}
		}
	}
}

// TestGrowingBudget has a budget that is enough for a coin if the ball is there, and
// not if it has to be made.
func TestGrowingBudget(t *testing.T) {
	var ws Workspace
	row := coins(t, &ws, 3, 500)
	var b Batch
	b.Add(3, row[:500]...)
	ws.Budget = 20_000
	if err := auto.Mex(&ws, &b); err != nil || b.Mex[0] != row[500] {
		t.Errorf("with a ball: %d, %v; want %d", b.Mex[0], err, row[500])
	}
	var over *BudgetError
	if err := auto.Mex(&Workspace{Budget: 20_000}, &b); !errors.As(err, &over) {
		t.Errorf("without a ball: %d, %v; want a *BudgetError", b.Mex[0], err)
	}
}

// TestGrowingPlan has rows for which the bitset is to have sums of fewer elements when
// numbers get wider: 1,000 coins with K=4 take 10^9 word operations if it does not.
func TestGrowingPlan(t *testing.T) {
	if testing.Short() {
		t.Skip("1,000 coins")
	}
	coins(t, &Workspace{Budget: 3e8}, 4, 1000)
}

// TestGrowingMemory has values too wide for a bitset.
func TestGrowingMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(75, 76))
	row := []uint64{0, 1 << 40}
	for range 30 {
		row = append(row, rng.Uint64N(1<<34))
	}
	var ws Workspace
	b := &ws.row
	b.load(generic, row, 3, 0)
	if _, cost := b.growingPlan(); cost != infinite {
		t.Errorf("a ball of numbers of 41 bits costs %d", cost)
	}
	if _, ok := ws.growing.start(generic, row[1:], 3, 0, 0, 2, infinite-1); ok || len(ws.growing.set) != 0 {
		t.Error("there is a ball of numbers of 41 bits")
	}
}
