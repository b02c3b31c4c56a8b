package election

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"mexlab/game"
	"mexlab/game/text"
)

// ordered is a board with its roads in the order that a stream needs, or in any
// order.
func ordered(rng *rand.Rand, cities, roads int, sorted bool) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, cities, roads)
	for range cities {
		fmt.Fprint(&b, rng.IntN(1_000_000_000), " ")
	}
	name := rng.Perm(cities)
	rows := make([][]int, cities)
	for range roads {
		u := 1 + rng.IntN(cities-1)
		rows[u] = append(rows[u], rng.IntN(u))
	}
	var lines []string
	for u, row := range rows {
		for _, v := range row {
			lines = append(lines, fmt.Sprintln(1+name[u], 1+name[v]))
		}
	}
	if !sorted {
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	}
	b.WriteString("\n" + strings.Join(lines, ""))
	return b.Bytes()
}

// A board has the same answer from a pipe, from a file and as a stream, with any
// number of workers.
func TestPathsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		cities, roads int
		sorted        bool
	}{{2, 3, true}, {50, 300, true}, {150, 11_000, true}, {20_000, 90_000, true}, {20_000, 90_000, false}, {300, 90_000, false}} {
		in := ordered(rng, c.cities, c.roads, c.sorted)
		for _, opt := range []Options{{Values: true, Move: true}, {JSON: true, Move: true}} {
			var want bytes.Buffer
			opt.Workers = 1
			if err := Solve(t.Context(), struct{ io.Reader }{bytes.NewReader(in)}, &want, opt); err != nil {
				t.Fatal(err)
			}
			for _, workers := range []int{1, 2} {
				for _, opt.Stream = range []bool{false, true} {
					if opt.Stream && !c.sorted {
						continue
					}
					opt.Workers = workers
					var got bytes.Buffer
					if err := Solve(t.Context(), bytes.NewReader(in), &got, opt); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
						t.Errorf("%+v, %+v: %v, and %d bytes of output, want %d", c, opt, err, got.Len(), want.Len())
					}
				}
			}
		}
	}
}

func TestStreamRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"3 2  1 1 1\n1 2\n2 3\n": "3:1: edge 2 of 2 starts at a vertex to which an earlier edge leads: ",
		"3 2  1 1 1\n1 2\n2 1\n": "3:1: edge 2 of 2 starts at a vertex to which an earlier edge leads: ",
		"3 2  1 1 1\n1 2\n3 3\n": "3:1: edge 2 of 2 leads back to its start: ",
	} {
		var out bytes.Buffer
		err := Solve(t.Context(), strings.NewReader(in), &out, Options{Stream: true})
		if _, ok := errors.AsType[*game.OrderError](err); !ok || !strings.HasPrefix(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%q: got %v, want %s", in, err, want)
		}
	}
	in := "2 1  1 1\n1 2\n"
	if err := Solve(t.Context(), struct{ io.Reader }{strings.NewReader(in)}, io.Discard, Options{Stream: true}); err == nil || !strings.Contains(err.Error(), "in a file that is not compressed") {
		t.Errorf("from a pipe: got %v", err)
	}
}

// Large boards in a file are solved while they are read, if the order of the roads
// allows that. From a pipe, they are not. More levels than a byte holds are no
// reason to give up.
func TestLargeBoardsStream(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const clique = 1460
	var b strings.Builder
	fmt.Fprintln(&b, clique, clique*(clique-1)/2, strings.Repeat(" 0", clique-1), 1)
	for u := range clique {
		for v := range u {
			fmt.Fprintln(&b, 1+u, 1+v)
		}
	}
	random := string(ordered(rng, 450_000, 1_500_000, true))
	late := strings.SplitAfter(random, "\n")
	last := len(late) - 2 // before what follows the last line feed
	late[2], late[last] = late[last], late[2]
	for name, c := range map[string]struct {
		in   string
		want bool
	}{
		"clique": {b.String(), true}, "random": {random, true}, "late": {strings.Join(late, ""), false},
		"shuffled": {string(ordered(rng, 450_000, 1_500_000, false)), false},
	} {
		opt := Options{Values: true, Move: true, Work: game.Work{Workers: 1 + rng.IntN(3), Solved: new(atomic.Uint64)}}
		s, err := read(t.Context(), text.NewReader(strings.NewReader(c.in)), &opt)
		if err != nil || (s.roads == nil) != c.want {
			t.Errorf("%s: streams is %v, %v", name, err == nil && s.roads == nil, err)
		}
		if n := opt.Solved.Load(); n > 0 && !c.want {
			t.Errorf("%s: %d cities count as solved", name, n)
		}
		var want, got bytes.Buffer
		if err := Solve(t.Context(), struct{ io.Reader }{strings.NewReader(c.in)}, &want, opt); err != nil {
			t.Fatal(err)
		}
		if err := Solve(t.Context(), strings.NewReader(c.in), &got, opt); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: %v, and %d bytes of output, want %d", name, err, got.Len(), want.Len())
		}
		// In the memory that the graph itself would not fit in.
		opt.Memory = 1 << 24
		got.Reset()
		err = Solve(t.Context(), strings.NewReader(c.in), &got, opt)
		if c.want != (err == nil) || c.want && !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: in 16 MiB: %v", name, err)
		}
	}
}

// Small boards as well, where XORs are often 0 and a move is on a lower level.
func TestStreamedMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		cities, most := 2+rng.IntN(12), 1+rng.IntN(5)
		in := strings.Fields(string(ordered(rng, cities, rng.IntN(30), true)))
		for i := range cities {
			in[2+i] = fmt.Sprint(rng.IntN(most))
		}
		board := strings.Join(in, " ")
		var want, got bytes.Buffer
		opt := Options{Values: true, Move: true}
		if err := Solve(t.Context(), strings.NewReader(board), &want, opt); err != nil {
			t.Fatal(err)
		}
		opt.Stream = true
		if err := Solve(t.Context(), strings.NewReader(board), &got, opt); err != nil || got.String() != want.String() {
			t.Errorf("%s: %v, %q, want %q", board, err, &got, &want)
		}
	}
}
