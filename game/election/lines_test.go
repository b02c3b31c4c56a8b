package election

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"mexlab/dag"
	"mexlab/game/text"
)

// randomLine is a position in a line. Some lines are bad, and some are written oddly.
func randomLine(rng *rand.Rand, cities int) string {
	n := 1 + rng.IntN(cities)
	roads := rng.IntN(2 * n)
	if n == 1 {
		roads = 0
	}
	numbers := []int{n, roads}
	for range n {
		numbers = append(numbers, rng.IntN(3))
	}
	for range roads {
		v := 1 + rng.IntN(n-1)
		numbers = append(numbers, v+1+rng.IntN(n-v), v)
	}
	at := rng.IntN(len(numbers))
	switch rng.IntN(15) {
	case 0:
		numbers = numbers[:at]
	case 1:
		numbers = append(numbers, 1)
	case 2:
		numbers[at] += 3
	case 3:
		if roads > 0 {
			numbers = append(numbers, numbers[len(numbers)-1], numbers[len(numbers)-2])
			numbers[1]++
		}
	}
	line := strings.Trim(fmt.Sprint(numbers), "[]")
	switch rng.IntN(15) {
	case 0:
		line = " " + strings.ReplaceAll(line, " ", "\t ") + " \r"
	case 1:
		line = "\v "
	case 2:
		line += " \x00"
	case 3:
		line += "\r"
	}
	return line
}

// lineByLine gives each line to Solve alone.
func lineByLine(t *testing.T, in string, opt Options) (answers string, bad []uint64) {
	t.Helper()
	var all strings.Builder
	for i, line := range strings.Split(in, "\n") {
		if strings.Trim(line, " \t\v\f\r") == "" {
			continue
		}
		var out bytes.Buffer
		err := Solve(t.Context(), iotest.DataErrReader(strings.NewReader(line)), &out, opt)
		if err == nil {
			answer := strings.TrimRight(out.String(), "\n")
			if opt.JSON {
				answer = fmt.Sprintf(`{"line":%d,%s`, i+1, answer[1:])
			}
			all.WriteString(strings.ReplaceAll(answer, "\n", " ") + "\n")
			continue
		}
		wrong, ok := errors.AsType[*text.Error](err)
		if !ok {
			t.Fatalf("%q: %v", line, err)
		}
		msg := strings.NewReplacer("end of input", "end of line", "end of the input", "end of the line").Replace(wrong.Msg)
		e := &text.Error{Pos: text.Pos{Line: i + 1, Col: wrong.Pos.Col}, Msg: msg}
		all.Write(e.AppendLine(nil, opt.JSON))
		bad = append(bad, uint64(i+1))
	}
	return all.String(), bad
}

// Each line is answered as if it was alone, however the text comes, and with any
// number of workers.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for _, c := range []struct{ lines, cities int }{{300, 12}, {10, 1000}, {3, 30_000}} {
		for _, opt := range []Options{{}, {JSON: true, Values: true, Move: true}} {
			var lines []string
			for range c.lines {
				lines = append(lines, randomLine(rng, c.cities))
			}
			in := strings.Join(lines, "\n") + strings.Repeat("\n", rng.IntN(3))
			want, wantBad := lineByLine(t, in, opt)
			opt.Lines = true
			for way, open := range map[string]func(io.Reader) io.Reader{
				"whole":        func(r io.Reader) io.Reader { return r },
				"in halves":    iotest.HalfReader,
				"byte by byte": iotest.OneByteReader,
			} {
				if way == "byte by byte" && len(in) > 50_000 {
					continue
				}
				for _, workers := range []int{1, 3} {
					var got bytes.Buffer
					var bad []uint64
					opt.Workers = workers
					opt.BadLine = func(line uint64, err *text.Error) error {
						bad = append(bad, line)
						return nil
					}
					err := Solve(t.Context(), open(strings.NewReader(in)), &got, opt)
					if err != nil || got.String() != want || fmt.Sprint(bad) != fmt.Sprint(wantBad) {
						t.Fatalf("%+v, %s, %d workers: %v, bad %v, want %v; got\n%.2000s\nwant\n%.2000s", c, way, workers, err, bad, wantBad, &got, want)
					}
				}
			}
		}
	}
}

// TestBadLines gives whole answers. The cause is told, and an error of BadLine ends
// all work.
func TestBadLines(t *testing.T) {
	const wins, loses = "2 1 5 7 1 2", "2 0 3 3"
	for _, c := range []struct{ line, want string }{
		{"2 1 5", "2:6: expected the height of city 2 of 2, found end of line"},
		{wins + " 9", `2:13: expected the end of the line, found "9"`},
		{"2 1 5 7 1 3", "2:11: expected the end of edge 1 of 1, from 1 to 2, found 3"},
		{"2 2 0 0 1 2 2 1", "2:3: expected no cycle, found 1 -> 2 -> 1"},
	} {
		var out bytes.Buffer
		full := errors.New("full")
		err := Solve(t.Context(), strings.NewReader(wins+"\n"+c.line+"\n\n"+loses), &out, Options{Lines: true, BadLine: func(line uint64, err *text.Error) error {
			if _, cycle := errors.AsType[*dag.CycleError](err); line != 2 || err.Error() != c.want || cycle != strings.Contains(c.want, "cycle") {
				t.Errorf("line %d: %v, caused by %T", line, err, err.Cause)
			}
			return full
		}})
		if want := "WIN 0 0\nerror: " + c.want + "\nLOSE\n"; out.String() != want || !errors.Is(err, full) {
			t.Errorf("%q: %v, answered\n%s\nwant\n%s", c.line, err, &out, want)
		}
	}
}

// A position that is larger than a batch is solved alone, between small ones.
func TestLargeLines(t *testing.T) {
	const n = batchSize + 1000
	heights := strings.Repeat("5 9000000000 ", n/2)
	in := strings.Join([]string{
		"2 1 5 7 1 2",
		fmt.Sprint(n, " 2 ", heights, "70 69 69 68"),
		"2 1 5 5000000000 1 2", "2 2 0 0 1 2 2 1", "1 0 0",
		fmt.Sprint(n, " 3 ", heights, "70 69 69 68 68 70"),
		fmt.Sprint(n, " 1 ", heights, "70 69 69"),
		fmt.Sprint(n, " 1 ", heights, "70"),
		"2 0 3 3",
	}, "\n")
	for _, opt := range []Options{{}, {JSON: true, Values: true}} {
		want, _ := lineByLine(t, in, opt)
		opt.Lines = true
		for _, opt.Workers = range []int{1, 3} {
			var got bytes.Buffer
			if err := Solve(t.Context(), strings.NewReader(in), &got, opt); err != nil || got.String() != want {
				t.Errorf("%d workers: %v, the answers differ", opt.Workers, err)
			}
		}
	}
}
