package kernel

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomRow makes a row of rank r with extras dependent values, and a pick count
// below r. Half the independent values are powers of two, so that large mexes
// occur.
func randomRow(rng *rand.Rand, r, extras int) (succ []uint64, k uint64) {
	width := r + rng.IntN(3)
	var e span
	for e.rank() < r {
		v := rng.Uint64N(1 << width)
		if rng.IntN(2) == 0 {
			v = 1 << rng.IntN(width)
		}
		if e.reduce(v) != 0 {
			e.insert(v)
			succ = append(succ, v)
		}
	}
	for range extras {
		var v uint64
		for _, s := range succ {
			if rng.IntN(2) == 0 {
				v ^= s
			}
		}
		succ = append(succ, v)
	}
	if rng.IntN(2) == 0 {
		succ = append(succ, 0)
	}
	rng.Shuffle(len(succ), func(i, j int) { succ[i], succ[j] = succ[j], succ[i] })
	return succ, uint64(rng.IntN(r))
}

// TestBoundedWays compares every way of finding a bounded mex with the oracle.
func TestBoundedWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	ws := &Workspace{}
	used := map[search]int{}
	for range 3000 {
		succ, k := randomRow(rng, 1+rng.IntN(10), rng.IntN(6))
		want := pickByPick(succ, k)
		at, _ := translation(succ)
		b := &ws.row
		b.load(generic, succ, int(k), at)
		if rng.IntN(2) == 0 { // as if it were not narrow
			b.reset(generic, int(k), succ[at])
			b.loadAny(succ)
		}
		if !b.locate() || b.k >= b.rank {
			continue // not a bounded row
		}
		if got, ok := b.scan(ws, infinite); !ok || got != want {
			t.Fatalf("scan of %v, K=%d: %d %v, want %d", succ, k, got, ok, want)
		}
		for limit := range uint64(40) {
			if got, ok := b.scan(ws, limit); ok && got != want {
				t.Fatalf("scan of %v, K=%d, within %d: %d, want %d", succ, k, limit, got, want)
			}
		}
		if got, ok := b.scanOneByOne(ws, infinite, infinite); !ok || got != want {
			t.Fatalf("scan one by one of %v, K=%d: %d %v, want %d", succ, k, got, ok, want)
		}
		if got, ok := b.nearRank(infinite); !ok || got != want {
			t.Fatalf("complements near the rank of %v, K=%d: %d %v, want %d", succ, k, got, ok, want)
		}
		if got, ok := b.scanNearby(ws, infinite, infinite); !ok || got != want {
			t.Fatalf("scan by size of %v, K=%d: %d %v, want %d", succ, k, got, ok, want)
		}
		if got, ok := b.scanNearby(ws, 3, infinite); ok && got != want || !ok && want < 3 {
			t.Fatalf("scan by size of %v, K=%d, of three numbers: %d %v, want %d", succ, k, got, ok, want)
		}
		for limit := range uint64(40) {
			if got, ok := b.nearRank(limit); ok && got != want {
				t.Fatalf("complements near the rank of %v, K=%d, within %d: %d, want %d", succ, k, limit, got, want)
			}
			if got, ok := b.scanNearby(ws, infinite, limit); ok && got != want {
				t.Fatalf("scan of %v, K=%d, by size, within %d: %d, want %d", succ, k, limit, got, want)
			}
		}
		for s := range b.k {
			if full := b.fills(ws, s); full {
				used[byQuotient]++
				if want != b.end() {
					t.Fatalf("%v, K=%d: the quotient by %d basis elements is full, but the mex is %d", succ, k, s, want)
				}
			} else if s == 0 && want == b.end() && b.low == b.rank {
				t.Fatalf("%v, K=%d: the mex is %d, but the bitset is not full", succ, k, want)
			}
		}
		if b.narrow.ok {
			if got, ok := b.chunks(); ok {
				used[byChunks]++
				if got != want {
					t.Fatalf("chunks of %v, K=%d: %d, want %d", succ, k, got, want)
				}
			}
		}
		for _, way := range boundedWays {
			if way.cost(b) >= infinite {
				continue
			}
			used[way.name]++
			if got := way.mex(b, ws); got != want {
				t.Fatalf("%s of %v, K=%d: %d, want %d", way.name, succ, k, got, want)
			}
		}
	}
	if used[byChunks] < 100 {
		t.Errorf("only %d rows by chunks, want 100", used[byChunks])
	}
	if used[byQuotient] < 100 {
		t.Errorf("only %d quotients were full, want 100", used[byQuotient])
	}
	for _, way := range boundedWays {
		if used[way.name] < 100 {
			t.Errorf("%s did only %d rows, want 100", way.name, used[way.name])
		}
	}
}

