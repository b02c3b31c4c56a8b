package addsub

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A parsed game was read by other means than the package's.
type parsed struct {
	board
	edges  int
	rounds [][]int
}

// parse reads an input with fmt.
func parse(t *testing.T, in []byte) []parsed {
	t.Helper()
	r := bytes.NewReader(in)
	next := func() (n int) {
		if _, err := fmt.Fscan(r, &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	games := make([]parsed, next())
	for i := range games {
		g := &games[i]
		n := next()
		g.edges = next()
		g.succ, g.k = make([][]int, n), make([]int, n)
		for range g.edges {
			u := next()
			g.succ[u] = append(g.succ[u], next())
		}
		for u := range n {
			g.k[u] = next()
		}
		g.rounds = make([][]int, next())
		for j := range g.rounds {
			g.rounds[j] = make([]int, n)
			for u := range n {
				g.rounds[j][u] = next()
			}
		}
	}
	return games
}

// total returns the nimber of a position.
func total(values []uint64, tokens []int) (x uint64) {
	for u, n := range tokens {
		if n%2 == 1 {
			x ^= values[u]
		}
	}
	return x
}

// manyBoards has boards about as large as a word of bits, and as the reader's
// buffer.
func manyBoards() []byte {
	rng := rand.New(rand.NewPCG(5, 6))
	var games [][]byte
	for _, c := range []struct{ vertices, edges, degree, k int }{
		{2, 1, 1, 1}, {63, 300, 9, 8}, {64, 500, 17, 100}, {65, 500, 16, 8}, {128, 1000, 33, 8},
		{200, 2500, 40, 100}, {4095, 9000, 6, 5}, {4096, 9000, 20, 5}, {4097, 9000, 6, 3},
	} {
		game := boards(rng, 1, c.vertices, c.edges, 5, c.degree, c.k)
		games = append(games, bytes.TrimPrefix(game, []byte("1\n")))
	}
	return slices.Concat(append([][]byte{fmt.Appendln(nil, len(games))}, games...)...)
}

// TestJSON decodes the JSON form and compares it with the input. The verdicts have
// to follow from the values. Every move has to be allowed and to bring the total
// to 0. The plain form has to say the same.
func TestJSON(t *testing.T) {
	type object struct {
		Game, Vertices, Edges int
		Values                []uint64
		Rounds                []struct {
			Round   int
			Winning bool
			Move    *struct {
				From int
				To   []struct{ Vertex, Count int }
			}
		}
	}
	in := manyBoards()
	games := parse(t, in)
	var out, plain bytes.Buffer
	if err := Solve(t.Context(), bytes.NewReader(in), &out, Options{JSON: true, Values: true, Move: true}); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&out)
	dec.DisallowUnknownFields()
	wins := 0
	for i, g := range games {
		var o object
		if err := dec.Decode(&o); err != nil {
			t.Fatal(err)
		}
		if o.Game != i+1 || o.Vertices != len(g.k) || o.Edges != g.edges || len(o.Values) != len(g.k) || len(o.Rounds) != len(g.rounds) {
			t.Fatalf("game %d: %d %d %d, %d values, %d rounds", i+1, o.Game, o.Vertices, o.Edges, len(o.Values), len(o.Rounds))
		}
		fmt.Fprintf(&plain, "Game#%d:\nValues:", i+1)
		for _, v := range o.Values {
			fmt.Fprintf(&plain, " %d", v)
		}
		plain.WriteString("\n")
		for j, r := range o.Rounds {
			wins += map[bool]int{true: 1}[r.Winning]
			want := total(o.Values, g.rounds[j]) != 0
			if r.Round != j+1 || r.Winning != want || (r.Move != nil) != want {
				t.Fatalf("game %d, round %d: %+v, want winning %v", i+1, j+1, r, want)
			}
			if !r.Winning {
				fmt.Fprintf(&plain, "Round#%d: LOSING\n", j+1)
				continue
			}
			line := fmt.Sprintf("Move: take 1 from vertex %d", r.Move.From)
			for i, to := range r.Move.To {
				if i == 0 {
					line += ", add"
				} else {
					line += ","
				}
				line += fmt.Sprintf(" %d to vertex %d", to.Count, to.Vertex)
			}
			fmt.Fprintf(&plain, "Round#%d: WINNING\n%s\n", j+1, line)
			if x := total(o.Values, g.play(t, line, g.rounds[j])); x != 0 {
				t.Errorf("game %d, round %d: %q leaves %d", i+1, j+1, line, x)
			}
		}
		plain.WriteString("\n")
	}
	if wins < len(games) {
		t.Errorf("only %d rounds had a move to check", wins)
	}
	if _, err := dec.Token(); err != io.EOF {
		t.Errorf("more after the last game: %v", err)
	}
	if got := solved(t, string(in), Options{Values: true, Move: true}); got != plain.String() {
		t.Errorf("the plain form differs from the JSON form at %s", firstDifference(got, plain.String()))
	}
}

// TestJSONLines gives whole outputs.
func TestJSONLines(t *testing.T) {
	in := "3  2 1 0 1 3 0 2 1 0 0 1  0 0 1  1 0 0 0"
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{}, `{"game":1,"vertices":2,"edges":1,"rounds":[{"round":1,"winning":true},{"round":2,"winning":false}]}
{"game":2,"vertices":0,"edges":0,"rounds":[{"round":1,"winning":false}]}
{"game":3,"vertices":1,"edges":0,"rounds":[]}
`},
		{Options{Values: true, Move: true}, `{"game":1,"vertices":2,"edges":1,"values":[1,0],"rounds":[{"round":1,"winning":true,"move":{"from":0,"to":[{"vertex":1,"count":3}]}},{"round":2,"winning":false}]}
{"game":2,"vertices":0,"edges":0,"values":[],"rounds":[{"round":1,"winning":false}]}
{"game":3,"vertices":1,"edges":0,"values":[0],"rounds":[]}
`},
	} {
		c.opt.JSON = true
		if got := solved(t, in, c.opt); got != c.want {
			t.Errorf("%+v printed\n%s\nwant\n%s", c.opt, got, c.want)
		}
	}
}

