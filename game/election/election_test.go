package election

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCases(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range inputs {
		input, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := os.ReadFile(strings.TrimSuffix(name, ".in") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		out := solved(t, string(input), Options{})
		if err := check(string(input), out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, want := strings.Fields(out)[0], strings.Fields(string(answer))[0]; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// written is the text of a position. In edges, cities are numbered from 0.
func written(heights []int64, edges [][2]int) string {
	var b strings.Builder
	fmt.Fprintln(&b, len(heights), len(edges))
	for _, h := range heights {
		fmt.Fprint(&b, h, " ")
	}
	b.WriteString("\n")
	for _, e := range edges {
		fmt.Fprintln(&b, e[0]+1, e[1]+1)
	}
	return b.String()
}

// chain is a path through the cities in the order of name.
func chain(name []int) (edges [][2]int) {
	for i := range len(name) - 1 {
		edges = append(edges, [2]int{name[i], name[i+1]})
	}
	return edges
}

func identity(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func reversed(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = n - 1 - i
	}
	return p
}

// hub has many sources that lead to city 0, which leads to many cities that all
// lead to city 1. City 0 is on level 0 and has a long row. To look at that row
// once for every source would take quadratic time.
func hub(n int) (edges [][2]int) {
	for i := range n {
		source, middle := 2+i, 2+n+i
		edges = append(edges, [2]int{source, 0}, [2]int{0, middle}, [2]int{middle, 1})
	}
	return edges
}

// star has two cities that lead to many others, the second one also to the first.
func star(n int) (edges [][2]int) {
	for i := range n {
		edges = append(edges, [2]int{0, 2 + i}, [2]int{1, 2 + i})
	}
	return append(edges, [2]int{1, 0})
}

// A cycle is found even if its cities have more roads than a state counts.
func TestCycleWithManyRoads(t *testing.T) {
	if testing.Short() {
		t.Skip("a large input, which shows the race detector nothing new")
	}
	for _, n := range []int{10, 65_533, 65_534, 65_535, 65_536, 131_069, 131_070, 131_071, 200_000} {
		input := written(make([]int64, n+2), append(star(n), [2]int{0, 1}))
		err := Solve(t.Context(), strings.NewReader(input), io.Discard, Options{})
		if err == nil || !strings.HasSuffix(err.Error(), ": expected no cycle, found 1 -> 2 -> 1") {
			t.Errorf("%d roads and a cycle: got %v", n, err)
		}
		input = written(make([]int64, n+2), star(n))
		if err := check(input, solved(t, input, Options{})); err != nil {
			t.Errorf("%d roads: %v", n, err)
		}
	}
}

// complete has an edge from every city to every later one: n levels.
func complete(name []int) (edges [][2]int) {
	for i := range name {
		for j := range i {
			edges = append(edges, [2]int{name[j], name[i]})
		}
	}
	return edges
}

// towers is the complete graph on name, and more cities. Each of these leads to the
// highest city of the graph and to its lowest levels, 60 of them or more.
func towers(name []int, more int) (edges [][2]int) {
	edges = complete(name)
	n := len(name)
	for i := range more {
		edges = append(edges, [2]int{n + i, name[0]})
		for level := range 60 + i {
			edges = append(edges, [2]int{n + i, name[n-1-level]})
		}
	}
	return edges
}

func TestLargeBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("a large input, which shows the race detector nothing new")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 200_000
	for _, test := range []struct {
		name  string
		n     int
		edges [][2]int
	}{
		{"path up", n, chain(identity(n))},
		{"path down", n, chain(reversed(n))},
		{"path in any order", n, chain(rng.Perm(n))},
		{"hub", 132_002, hub(66_000)},
		{"roads that a state cannot count", 140_002, star(140_000)},
		{"complete", 400, complete(rng.Perm(400))},
		{"towers", 300 + 150, towers(rng.Perm(300), 150)},
		{"no edges", n, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			heights := make([]int64, test.n)
			for i := range heights {
				heights[i] = rng.Int64N(1e9 + 1)
			}
			input := written(heights, test.edges)
			if err := check(input, solved(t, input, Options{})); err != nil {
				t.Error(err)
			}
		})
	}
}

// fixed are small positions with only one right answer, in each of its forms.
var fixed = []struct {
	name, input                 string
	plain, values, move, object string
}{{
	name: "no cities", input: "0 0",
	plain: "LOSE\n", values: "Levels:\nLOSE\n", move: "LOSE\n",
	object: `{"winning":false,"cities":0,"edges":0,"levels":[]}`,
}, {
	name: "one empty city", input: "1 0 0",
	plain: "LOSE\n", values: "Levels: 0\nLOSE\n", move: "LOSE\n",
	object: `{"winning":false,"cities":1,"edges":0,"levels":[0]}`,
}, {
	name: "Nim", input: "3 0\n1 2 5\n",
	plain:  "WIN\n1 2 3\n",
	values: "Levels: 0 0 0\nWIN\n1 2 3\n",
	move:   "WIN\n1 2 3\nMove: lower city 3 to 3\n",
	object: `{"winning":true,"cities":3,"edges":0,"levels":[0,0,0],"heights":[1,2,3],"move":[{"city":3,"height":3}]}`,
}, {
	name: "a lost Nim", input: "3 0\n1 2 3\n",
	plain: "LOSE\n", values: "Levels: 0 0 0\nLOSE\n", move: "LOSE\n",
	object: `{"winning":false,"cities":3,"edges":0,"levels":[0,0,0]}`,
}, {
	name: "one move repairs the level below", input: "2 1 4 9 1 2",
	plain:  "WIN\n0 0\n",
	values: "Levels: 1 0\nWIN\n0 0\n",
	move:   "WIN\n0 0\nMove: lower city 1 to 0, set city 2 to 0\n",
	object: `{"winning":true,"cities":2,"edges":1,"levels":[1,0],"heights":[0,0],"move":[{"city":1,"height":0},{"city":2,"height":0}]}`,
}, {
	name: "duplicate edges", input: "2 3 4 9 1 2 1 2 1 2",
	plain:  "WIN\n0 0\n",
	values: "Levels: 1 0\nWIN\n0 0\n",
	move:   "WIN\n0 0\nMove: lower city 1 to 0, set city 2 to 0\n",
	object: `{"winning":true,"cities":2,"edges":3,"levels":[1,0],"heights":[0,0],"move":[{"city":1,"height":0},{"city":2,"height":0}]}`,
}, {
	name: "a successor of a higher level stays", input: "3 2 7 0 0 1 2 2 3",
	plain:  "WIN\n0 0 0\n",
	values: "Levels: 0 1 0\nWIN\n0 0 0\n",
	move:   "WIN\n0 0 0\nMove: lower city 1 to 0\n",
	object: `{"winning":true,"cities":3,"edges":2,"levels":[0,1,0],"heights":[0,0,0],"move":[{"city":1,"height":0}]}`,
}, {
	name: "carriage returns, tabs, blank lines, no final newline", input: "\r\n2\t1\r\n\r\n4\f9\v\r\n1\r\n\r\n2",
	plain:  "WIN\n0 0\n",
	values: "Levels: 1 0\nWIN\n0 0\n",
	move:   "WIN\n0 0\nMove: lower city 1 to 0, set city 2 to 0\n",
	object: `{"winning":true,"cities":2,"edges":1,"levels":[1,0],"heights":[0,0],"move":[{"city":1,"height":0},{"city":2,"height":0}]}`,
}, {
	name: "the largest heights", input: fmt.Sprint("2 0 ", int64(math.MaxInt64), " ", int64(math.MaxInt64)-1),
	plain:  "WIN\n9223372036854775806 9223372036854775806\n",
	values: "Levels: 0 0\nWIN\n9223372036854775806 9223372036854775806\n",
	move:   "WIN\n9223372036854775806 9223372036854775806\nMove: lower city 1 to 9223372036854775806\n",
	object: `{"winning":true,"cities":2,"edges":0,"levels":[0,0],"heights":[9223372036854775806,9223372036854775806],"move":[{"city":1,"height":9223372036854775806}]}`,
}}

// Heights that need more than 32 bits may come late.
func TestHighCities(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, from := range []int{0, 1, 1023, 1024, 2500, 2999} {
		heights := make([]int64, 3000)
		for i := range heights {
			heights[i] = rng.Int64N(1 << 32)
			if i >= from {
				heights[i] = rng.Int64()
			}
		}
		input := written(heights, chain(rng.Perm(len(heights))))
		if err := check(input, solved(t, input, Options{})); err != nil {
			t.Errorf("high from city %d: %v", from, err)
		}
	}
}

func TestFormats(t *testing.T) {
	for _, test := range fixed {
		for _, form := range []struct {
			opt  Options
			want string
		}{
			{Options{}, test.plain},
			{Options{Values: true}, test.values},
			{Options{Move: true}, test.move},
			{Options{Values: true, JSON: true}, test.object + "\n"},
		} {
			if got := solved(t, test.input, form.opt); got != form.want {
				t.Errorf("%s, %+v:\ngot  %q\nwant %q", test.name, form.opt, got, form.want)
			}
		}
		if !json.Valid([]byte(test.object)) {
			t.Errorf("%s: the wanted JSON is not valid", test.name)
		}
	}
	if got, want := solved(t, "1 0 2", Options{JSON: true}), `{"winning":true,"cities":1,"edges":0,"heights":[0],"move":[{"city":1,"height":0}]}`+"\n"; got != want {
		t.Errorf("JSON without levels:\ngot  %q\nwant %q", got, want)
	}
}

// brokenAfter is a writer that takes some bytes and then fails.
type brokenAfter int

var errFull = errors.New("disk full")

func (b *brokenAfter) Write(p []byte) (int, error) {
	if *b -= brokenAfter(len(p)); *b < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	large := written(make([]int64, 100_000), nil)
	for _, input := range []string{"0 0", large} {
		for _, opt := range []Options{{}, {Values: true}, {JSON: true, Values: true}} {
			w := brokenAfter(3)
			if err := Solve(t.Context(), strings.NewReader(input), &w, opt); !errors.Is(err, errFull) {
				t.Errorf("%.20q, %+v: got %v, want %v", input, opt, err, errFull)
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	r := io.MultiReader(strings.NewReader("2 1\n3 "), failing{})
	if err := Solve(t.Context(), r, io.Discard, Options{}); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errFull }
