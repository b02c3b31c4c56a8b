package wide

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"mexlab/kernel"
)

// row64 returns values as big integers.
func row64(values ...uint64) (list []*big.Int) {
	for _, v := range values {
		list = append(list, new(big.Int).SetUint64(v))
	}
	return list
}

// reached returns all XORs of exactly k picks, pick by pick, by their text.
func reached(succ []*big.Int, k int) map[string]bool {
	sums := map[string]bool{"0": true}
	for range k {
		next := map[string]bool{}
		for text := range sums {
			sum, _ := new(big.Int).SetString(text, 10)
			for _, v := range succ {
				next[new(big.Int).Xor(sum, v).String()] = true
			}
		}
		sums = next
	}
	return sums
}

func oracle(succ []*big.Int, k int) string {
	sums := reached(succ, k)
	for mex := 0; ; mex++ {
		if text := fmt.Sprint(mex); !sums[text] {
			return text
		}
	}
}

// mixed returns values whose sums are often small: a few low bits, and one of a few
// patterns of a hundred bits.
func mixed(r *rand.Rand) (succ []*big.Int) {
	patterns := []*big.Int{new(big.Int)}
	for range r.IntN(4) {
		p := new(big.Int).Lsh(big.NewInt(r.Int64N(1<<40)), uint(20+r.IntN(80)))
		patterns = append(patterns, p)
	}
	for range 1 + r.IntN(9) {
		v := big.NewInt(r.Int64N(1 << (1 + r.IntN(5))))
		succ = append(succ, v.Xor(v, patterns[r.IntN(len(patterns))]))
	}
	return succ
}

// Rows of any class and width have the mex of the definition, in words and by either
// list, and the witness of each sum is one.
func TestMex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ws := new(kernel.Workspace)
	for range 800 {
		succ, k := mixed(r), r.IntN(8)
		want := oracle(succ, k)
		for _, narrow := range []int{wordBits, 0} {
			got, err := mex(ws, succ, uint64(k), narrow)
			if err != nil || got.String() != want {
				t.Fatalf("rank in words up to %d: mex of %d picks from %v is %v, %v; want %s", narrow, k, succ, got, err, want)
			}
			checkWitness(t, ws, succ, k, narrow)
		}
	}
}

// checkWitness asks for every number up to 40, and for one that is wide.
func checkWitness(t *testing.T, ws *kernel.Workspace, succ []*big.Int, k, narrow int) {
	t.Helper()
	targets := []*big.Int{succ[len(succ)-1]}
	for x := range int64(40) {
		targets = append(targets, big.NewInt(x))
	}
	sums := reached(succ, k)
	for _, target := range targets {
		counts := make([]uint64, len(succ))
		err := witness(ws, succ, uint64(k), target, counts, narrow)
		if !sums[target.String()] {
			if err != kernel.ErrUnreachable {
				t.Fatalf("%d picks from %v for %v: error %v", k, succ, target, err)
			}
			continue
		}
		sum, picks := new(big.Int), uint64(0)
		for i, n := range counts {
			if picks += n; n%2 == 1 {
				sum.Xor(sum, succ[i])
			}
		}
		if err != nil || picks != uint64(k) || sum.Cmp(target) != 0 {
			t.Fatalf("%d picks from %v for %v: %v, %v", k, succ, target, counts, err)
		}
	}
}

// Both lists agree with package kernel on rows of words that are too large for the
// definition, with K small and K near the rank.
func TestLists(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ws := new(kernel.Workspace)
	for range 300 {
		var values []uint64
		for range 12 + r.IntN(8) {
			values = append(values, r.Uint64N(1<<12))
		}
		for _, k := range []uint64{2, 3, 4, 8, 9, 10, 11} {
			want, err := kernel.Mex(k, values...)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := mex(ws, row64(values...), k, 0); err != nil || !got.IsUint64() || got.Uint64() != want {
				t.Fatalf("mex of %d picks from %d is %v, %v; want %d", k, values, got, err, want)
			}
		}
	}
}

// On the complete graph with a leaf and K above the rank, vertex i is worth 2^(i-1).
// With K = 70 the first nimber that is no power of two comes after 70 of them.
func TestComplete(t *testing.T) {
	ws := new(kernel.Workspace)
	for _, c := range []struct {
		k     uint64
		units int // powers of two before the first other value
	}{{1000, 300}, {70, 71}} {
		values := row64(0)
		for i := range c.units {
			got, err := Mex(ws, values, c.k)
			if err != nil || got.Cmp(powerOfTwo(uint64(i))) != 0 {
				t.Fatalf("K = %d: vertex %d is worth %v, %v; want 2^%d", c.k, i+1, got, err, i)
			}
			values = append(values, got)
		}
		if c.k > uint64(c.units) {
			continue
		}
		// 2^71-1 is the sum of 71 of them. With it, one pick does what 71 do, and the
		// next powers of two are out of the span.
		want := powerOfTwo(c.k + 1)
		want.Sub(want, big.NewInt(1))
		got, err := Mex(ws, values, c.k)
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("vertex 72 is worth %v, %v; want %v", got, err, want)
		}
		for i := uint(71); i < 75; i++ {
			values = append(values, got)
			if got, err = Mex(ws, values, c.k); err != nil || got.Cmp(powerOfTwo(uint64(i))) != 0 {
				t.Fatalf("the value after 2^71-1 is %v, %v; want 2^%d", got, err, i)
			}
		}
	}
}

// A search beyond the budget is an error that says so, and takes no more than that.
func TestBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var values []*big.Int
	for range 200 {
		v := new(big.Int).SetUint64(r.Uint64())
		values = append(values, v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(r.Uint64())))
	}
	ws := &kernel.Workspace{Budget: 1e6}
	_, err := Mex(ws, values, 40)
	if budget, ok := errors.AsType[*kernel.BudgetError](err); !ok || budget.Degree != 200 || budget.Rank != 128 || budget.K != 40 || budget.Budget != 1e6 {
		t.Errorf("error %v", err)
	}
	err = Witness(ws, values, 20, big.NewInt(12345), make([]uint64, len(values)))
	if _, ok := errors.AsType[*kernel.BudgetError](err); !ok {
		t.Errorf("witness: error %v", err)
	}
}

// The 2,486 sums of at most two of 70 elements cost more than words would: some 50
// nanoseconds each.
func TestBudgetOfIntegers(t *testing.T) {
	succ := []*big.Int{new(big.Int), big.NewInt(3)}
	for i := range uint(70) {
		if i != 1 { // in its place is 3, which is no power of two
			succ = append(succ, powerOfTwo(uint64(i)))
		}
	}
	if _, err := Mex(&kernel.Workspace{Budget: 100_000}, succ, 2); !errors.As(err, new(*kernel.BudgetError)) {
		t.Errorf("with too small a budget: %v", err)
	}
	if mex, err := Mex(&kernel.Workspace{Budget: 200_000}, succ, 2); err != nil || mex.Uint64() != 6 {
		t.Errorf("with enough: %v, %v; want 6", mex, err)
	}
}