// The output does not depend on the groups, nor on whether the size of the input
// is known.
func TestGroups(t *testing.T) {
	inputs := [][]byte{manyBoards()}
	for _, name := range []string{"sample", "medium", "searched"} {
		inputs = append(inputs, readFile(t, "testdata/addsub-"+name+".in"))
	}
	opt := Options{Values: true, Move: true}
	for _, in := range inputs {
		want := solved(t, string(in), opt)
		for _, size := range []int{0, 1, 100, 5000} {
			for _, src := range []io.Reader{bytes.NewReader(in), stream{bytes.NewReader(in)}} {
				var got bytes.Buffer
				if err := solve(t.Context(), src, &got, opt, size); err != nil {
					t.Fatal(err)
				}
				if got.String() != want {
					t.Errorf("group size %d: differs at %s", size, firstDifference(got.String(), want))
				}
			}
		}
	}
}

// TestGroupBounds looks at the groups of tiny, empty and huge games.
func TestGroupBounds(t *testing.T) {
	var in strings.Builder
	in.WriteString("205\n")
	in.WriteString(strings.Repeat("0 0 0\n", 100))
	in.WriteString(strings.Repeat("2 1 0 1 1 1 1 1 1\n", 100))
	in.WriteString("50 0 " + strings.Repeat("0 ", 50) + " 0\n")
	in.WriteString(strings.Repeat("1 0 0 0\n", 4))
	const size = 40
	rd, err := newReader(strings.NewReader(in.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var g group
	games, large := 0, 0
	for more := true; more; {
		g.reset()
		var err error
		if more, err = rd.group(t.Context(), &g, size); err != nil {
			t.Fatal(err)
		}
		if len(g.games) > size {
			t.Errorf("a group of %d games", len(g.games))
		}
		if g.size() > size+2 { // a game's own entry and its round are added
			if len(g.games) != 1 {
				t.Errorf("a group of %d games has size %d", len(g.games), g.size())
			}
			large++
		} else if more && g.size() < size-5 && games+len(g.games) != 200 { // 200: the large one was next
			t.Errorf("a group ended at size %d", g.size())
		}
		for i, m := range g.games {
			games++
			if m.number != uint64(games) {
				t.Fatalf("game %d is numbered %d", games, m.number)
			}
			for v := range m.vertices {
				if got := g.gameOf(m.first + v); got != i {
					t.Errorf("vertex %d of game %d is found in game %d of its group, want %d", v, games, got, i)
				}
			}
		}
	}
	if games != 205 || large != 1 {
		t.Errorf("%d games and %d large groups, want 205 and 1", games, large)
	}
}
