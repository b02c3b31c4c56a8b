package main

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The codes in docs/coins.md are those of the coins' values, and have their
// parameters. That is verified without the game.
func TestCoinsPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/coins.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (\d) \| (\[.*\]) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) != 6 {
		t.Fatalf("%d rows of codes, expected those of T = 3 to 8", len(rows))
	}
	for _, row := range rows {
		turn, _ := strconv.Atoi(row[1])
		var codes [][3]int // length, dimension, distance
		for _, code := range regexp.MustCompile(`\[[^]]*\]`).FindAllString(row[2], -1) {
			var n, k, d int
			if _, err := fmt.Sscanf(code, "[%d, %d, %d]", &n, &k, &d); err != nil {
				t.Fatalf("%s: %v", code, err)
			}
			codes = append(codes, [3]int{n, k, d})
		}
		longest := codes[len(codes)-1][0]
		values := coinValues(t, turn, longest+1)
		for _, code := range codes {
			n, k := code[0], code[1]
			if got := rank(values[:n]); got != n-k || rank(values[:n+1]) == got {
				t.Errorf("T = %d: the first %d values have rank %d, and one more makes it %d; expected %d, and then more", turn, n, got, rank(values[:n+1]), n-k)
			}
			if code[2] != turn+1 {
				t.Errorf("T = %d: distance %d", turn, code[2])
			}
		}
		checkDistance(t, turn, values[:longest])
	}
}

// coinValues returns the values of n coins.
func coinValues(t *testing.T, turn, n int) (values []uint64) {
	t.Helper()
	r := shell(t, fmt.Sprintf("mexlab generate coins --turn %d --coins %d | mexlab solve --values", turn, n))
	_, line, _ := strings.Cut(r.stdout, "Values: 0 ")
	line, _, _ = strings.Cut(line, "\n")
	for _, word := range strings.Fields(line) {
		v, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	if len(values) != n {
		t.Fatalf("%d values of %d coins: %s%s", len(values), n, r.stdout, r.stderr)
	}
	return values
}

// checkDistance checks that no set of at most turn columns adds up to 0, but a set of
// one more: so the code has distance turn+1.
func checkDistance(t *testing.T, turn int, columns []uint64) {
	// Half of the columns of a set that adds up to 0 have the sum of the other half.
	sums := map[uint64]bool{0: true}
	half := turn / 2
	for size := 1; size <= half; size++ {
		for sum := range sumsOf(columns, size) {
			if sums[sum] {
				t.Errorf("T = %d: two sets of up to %d columns have the sum %d", turn, size, sum)
				return
			}
			sums[sum] = true
		}
	}
	if turn%2 == 1 {
		for sum := range sumsOf(columns, half+1) {
			if sums[sum] {
				t.Errorf("T = %d: a set of %d columns and one of %d have the sum %d", turn, half+1, half, sum)
				return
			}
		}
	}
	// The powers of two come before what they add up to.
	all, place := uint64(1)<<turn-1, 0
	for i := range turn {
		place = max(place, slices.Index(columns, 1<<i))
	}
	if slices.Index(columns, all) <= place {
		t.Errorf("T = %d: no %d columns add up to 0", turn, turn+1)
	}
}

// sumsOf yields the sum of each set of size columns.
func sumsOf(columns []uint64, size int) func(yield func(uint64) bool) {
	return func(yield func(uint64) bool) {
		places := make([]int, 0, size)
		sums := make([]uint64, size+1)
		for next := 0; ; {
			if n := len(places); n == size || next == len(columns) {
				if n == size && !yield(sums[n]) || n == 0 {
					return
				}
				next = places[n-1] + 1
				places = places[:n-1]
				continue
			}
			sums[len(places)+1] = sums[len(places)] ^ columns[next]
			places = append(places, next)
			next++
		}
	}
}

// rank returns the rank of values over GF(2).
func rank(values []uint64) int {
	echelon := map[int]uint64{} // by leading bit
	for _, v := range values {
		for v != 0 {
			lead := len(strconv.FormatUint(v, 2))
			if echelon[lead] == 0 {
				echelon[lead] = v
			}
			v ^= echelon[lead]
		}
	}
	return len(slices.Collect(maps.Keys(echelon)))
}
