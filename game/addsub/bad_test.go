package addsub

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
	"mexlab/kernel"
)

// good is two games, without T, and goodPrinted is what is printed for them.
const (
	good        = "2 1\n0 1\n1 1\n1\n1 0\n" + "1 0\n5\n1\n3\n"
	goodPrinted = "Game#1:\nRound#1: WINNING\n\nGame#2:\nRound#1: LOSING\n\n"
)

// TestBadInput gives whole messages. The third game is bad, and the two before it
// are printed.
func TestBadInput(t *testing.T) {
	for _, c := range []struct{ name, game, want string }{
		{"no vertices", "", "11:1: game 3: expected the number of vertices, found end of input"},
		{"vertices not a number", "x 1", `11:1: game 3: expected the number of vertices, found "x", not a non-negative integer`},
		{"negative", "-2 1", `11:1: game 3: expected the number of vertices, found "-2", not a non-negative integer`},
		{"fraction", "2.5 1", `11:1: game 3: expected the number of vertices, found "2.5", not a non-negative integer`},
		{"too many vertices", "4294967295 0 0 0 0", "11:1: game 3: expected at most 4294967294 vertices, found 4294967295"},
		{"more vertices than the input holds", "1000 0\n1 1", "11:1: game 3: expected K of 1000 vertices to follow, found only 6 bytes of input"},
		{"beyond 63 bits", "9223372036854775808 0", `11:1: game 3: expected the number of vertices, found "9223372036854775808", beyond 63 bits`},
		{"no edge count", "2", "11:1: game 3: expected K of 2 vertices to follow, found only 0 bytes of input"},
		{"edge count not a number", "2 1e3 0 0 0 0", `11:3: game 3: expected the number of edges, found "1e3", not a non-negative integer`},
		{"too many edges", "2 4294967296 0 0 0 0", "11:3: game 3: expected fewer than 2^32 edges in all, found 4294967296"},
		{"more edges than the input holds", "2 50\n0 1\n0 1\n1 1\n0", "11:3: game 3: expected 50 edges and 3 more numbers to follow, found only 14 bytes of input"},
		{"edges without vertices", "0 1\n0 0\n0", "11:3: game 3: expected no edges, for there are no vertices, found 1"},
		{"edge out of range", "2 2\n0 1\n1 2\n1 1\n0", "13:3: game 3: expected the end of edge 2 of 2, from 0 to 1, found 2"},
		{"edge from out of range", "2 2\n0 1\n7 1\n1 1\n0", "13:1: game 3: expected the start of edge 2 of 2, from 0 to 1, found 7"},
		{"missing K", "2 1\n0 1\n1    \n", "14:1: game 3: expected K of vertex 1 of 0 to 1, found end of input"},
		{"K beyond 63 bits", "2 1\n0 1\n1 99999999999999999999999\n0", `13:3: game 3: expected K of vertex 1 of 0 to 1, found "99999999999999999999"..., beyond 63 bits`},
		{"missing rounds", "2 1\n0 1\n1 1\n", "14:1: game 3: expected the number of rounds, found end of input"},
		{"more rounds than the input holds", "2 1\n0 1\n1 1\n1000\n0 0\n", "14:1: game 3: expected 1000 rounds of 2 values to follow, found only 5 bytes of input"},
		{"rounds that overflow", "2 1\n0 1\n1 1\n9223372036854775807\n0 0\n", "14:1: game 3: expected 9223372036854775807 rounds of 2 values to follow, found only 5 bytes of input"},
		{"too many rounds of nothing", "0 0\n1048577\n", "12:1: game 3: expected at most 1048576 rounds, for there are no vertices, found 1048577"},
		{"missing value", "2 1\n0 1\n1 1\n2\n1 1\n1      \n", "17:1: game 3: expected the value of vertex 1 of 0 to 1 in round 2 of 2, found end of input"},
		{"value not a number", "2 1\n0 1\n1 1\n1\n1 one\n", `15:3: game 3: expected the value of vertex 1 of 0 to 1 in round 1 of 1, found "one", not a non-negative integer`},
		{"self-loop", "2 1\n1 1\n1 1\n1\n1 1\n", "12:1: game 3: expected no cycle, found 1 -> 1"},
		{"cycle", "4 5\n0 1\n3 0\n1 2\n2 3\n3 1\n1 1 1 1\n1\n1 1 1 1\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			err := Solve(t.Context(), strings.NewReader("3\n"+good+c.game), &out, Options{})
			if err == nil {
				t.Fatal("accepted")
			}
			at, ok := errors.AsType[*text.Error](err)
			if !ok {
				t.Errorf("%v is not a *text.Error", err)
			} else if at.Error() != err.Error() {
				t.Errorf("reads %q as a *text.Error and %q as an error", at, err)
			}
			if c.want == "" { // there are two cycles, and either may be named
				const found = ": game 3: expected no cycle, found "
				if got := err.Error(); got != "14:1"+found+"1 -> 2 -> 3 -> 1" && got != "12:1"+found+"0 -> 1 -> 2 -> 3 -> 0" {
					t.Error("got", got)
				}
			} else if err.Error() != c.want {
				t.Errorf("got  %s\nwant %s", err, c.want)
			}
			if out.String() != goodPrinted {
				t.Errorf("printed\n%s\nwant the two good games", &out)
			}
		})
	}
}

