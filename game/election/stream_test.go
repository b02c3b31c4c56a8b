package election

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"mexlab/game"
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
