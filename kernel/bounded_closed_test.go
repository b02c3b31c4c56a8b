package kernel

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// TestOnePick compares the closed form for K = 1 with the oracle, on rows that
// have most numbers below their length.
func TestOnePick(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	ws := &Workspace{}
	for n := 1; n <= 200; n++ {
		for missing := range 8 {
			succ := make([]uint64, n)
			for i := range succ {
				succ[i] = uint64(i)
			}
			for range missing {
				succ[rng.IntN(n)] = rng.Uint64() >> rng.IntN(64)
			}
			rng.Shuffle(n, func(i, j int) { succ[i], succ[j] = succ[j], succ[i] })
			if got, want := mexOfOnePick(ws, succ), pickByPick(succ, 1); got != want {
				t.Fatalf("%v: mex %d, want %d", succ, got, want)
			}
		}
	}
}

// TestAllButOne compares the closed form for K = rank-1 with the oracle.
func TestAllButOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	b := &boundedRow{}
	for range 3000 {
		succ, _ := randomRow(rng, 1+rng.IntN(9), rng.IntN(3))
		at, _ := translation(succ)
		b.load(generic, succ, 0, at)
		k := b.rank - 1
		if b.load(generic, succ, max(0, k), at); k < 0 || !b.locate() {
			continue
		}
		got, err := b.mexOfAllButOne()
		if want := pickByPick(succ, uint64(k)); err != nil || got != want {
			t.Fatalf("%v, K=%d: mex %d, %v, want %d", succ, k, got, err, want)
		}
	}
}

// TestAllButOneOverflow has everything below 2^64 within reach.
func TestAllButOneOverflow(t *testing.T) {
	succ := []uint64{0, 3}
	for i := range 64 {
		succ = append(succ, 1<<i)
	}
	if got, err := affineRow(&Workspace{}, generic, succ, 63); !errors.Is(err, ErrOverflow) {
		t.Errorf("mex %d, %v, want ErrOverflow", got, err)
	}
}
