package election

import (
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestDecimal(t *testing.T) {
	check := func(x uint64) {
		var b [mostDigits]byte
		if got, want := string(b[:putDecimal(&b, x)]), strconv.FormatUint(x, 10); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	for power := uint64(1); ; power *= 10 {
		for _, x := range []uint64{power - 1, power, power + 1, 2*power - 1, 9 * power} {
			check(x)
		}
		if power > math.MaxUint64/10 {
			break
		}
	}
	check(math.MaxUint64)
	for x := range uint64(20_000) { // all that a half of eight digits may be, as either
		check(x)
		check(x * 10_000)
		check(1e12 + x)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 100_000 {
		check(rng.Uint64() >> rng.IntN(64))
	}
}

func BenchmarkHeights(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	c := column{low: make([]uint32, 200_000)}
	for i := range c.low {
		c.low[i] = rng.Uint32N(1_000_000_001)
	}
	b.SetBytes(int64(len(c.low) * 10))
	for b.Loop() {
		p := newPrinter(io.Discard)
		p.list(' ', c)
		p.flush()
	}
}
