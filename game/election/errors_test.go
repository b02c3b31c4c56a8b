package election

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
)

func TestBadInputs(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"nothing", "", "1:1: expected the number of cities, found end of input"},
		{"white space", " \n", "2:1: expected the number of cities, found end of input"},
		{"a negative number", "-3 0", `1:1: expected the number of cities, found "-3", not a non-negative integer`},
		{"a fraction", "1 0\n1.5", `2:1: expected the height of city 1 of 1, found "1.5", not a non-negative integer`},
		{"a word for a count", "2 x 1 1", `1:3: expected the number of edges, found "x", not a non-negative integer`},
		{"a NUL byte", "1 0 1\x00", `1:5: expected the height of city 1 of 1, found "1\x00", not a non-negative integer`},
		{"beyond 63 bits", "1 0\n9223372036854775808", `2:1: expected the height of city 1 of 1, found "9223372036854775808", beyond 63 bits`},
		{"no number of edges", "0", "1:2: expected the number of edges, found end of input"},
		{"a height is missing", "2 0\n1          \n", "3:1: expected the height of city 2 of 2, found end of input"},
		{"an edge is missing", "2 2\n1 1\n1 2       \n", "4:1: expected the start of edge 2 of 2, from 1 to 2, found end of input"},
		{"an end is missing", "2 2\n1 1\n1 2\n   1   ", "4:8: expected the end of edge 2 of 2, from 1 to 2, found end of input"},
		{"city 0", "2 1\n1 1\n0 2\n", "3:1: expected the start of edge 1 of 1, from 1 to 2, found 0"},
		{"a city too many", "2 1\n1 1\n1 3\n", "3:3: expected the end of edge 1 of 1, from 1 to 2, found 3"},
		{"edges without cities", "0 1\n1 1\n", "1:3: expected no edges, for there are no vertices, found 1"},
		{"more cities than input", "1000000000000 0\n1 2", "1:1: expected fewer than 2^32-1 cities, found 1000000000000"},
		{"more heights than input", "4000000 0\n1 2", "1:1: expected the heights of 4000000 cities to follow, found only 6 bytes of input"},
		{"more edges than input", "1 4000000\n1 2", "1:3: expected 4000000 edges and 1 more numbers to follow, found only 4 bytes of input"},
		{"a terabyte of edges", "1 9000000000000000000\n1 2", "1:3: expected fewer than 2^32 edges in all, found 9000000000000000000"},
		{"more text", "1 0 1\n2", `2:1: expected the end of the input, found "2"`},
		{"a self-loop", "2 1\n1 1\n2 2\n", "3:1: expected no cycle, found 2 -> 2"},
		{"a cycle", "4 4\n1 1 1 1\n4 2\n2 3\n3 4\n1 2\n", "3:1: expected no cycle, found 2 -> 3 -> 4 -> 2"},
	} {
		var out strings.Builder
		err := Solve(t.Context(), strings.NewReader(test.input), &out, Options{})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s:\ngot  %v\nwant %s", test.name, err, test.want)
		}
		if out.Len() > 0 {
			t.Errorf("%s: wrote %q", test.name, out.String())
		}
	}
}

// A board that is cut short has no answer, in whatever way it is read.
func TestTruncated(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	tries := 12
	if testing.Short() {
		tries = 4
	}
	for _, roads := range []int{0, 5, 9_000, game.MaxList + 5_000} {
		cities := 3 + roads/4
		whole := ordered(rng, cities, roads, true)
		whole = whole[:len(whole)-1] // without the final newline, the last number is cut
		for try := range tries {
			// Cut before a number: a part of a number may still be right.
			cut := rng.IntN(len(whole))
			if try < 2 {
				cut = len(whole) - 1
			}
			for cut > 0 && whole[cut-1] != ' ' && whole[cut-1] != '\n' {
				cut--
			}
			for _, opt := range []Options{{}, {Stream: true}, {Work: game.Work{Workers: 1}}, {Work: game.Work{Workers: 3}}} {
				var out strings.Builder
				err := Solve(t.Context(), bytes.NewReader(whole[:cut]), &out, opt)
				if err == nil || out.Len() > 0 {
					t.Errorf("%d roads, %d bytes of %d, %+v: %v, and %d bytes of output", roads, cut, len(whole), opt, err, out.Len())
				}
				if opt.Stream {
					continue
				}
				err = Solve(t.Context(), struct{ io.Reader }{bytes.NewReader(whole[:cut])}, &out, opt)
				if err == nil || out.Len() > 0 {
					t.Errorf("%d roads, a pipe of %d bytes of %d, %+v: %v, and %d bytes of output", roads, cut, len(whole), opt, err, out.Len())
				}
			}
		}
	}
}

// If the size of the input is unknown, memory only grows with the text. With
// addresses of 32 bits, a graph of that size is refused.
func TestHugeCountsFromAPipe(t *testing.T) {
	for input, want := range map[string]string{
		"4294967294 4294967295\n1 2\n": "3:1: expected the height of city 3 of 4294967294, found end of input",
		"2 4294967295\n1 2\n2 1\n":     "4:1: expected the start of edge 2 of 4294967295, from 1 to 2, found end of input",
	} {
		pipe := struct{ io.Reader }{strings.NewReader(input)}
		err := Solve(t.Context(), pipe, io.Discard, Options{})
		if strconv.IntSize == 32 {
			if err == nil || !strings.HasSuffix(err.Error(), " bytes, and 1073741823 are available") {
				t.Errorf("%q: got %v", input, err)
			}
		} else if err == nil || err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", input, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"", "0 0", "3 0\n1 2 5\n", "2 1\n4 9\n1 2\n", "2 2\r\n4 9\r\n1 2\r\n2 1", "2 1 4 9 3 1",
		"99999999999999999999 1", "4294967294 4294967295 1", "1 0 1 \xff", "\ufeff1 0 1", "1 0 000000000000000000000000001",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b, err := read(t.Context(), text.NewReader(strings.NewReader(s)), new(Options))
		if err == nil {
			n, m := b.roads.Len(), b.roads.Edges()
			if b.heights.len() != n || n+2*m+2 != len(strings.Fields(s)) {
				t.Fatalf("%d heights, %d cities, %d roads", b.heights.len(), n, m)
			}
			err := Solve(t.Context(), strings.NewReader(s), io.Discard, Options{Values: true, Move: true})
			if _, ok := errors.AsType[*dag.CycleError](err); err != nil && !ok {
				t.Fatal(err)
			}
			return
		}
		e, ok := errors.AsType[*text.Error](err)
		if !ok {
			t.Fatalf("an error without a position: %v", err)
		}
		lines := strings.Split(s, "\n")
		if e.Pos.Line < 1 || e.Pos.Line > len(lines) || e.Pos.Col < 1 || e.Pos.Col > len(lines[e.Pos.Line-1])+1 {
			t.Fatalf("%v is outside of the input", err)
		}
		// The size of a pipe is unknown, but this must be an error, too.
		if _, err := read(t.Context(), text.NewReader(struct{ io.Reader }{strings.NewReader(s)}), new(Options)); err == nil {
			t.Fatalf("no error if it comes from a pipe, otherwise %v", e)
		}
	})
}