// TestBadStart gives messages about T, and about the text after the last game.
func TestBadStart(t *testing.T) {
	for _, c := range []struct{ name, in, want, printed string }{
		{"empty", "", "1:1: expected the number of games, found end of input", ""},
		{"blank", " \r\n\t", "2:2: expected the number of games, found end of input", ""},
		{"T not a number", "+1\n", `1:1: expected the number of games, found "+1", not a non-negative integer`, ""},
		{"T beyond the input", "1000000000000\n1 1", "1:1: expected 1000000000000 games of at least 3 numbers to follow, found only 4 bytes of input", ""},
		{"T beyond everything", "9223372036854775807\n1 1", "1:1: expected 9223372036854775807 games of at least 3 numbers to follow, found only 4 bytes of input", ""},
		{"after the last game", "2\n" + good + "\n\n 7\n", `13:2: after game 2 of 2: expected the end of the input, found "7"`, goodPrinted},
		{"after no game", "0 0", `1:3: after game 0 of 0: expected the end of the input, found "0"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			err := Solve(t.Context(), strings.NewReader(c.in), &out, Options{})
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if out.String() != c.printed {
				t.Errorf("printed %q, want %q", &out, c.printed)
			}
		})
	}
}

// stream hides how long an input is.
type stream struct{ io.Reader }

// TestStreams has headers with numbers that are too large, in a stream. Only its
// end shows that they are, and until then memory grows with the text alone. With
// addresses of 32 bits, a graph of that size is refused.
func TestStreams(t *testing.T) {
	for in, large := range map[string]bool{
		"9223372036854775807 ":                   false,
		"1 4294967294 0 1 ":                      true,
		"1 4294967294 4294967294 0 1 ":           true,
		"1 2 1 0 1 1 1 9223372036854775807 1 1 ": false,
		fmt.Sprintf("1 100000000 %d %s", game.MaxList+1, strings.Repeat("0 1 ", game.MaxList+1)): true,
	} {
		want := "found end of input"
		if large && strconv.IntSize == 32 {
			want = " bytes, and 1073741823 are available"
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := Solve(t.Context(), stream{strings.NewReader(in)}, io.Discard, Options{Move: true})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.60q: got %v, want %s", in, err, want)
		}
		most := 5<<20 + 16*uint64(len(in)) // every run starts with buffers of 1 MiB, and a sort of 2^32 vertices with 2 MiB
		if n := after.TotalAlloc - before.TotalAlloc; n > most {
			t.Errorf("%.60q: allocated %d bytes", in, n)
		}
	}
}

// TestCyclesAndNumbers checks the cycle that the error wraps. Its vertices are
// numbered as in their game, not as in the group. A later game has a cycle, too.
func TestCyclesAndNumbers(t *testing.T) {
	in := "4\n" + good + "3 3\n1 0\n1 2\n2 1\n0 0 0\n0\n" + "1 1\n0 0\n0\n0\n"
	var out bytes.Buffer
	err := Solve(t.Context(), strings.NewReader(in), &out, Options{})
	cycle, ok := errors.AsType[*dag.CycleError](err)
	if !ok || !slices.Equal(cycle.Vertices, []uint32{1, 2}) {
		t.Errorf("got %#v", err)
	}
	if want := "13:1: game 3: expected no cycle, found 1 -> 2 -> 1"; err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if out.String() != goodPrinted {
		t.Errorf("printed\n%s", &out)
	}
}

// hard is a game in which only the last vertex, 37, needs work: K=6 picks from 37
// nimbers of rank 24. The others have closed forms. Vertex 0 has nimber 0.
// Vertices 1 to 24 have edges to all below and a large K, and so the powers of two
// up to 2^23 as nimbers. Vertex 24+k has edges to those and K=k, and so 2^(k+1)-1.
func hard() string {
	const units, others = 24, 12
	const last = units + others + 1
	b := board{make([][]int, last+1), make([]int, last+1)}
	for u := range b.succ {
		below := u
		switch {
		case u == last:
			b.k[u] = 6
		case u > units:
			b.k[u] = u - units
			below = units + 1
		default:
			b.k[u] = 100
		}
		for v := range below {
			b.succ[u] = append(b.succ[u], v)
		}
	}
	return b.text(nil)
}

// TestBudget runs out of budget in a middle game. The games before it are
// printed.
func TestBudget(t *testing.T) {
	in := "5\n" + good + hard() + hard() + "0 0 1\n"
	for _, size := range []int{1, 20, groupSize} {
		var out bytes.Buffer
		err := solve(t.Context(), strings.NewReader(in), &out, Options{Budget: 1}, size)
		if !wraps[*kernel.BudgetError](err) {
			t.Fatalf("group size %d: got %v, want a *kernel.BudgetError", size, err)
		}
		want := "11:1: game 3: vertex 37: 37 distinct values with K=6 and rank 24 need more than the budget of 1 word operations, or more than 1 GiB of tables; a larger budget may help"
		if err.Error() != want {
			t.Errorf("group size %d: got  %v\nwant %s", size, err, want)
		}
		if out.String() != goodPrinted {
			t.Errorf("group size %d: printed\n%s", size, &out)
		}
	}
	if got := solved(t, "1\n"+hard(), Options{Values: true}); !strings.HasPrefix(got, "Game#1:\nValues: 0 1 2 4 8 ") || !strings.Contains(got, " 8388608 3 7 15 31 63 127 255 511 1023 2047 4095 8191 ") {
		t.Errorf("with the usual budget: printed\n%s", got)
	}
}

// A picky kernel gives a vertex 1 more than its largest successor, and refuses
// vertices with some Ks. A test can foresee each of its steps.
type picky struct{ refuse []uint64 }

func (picky) Info() kernel.Info { return kernel.Info{Name: "picky", Tier: kernel.Generic} }

func (p picky) Mex(_ *kernel.Workspace, b *kernel.Batch) error {
	for i := range b.K {
		succ := b.Row(i)
		if len(succ) == 0 {
			b.Mex[i] = 0
			continue
		}
		if slices.Contains(p.refuse, b.K[i]) {
			return &kernel.RowError{Row: i, Err: fmt.Errorf("refused K=%d", b.K[i])}
		}
		b.Mex[i] = slices.Max(succ) + 1
	}
	return nil
}

// TestRefusals has vertices that fail in every order of games and levels: the
// first bad game counts, and all before it are solved.
func TestRefusals(t *testing.T) {
	// Every game is a path 3 -> 2 -> 1 -> 0 with its own Ks.
	const games = 4
	for _, c := range []struct {
		refuse []uint64
		bad    int // 0-based; games if none is
		vertex int
	}{
		{nil, games, 0},
		{[]uint64{13}, 1, 3},
		{[]uint64{31, 22}, 2, 2},             // the later game fails first, on a lower level
		{[]uint64{32, 22, 12, 2}, 0, 2},      // all in one batch
		{[]uint64{31, 22, 13}, 1, 3},         // one after another, downwards
		{[]uint64{3, 11, 22, 31}, 0, 3},      // the last failure is the first game
		{[]uint64{10, 20, 30, 23, 33}, 2, 3}, // leaves are never asked
		{[]uint64{11, 21, 31, 23, 33}, 2, 3}, // nor are vertices with only leaves as successors
	} {
		var in, want strings.Builder
		fmt.Fprintln(&in, games)
		for g := range games {
			fmt.Fprintf(&in, "4 3\n3 2\n2 1\n1 0\n%d %d %d %d\n1\n0 0 0 1\n", 10*g, 10*g+1, 10*g+2, 10*g+3)
			if g < c.bad {
				fmt.Fprintf(&want, "Game#%d:\nValues: 0 1 2 3\nRound#1: WINNING\n\n", g+1)
			}
		}
		for _, size := range []int{1, 16, groupSize} {
			var out bytes.Buffer
			err := solve(t.Context(), strings.NewReader(in.String()), &out, Options{Kernel: picky{c.refuse}, Values: true}, size)
			if out.String() != want.String() {
				t.Errorf("refusing %d, group size %d: printed\n%s", c.refuse, size, &out)
			}
			if c.bad == games {
				if err != nil {
					t.Error(err)
				}
				continue
			}
			message := fmt.Sprintf("%d:1: game %d: vertex %d: refused K=%d", 2+7*c.bad, c.bad+1, c.vertex, 10*c.bad+c.vertex)
			if err == nil || err.Error() != message {
				t.Errorf("refusing %d, group size %d: got %v, want %s", c.refuse, size, err, message)
			}
		}
	}
}

// TestFirstErrorWins has an unsolvable game before one that cannot be read.
func TestFirstErrorWins(t *testing.T) {
	in := "4\n" + good + "1 1\n0 0\n0\n0\n" + "rubbish"
	var out bytes.Buffer
	err := Solve(t.Context(), strings.NewReader(in), &out, Options{})
	if want := "12:1: game 3: expected no cycle, found 0 -> 0"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if out.String() != goodPrinted {
		t.Errorf("printed\n%s", &out)
	}
}

// brokenWriter takes some bytes and then fails.
type brokenWriter struct{ left int }

var errFull = errors.New("disk full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return w.left, errFull
	}
	w.left -= len(p)
	return len(p), nil
}

// Errors of the source and of the sink are passed on.
func TestBrokenPipes(t *testing.T) {
	many := []byte("1\n1 0\n0\n9000\n" + strings.Repeat("0\n", 9000))
	for _, left := range []int{0, 100, 70_000} {
		for _, opt := range []Options{{}, {JSON: true}, {Move: true}} {
			if err := Solve(t.Context(), bytes.NewReader(many), &brokenWriter{left}, opt); !errors.Is(err, errFull) {
				t.Errorf("%d bytes of room, %+v: got %v, want %v", left, opt, err, errFull)
			}
		}
	}
	cut := errors.New("cable cut")
	var out bytes.Buffer
	src := io.MultiReader(strings.NewReader("3\n"+good+"2 1\n0 "), failing{cut})
	if err := Solve(t.Context(), src, &out, Options{}); !errors.Is(err, cut) {
		t.Errorf("got %v, want %v", err, cut)
	}
	if out.String() != goodPrinted {
		t.Errorf("printed\n%s", &out)
	}
	// If the source fails after the last game, the answers are incomplete.
	out.Reset()
	src = io.MultiReader(strings.NewReader("2\n"+good), failing{cut})
	if err := Solve(t.Context(), src, &out, Options{}); !errors.Is(err, cut) || out.Len() > 0 {
		t.Errorf("got %v, want %v, and printed\n%s", err, cut, &out)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
