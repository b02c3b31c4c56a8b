package sums

import (
	"fmt"
	"testing"
)

func numbers(n int) []int {
	values := make([]int, n)
	for i := range values {
		values[i] = i*7919%201 - 100
	}
	return values
}

func TestSum(t *testing.T) {
	if got := Sum(twice([]int{1, 2, 3})); got != 6 {
		t.Errorf("%d, expected 6", got)
	}
}

var sink int

func BenchmarkSum(b *testing.B) {
	for _, n := range []int{100} {
		values := numbers(n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				sink += Sum(values)
			}
		})
	}
}

func BenchmarkPositive(b *testing.B) {
	values := numbers(1000)
	for i := 0; i < b.N; i++ {
		sink += len(Positive(values))
	}
}

func BenchmarkLeast(b *testing.B) {
	values := numbers(1000)
	for b.Loop() {
		sink += Least(values)
	}
}