// TestWitness checks that each way of decoding finds a witness for every
// reachable target, and that there is none for any other target.
func TestWitness(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	ws := &Workspace{}
	for range 1500 {
		succ, k := randomRow(rng, 1+rng.IntN(6), rng.IntN(6))
		if rng.IntN(3) == 0 {
			k = rng.Uint64N(12)
		}
		counts := make([]uint64, len(succ))
		reached := reachablePickByPick(succ, k)
		for target := range uint64(1 << 9) {
			err := Witness(ws, succ, k, target, counts)
			if !reached[target] {
				if !errors.Is(err, ErrUnreachable) {
					t.Fatalf("%v, K=%d, target %d: %v, want ErrUnreachable", succ, k, target, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%v, K=%d, target %d: %v", succ, k, target, err)
			}
			checkWitness(t, succ, k, target, counts)
		}
		// The ways that come last, on words of every weight.
		b := &ws.row
		at, _ := translation(succ)
		b.load(generic, succ, int(k), at)
		for target := range reached {
			for name, decode := range map[string]func(want, word uint64) ([]int, error){
				"walk":    func(_, word uint64) ([]int, error) { return b.decodeByWalk(ws, word) },
				"meeting": func(want, _ uint64) ([]int, error) { return b.decodeByMeeting(ws, want) },
			} {
				ws.chosen = ws.chosen[:0]
				want := target ^ b.c
				_, word := b.reduce(want)
				chosen, err := decode(want, word)
				if err != nil {
					t.Fatalf("%s: %v, K=%d, target %d: %v", name, succ, k, target, err)
				}
				clear(counts)
				for _, i := range chosen {
					counts[i]++
				}
				counts[at] += k - uint64(len(chosen))
				checkWitness(t, succ, k, target, counts)
			}
		}
	}
}

func checkWitness(t *testing.T, succ []uint64, k, target uint64, counts []uint64) {
	t.Helper()
	var sum, xor uint64
	for i, n := range counts {
		sum += n
		xor ^= succ[i] * (n & 1)
	}
	if sum != k || xor != target {
		t.Fatalf("%v, K=%d, target %d: counts %v add up to %d and XOR to %d", succ, k, target, counts, sum, xor)
	}
}

// TestLargeRank has ranks too large for bitsets, and answers found by reasoning.
func TestLargeRank(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	powers := func(n int) (succ []uint64) {
		for i := range n {
			succ = append(succ, 1<<i)
		}
		return succ
	}
	withZero := func(succ []uint64) []uint64 { return append(succ, 0) }
	tests := []struct {
		name string
		succ []uint64
		k    uint64
		want uint64
	}{
		// Sums of at most K powers of two: the first number with more bits.
		{"64 powers, K=5", withZero(powers(64)), 5, 1<<6 - 1},
		{"63 powers, K=62", withZero(powers(63)), 62, 1<<63 - 1},
		{"64 powers, K=63", withZero(powers(64)), 63, 1<<64 - 1},
		// Two picks make every number below 16, and 16 plus every number in the row; 11 is not in it.
		{"dense low part", append(withZero(powers(40)), 3, 5, 6, 7, 9, 10, 12, 15), 2, 16 + 11},
	}
	ws := &Workspace{}
	for _, tt := range tests {
		for range 4 {
			rng.Shuffle(len(tt.succ), func(i, j int) { tt.succ[i], tt.succ[j] = tt.succ[j], tt.succ[i] })
			got, err := affineRow(ws, generic, tt.succ, tt.k)
			if err != nil || got != tt.want {
				t.Errorf("%s: %d, %v; want %d", tt.name, got, err, tt.want)
			}
		}
	}
}

// TestBudget has a row that no way can do. The error tells what row it was.
func TestBudget(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var succ []uint64
	for range 300 {
		succ = append(succ, rng.Uint64()>>2)
	}
	for i := range 20 { // so that the mex is not 0
		succ = append(succ, 1<<i)
	}
	succ = append(succ, 0)
	_, err := affineRow(&Workspace{Budget: 1e6}, generic, succ, 30)
	over, ok := errors.AsType[*BudgetError](err)
	if !ok {
		t.Fatalf("error %v, want a *BudgetError", err)
	}
	if over.Degree != len(succ) || over.K != 30 || over.Rank != 62 || over.Budget != 1e6 {
		t.Errorf("%+v", *over)
	}
}

// TestBudgetKeepsMemory has rows that only enumeration can do, with more sums
// than fit in memory. However large the budget is, every way must say that it
// cannot do them, and the sums must not be listed.
func TestBudgetKeepsMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, r := range []struct{ rank, extras, k int }{{40, 27, 20}, {50, 70, 35}, {40, 30, 12}} {
		succ, _ := randomRow(rng, r.rank, r.extras)
		at, _ := translation(succ)
		ws := &Workspace{Budget: math.MaxUint64}
		b := &ws.row
		b.load(generic, succ, r.k, at)
		for _, way := range boundedWays {
			if cost := way.cost(b); cost <= ws.budget() {
				t.Errorf("rank %d: the cost of %s is %d, want one beyond every budget", r.rank, way.name, cost)
			}
		}
		ws.Budget = 1e6
		_, err := affineRow(ws, generic, succ, uint64(r.k))
		if _, over := errors.AsType[*BudgetError](err); err != nil && !over {
			t.Errorf("rank %d: %v", r.rank, err)
		}
		if _, ok := ws.extraSums(b.extras, r.k, infinite-1); ok || cap(ws.sums) > 2*maxSums {
			t.Errorf("rank %d: the sums were listed, with room for %d", r.rank, cap(ws.sums))
		}
	}
}

// TestWitnessPicksTheFirst has each value twice: the second one is never picked.
func TestWitnessPicksTheFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for range 2000 {
		half := 1 + rng.IntN(8)
		succ := make([]uint64, 2*half)
		for i := range half {
			succ[i] = rng.Uint64N(1 << (1 + rng.IntN(9)))
			succ[i+half] = succ[i]
		}
		if slices.Contains(succ, 0) {
			continue // the last 0 fills up
		}
		k, target := rng.Uint64N(9), rng.Uint64N(64)
		counts := make([]uint64, len(succ))
		if Witness(&Workspace{}, succ, k, target, counts) == nil && slices.ContainsFunc(counts[half:], func(n uint64) bool { return n > 0 }) {
			t.Fatalf("K=%d %v: %d by the picks %v: some are the second of two equal successors", k, succ, target, counts)
		}
	}
}

