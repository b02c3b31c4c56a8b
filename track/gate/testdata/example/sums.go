// Package sums is an example of a module with benchmarks.
package sums

// Sum returns the sum of the values.
func Sum(values []int) int {
	sum := 0
	for _, v := range values {
		sum += v
	}
	return sum
}

// Positive returns the values above zero.
func Positive(all []int) []int {
	positive := make([]int, 0, len(all))
	for _, v := range all {
		if v > 0 {
			positive = append(positive, v)
		}
	}
	return positive
}

// twice is a slow way to the same values.
func twice(all []int) []int {
	copied := buffer[:0]
	for _, v := range all {
		copied = append(copied, v)
	}
	return copied
}

var buffer = make([]int, 1000)

// Least returns the smallest of some values.
func Least(all []int) int {
	least := all[0]
	for _, v := range all {
		least = min(least, v)
	}
	return least
}
