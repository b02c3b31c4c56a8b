package election

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// solved returns what Solve writes.
func solved(t *testing.T, input string, opt Options) string {
	t.Helper()
	var out strings.Builder
	if err := Solve(t.Context(), strings.NewReader(input), &out, opt); err != nil {
		t.Fatalf("input %.200q: %v", input, err)
	}
	return out.String()
}

// numbers turns text into the numbers it holds.
func numbers(s string) ([]int64, error) {
	var xs []int64
	for _, f := range strings.Fields(s) {
		x, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return nil, err
		}
		xs = append(xs, x)
	}
	return xs, nil
}

// check judges an answer without the solver: the verdict must be right, and the
// heights of a WIN must be one legal move away and make the XOR of every level 0.
func check(input, output string) error {
	in, err := numbers(input)
	if err != nil {
		return err
	}
	n, m := int(in[0]), int(in[1])
	heights, ends := in[2:2+n], in[2+n:2+n+2*m]
	adjacent, parents := make([]map[int]bool, n), make([][]int, n)
	for i := range adjacent {
		adjacent[i] = map[int]bool{}
	}
	for ; len(ends) > 0; ends = ends[2:] {
		u, v := int(ends[0]-1), int(ends[1]-1)
		if !adjacent[u][v] {
			adjacent[u][v] = true
			parents[v] = append(parents[v], u)
		}
	}
	level, open, ready := make([]int, n), make([]int, n), []int{}
	for u := range n {
		if open[u] = len(adjacent[u]); open[u] == 0 {
			ready = append(ready, u)
		}
	}
	for i := 0; i < len(ready); i++ {
		u := ready[i]
		taken := map[int]bool{}
		for v := range adjacent[u] {
			taken[level[v]] = true
		}
		for taken[level[u]] {
			level[u]++
		}
		for _, p := range parents[u] {
			if open[p]--; open[p] == 0 {
				ready = append(ready, p)
			}
		}
	}
	balanced := func(h []int64) bool {
		sums := map[int]int64{}
		for u, x := range h {
			sums[level[u]] ^= x
		}
		for _, s := range sums {
			if s != 0 {
				return false
			}
		}
		return true
	}

	verdict, rest, _ := strings.Cut(output, "\n")
	if balanced(heights) {
		if verdict != "LOSE" || rest != "" {
			return fmt.Errorf("got %.100q, want LOSE", output)
		}
		return nil
	}
	if verdict != "WIN" {
		return fmt.Errorf("got %.100q, want WIN", output)
	}
	after, err := numbers(rest)
	if err != nil {
		return err
	}
	if len(after) != n {
		return fmt.Errorf("got %d heights, want %d", len(after), n)
	}
	if err := oneMove(adjacent, heights, after); err != nil {
		return err
	}
	if !balanced(after) {
		return fmt.Errorf("the opponent still wins")
	}
	return nil
}

// oneMove says why no single move leads from one position to the other.
func oneMove(adjacent []map[int]bool, before, after []int64) error {
	var changed []int
	for u := range before {
		if after[u] < 0 {
			return fmt.Errorf("city %d has height %d", u+1, after[u])
		}
		if after[u] != before[u] {
			changed = append(changed, u)
		}
	}
	for _, u := range changed {
		explains := after[u] < before[u]
		for _, v := range changed {
			explains = explains && (v == u || adjacent[u][v])
		}
		if explains {
			return nil
		}
	}
	return fmt.Errorf("no single city explains the changes at %d cities", len(changed))
}

// The checker has to be able to say no.
func TestCheckerRejects(t *testing.T) {
	const nim, chain = "2 0\n3 5\n", "3 2\n1 0 2\n1 2\n2 3\n"
	for _, test := range []struct{ input, output string }{
		{nim, "LOSE\n"},
		{nim, "WIN\n3 3 3\n"},
		{nim, "WIN\n3\n"},
		{nim, "WIN\n3 4\n"},
		{nim, "WIN\n0 0\n"},
		{nim, "WIN\n5 5\n"},
		{nim, "WIN\n3 -3\n"},
		{nim, "WIN\n3 x\n"},
		{"2 0\n3 3\n", "WIN\n0 0\n"},
		{"2 0\n3 3\n", "LOSE\n3 3\n"},
		{chain, "WIN\n0 0 0\n"},
	} {
		if check(test.input, test.output) == nil {
			t.Errorf("input %q: %q passed", test.input, test.output)
		}
	}
	if err := check(nim, "WIN\n3 3\n"); err != nil {
		t.Error(err)
	}
}
