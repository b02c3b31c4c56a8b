package text

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestDecimal(t *testing.T) {
	check := func(x uint64) {
		var b [MaxDecimal]byte
		if got, want := string(b[:PutDecimal(&b, x)]), strconv.FormatUint(x, 10); got != want {
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
	for x := range uint64(20_000) { // every half of eight digits, in each place
		check(x)
		check(x * 10_000)
		check(1e12 + x)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 100_000 {
		check(rng.Uint64() >> rng.IntN(64))
	}
}