// TestWitnessMeets has a rank too large for a walk, and too many extras to try
// sets of them. Only meeting in the middle finds the witness within the budget.
func TestWitnessMeets(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	succ := []uint64{0}
	for range 500 {
		succ = append(succ, rng.Uint64()>>24)
	}
	counts := make([]uint64, len(succ))
	ws := &Workspace{Budget: 1e7}
	if err := Witness(ws, succ, 3, succ[401]^succ[450]^succ[499], counts); err != nil {
		t.Fatal(err)
	}
	checkWitness(t, succ, 3, succ[401]^succ[450]^succ[499], counts)
	if err := Witness(ws, succ, 3, 1, counts); !errors.Is(err, ErrUnreachable) {
		t.Errorf("target 1, which no three of 500 random numbers of 40 bits make: error %v, want ErrUnreachable", err)
	}
}

// TestSubsets checks that the enumeration gives each subset once, and that
// countSubsets knows their number.
func TestSubsets(t *testing.T) {
	var s subsets
	for n := range 8 {
		of := make([]uint64, n)
		for i := range of {
			of[i] = 1 << i
		}
		for max := range 9 {
			seen := map[uint64]bool{}
			for s.start(of, max); ; {
				if seen[s.sum()] || bits.OnesCount64(s.sum()) != s.size || s.size > max {
					t.Fatalf("n=%d, max=%d: subset %b of size %d", n, max, s.sum(), s.size)
				}
				seen[s.sum()] = true
				if !s.next() {
					break
				}
			}
			if uint64(len(seen)) != countSubsets(n, max) {
				t.Fatalf("n=%d, max=%d: %d subsets, countSubsets says %d", n, max, len(seen), countSubsets(n, max))
			}
		}
	}
}
