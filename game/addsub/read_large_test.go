package addsub

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"mexlab/dag"
	"mexlab/game"
)

// A game of more than a million edges has the same answers with one worker and
// many, from a file and from a pipe, in any order of edges. A cycle in it is
// named.
func TestGraphsThatWorkersRead(t *testing.T) {
	const n, degree = 110_000, 10
	// Vertex u has edges to some of those before it, in steps of 7919.
	edge := func(e int) (u, v int) { u = 1 + e/degree; return u, int(int64(e) * 7919 % int64(u)) }
	const edges = (n - 1) * degree
	text := func(name, place func(i int) int, more string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "1\n%d %d\n", n, edges+strings.Count(more, "\n"))
		for i := range edges {
			u, v := edge(place(i))
			fmt.Fprintln(&b, name(u), name(v))
		}
		b.WriteString(more)
		for v := range n {
			fmt.Fprint(&b, v%3, " ")
		}
		b.WriteString("\n1\n")
		for v := range n {
			fmt.Fprint(&b, v%2, " ")
		}
		return b.String()
	}
	same := func(v int) int { return v }
	reversed := func(v int) int { return n - 1 - v }
	mixed := func(v int) int { return v * 7919 % n }
	shuffled := func(e int) int { return int(int64(e) * 7_368_787 % edges) } // a prime
	for name, form := range map[string]func() string{
		"down":     func() string { return text(same, same, "") },
		"up":       func() string { return text(reversed, same, "") },
		"mixed":    func() string { return text(mixed, same, "") },
		"shuffled": func() string { return text(mixed, shuffled, "") },
		"cycle":    func() string { return text(same, same, "5 70000\n70000 5\n") },
	} {
		if testing.Short() && name != "shuffled" {
			continue
		}
		in := form()
		var want string
		for _, workers := range []int{1, 2, 3} {
			for line, r := range map[int]io.Reader{edges + 3: strings.NewReader(in), 2: stream{strings.NewReader(in)}} {
				var out bytes.Buffer
				err := Solve(t.Context(), r, &out, Options{Values: true, Work: game.Work{Workers: workers}})
				if name == "cycle" {
					// In a file it is where one of its edges is, in a pipe where the game is.
					if want := fmt.Sprintf("%d:1: game 1: expected no cycle, found 5 -> 70000 -> 5", line); err == nil || err.Error() != want || !wraps[*dag.CycleError](err) {
						t.Errorf("%s, %d workers: got %v, want %s", name, workers, err, want)
					}
					continue
				}
				if want == "" {
					want = out.String()
				}
				if err != nil || out.String() != want || !strings.Contains(want, "Round#1:") {
					t.Errorf("%s, %d workers, %T: %v, and the output differs at %s", name, workers, r, err, firstDifference(out.String(), want))
				}
			}
		}
	}
}

// An error right behind the edges of a large game is reported.
func TestBadBehindTheEdges(t *testing.T) {
	const n, edges = 110_000, 1_100_000
	var b strings.Builder
	fmt.Fprintf(&b, "1\n%d %d\n", n, edges)
	for e := range edges {
		u := 1 + e%(n-1)
		fmt.Fprintln(&b, u, int64(e)*7919%int64(u))
	}
	for _, c := range []struct{ more, want string }{
		{"x" + strings.Repeat(" 0", n), `game 1: expected K of vertex 0 of 0 to 109999, found "x", not a non-negative integer`},
		{"", "game 1: expected K of vertex 0 of 0 to 109999, found end of input"},
	} {
		err := Solve(t.Context(), stream{strings.NewReader(b.String() + c.more)}, io.Discard, Options{Work: game.Work{Workers: 2}})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
