package generate

import (
	"bytes"
	"io"
	"math/bits"
	"slices"
	"testing"

	"mexlab/game/addsub"
)

// nimbers solves a row of n coins of which a move turns at most turn. It returns the
// values of the coins, from the left.
func nimbers(t *testing.T, turn, n uint64) (values []uint64) {
	t.Helper()
	var in bytes.Buffer
	if err := Write(&in, Coins(coins, turn, n)); err != nil {
		t.Fatal(err)
	}
	err := addsub.Solve(t.Context(), &in, io.Discard, addsub.Options{Each: func(v *addsub.Vertex) error {
		if v.K != turn-1 || len(v.Succ) != int(v.Vertex) {
			t.Errorf("vertex %d has %d edges and K = %d", v.Vertex, len(v.Succ), v.K)
		}
		values = append(values, v.Nimber)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return values[1:]
}

// TestCoinsByPositions compares the sum of the coins' values with who wins, for every
// position of a short row. A position is lost if all moves lead to positions that are
// won.
func TestCoinsByPositions(t *testing.T) {
	const n = 10
	for turn := uint64(1); turn <= n+1; turn++ {
		values := nimbers(t, turn, n)
		won := make([]bool, 1<<n) // bit i is set if coin i shows heads
		for position := range uint(1 << n) {
			// The rightmost coin that is turned shows heads: the position becomes a smaller
			// number.
			for to := range position {
				if bits.OnesCount(position^to) <= int(turn) && !won[to] {
					won[position] = true
				}
			}
			sum := uint64(0)
			for i, v := range values {
				sum ^= v * uint64(position>>i&1)
			}
			if (sum != 0) != won[position] {
				t.Fatalf("turning %d coins, heads at %010b: the values add up to %d, but won is %v", turn, position, sum, won[position])
			}
		}
	}
}

// TestMockTurtles is HDU 3537, Daizhenyang's Coin. Coins stand in a row, some show
// heads. A move turns one, two or three coins, and the rightmost of them from heads
// to tails. Who cannot move loses. The samples name the places of the heads, from 0.
// Mock turtles have the odious numbers as values: those with an odd number of ones.
func TestMockTurtles(t *testing.T) {
	values := nimbers(t, 3, 200)
	for _, c := range []struct {
		heads  []int
		second bool // the second player wins
	}{
		{nil, true}, {[]int{0}, false}, {[]int{0, 1, 2, 3}, true},
	} {
		sum := uint64(0)
		for _, i := range c.heads {
			sum ^= values[i]
		}
		if (sum == 0) != c.second {
			t.Errorf("heads at %v: the values add up to %d", c.heads, sum)
		}
	}
	for i, v := range values {
		if v>>1 != uint64(i) || bits.OnesCount64(v)%2 == 0 {
			t.Fatalf("coin %d has value %d", i, v)
		}
	}
}

// TestFunnyStones is the funny stone game, UVa 1378 and Luogu P3185. Piles of stones
// stand in a row. A move takes a stone from pile i and puts one each on piles j and
// k, with i < j <= k; the two come from elsewhere. Who cannot move loses. So the last
// pile is the leaf, and the others are coins of which a move turns three. A sample
// has the stones, the first winning move, and how many there are.
func TestFunnyStones(t *testing.T) {
	for _, c := range []struct {
		stones []int
		move   []int
		moves  int
	}{
		{[]int{1, 0, 1, 5000}, []int{0, 2, 3}, 1},
		{[]int{0, 0, 1}, nil, 0},
		{[]int{1, 0, 1, 100}, []int{0, 2, 3}, 1},
		{[]int{1, 0, 5}, []int{0, 1, 1}, 2},
		{[]int{2, 1}, nil, 0},
	} {
		n := len(c.stones)
		values := append([]uint64{0}, nimbers(t, 3, uint64(n-1))...)
		slices.Reverse(values)
		sum := uint64(0)
		for i, s := range c.stones {
			sum ^= values[i] * uint64(s%2)
		}
		var move []int
		moves := 0
		for i, s := range c.stones {
			for j := i + 1; s > 0 && j < n; j++ {
				for k := j; k < n; k++ {
					if sum^values[i]^values[j]^values[k] != 0 {
						continue
					}
					if moves++; moves == 1 {
						move = []int{i, j, k}
					}
				}
			}
		}
		if !slices.Equal(move, c.move) || moves != c.moves {
			t.Errorf("stones %v: %d winning moves, the first is %v; want %d and %v", c.stones, moves, move, c.moves, c.move)
		}
	}
}

// TestCoinsPublished has the terms of the On-Line Encyclopedia of Integer Sequences:
// A033623 for four coins and A054016 for five.
func TestCoinsPublished(t *testing.T) {
	for turn, want := range map[uint64][]uint64{
		4: {1, 2, 4, 8, 15, 16, 32, 51, 64, 85, 106, 128, 150, 171, 219, 237, 247, 256, 279, 297, 455, 512, 537, 557,
			594, 643, 803, 863, 998, 1024, 1051, 1070, 1112, 1169, 1333, 1345, 1620, 1866, 2048, 2076, 2085, 2185, 2372},
		5: {1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494, 512, 558, 595, 911, 1024, 1075,
			1114, 1189, 1287, 1606, 1727, 1996, 2048, 2102, 2140, 2225, 2339, 2667, 2691, 3240, 3733, 4096, 4153, 4171,
			4371, 4745, 4912, 5237, 5601, 5746},
	} {
		if got := nimbers(t, turn, uint64(len(want))); !slices.Equal(got, want) {
			t.Errorf("turning %d coins: %d, want %d", turn, got, want)
		}
	}
}

// lexicode returns the first n columns of a parity check matrix of the lexicode with
// distance k+2: each is the least number that is not the XOR of at most k others
// before it.
func lexicode(k, n int) (columns []uint64) {
	least := []map[uint64]bool{{0: true}} // by number of columns: sums that need so many
	for len(columns) < n {
		next := uint64(0)
		for ; slices.ContainsFunc(least[:min(len(least), k+1)], func(m map[uint64]bool) bool { return m[next] }); next++ {
		}
		columns = append(columns, next)
		for i := min(len(least), k); i > 0; i-- {
			if i == len(least) {
				least = append(least, map[uint64]bool{})
			}
			for sum := range least[i-1] {
				least[i][sum^next] = true
			}
		}
	}
	return columns
}

// TestCoinsAreLexicodes compares coins with columns that are found without the game.
func TestCoinsAreLexicodes(t *testing.T) {
	for turn, n := range map[uint64]uint64{1: 20, 2: 100, 3: 100, 4: 60, 5: 50, 6: 26, 7: 24, 8: 20, 9: 18} {
		want := lexicode(int(turn-1), int(n))
		if got := nimbers(t, turn, n); !slices.Equal(got, want) {
			t.Errorf("turning %d coins: %d, want %d", turn, got, want)
		}
	}
}

// TestGolay checks the code of 24 coins of which a move turns seven. Its words are the
// sets of coins whose values add up to 0. There are 2^12, and the lightest but 0 have
// weight 8: it is the extended Golay code.
func TestGolay(t *testing.T) {
	values := nimbers(t, 7, 24)
	weights := make([]int, 25)
	sum, set := uint64(0), uint64(0)
	for i := range 1 << 24 { // in the order of a Gray code
		if i > 0 {
			at := bits.TrailingZeros(uint(i))
			sum, set = sum^values[at], set^1<<at
		}
		if sum == 0 {
			weights[bits.OnesCount64(set)]++
		}
	}
	want := []int{0: 1, 8: 759, 12: 2576, 16: 759, 24: 1}
	if !slices.Equal(weights, want) {
		t.Errorf("words by weight: %d, want %d", weights, want)
	}
}
