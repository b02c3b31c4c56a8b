package addsub

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"mexlab/dag"
	"mexlab/game"
	"mexlab/game/text"
	"mexlab/kernel"
)

// randomLine is a game in a line. Some lines are bad, and some are written oddly.
func randomLine(rng *rand.Rand, vertices int) string {
	v := 1 + rng.IntN(vertices)
	var edges []int
	for range rng.IntN(2 * v) {
		a, b := rng.IntN(v), rng.IntN(v)
		if a != b {
			edges = append(edges, max(a, b), min(a, b))
		}
	}
	numbers := append([]int{v, len(edges) / 2}, edges...)
	for range v {
		numbers = append(numbers, rng.IntN(6))
	}
	rounds := rng.IntN(7)
	numbers = append(numbers, rounds)
	for range rounds * v {
		numbers = append(numbers, rng.IntN(3))
	}
	at := rng.IntN(len(numbers))
	switch rng.IntN(20) {
	case 0:
		numbers = numbers[:at]
	case 1:
		numbers = append(numbers, 1, 1, 0)
	case 2:
		numbers[at] += 3
	case 3:
		if len(edges) > 0 {
			numbers[2], numbers[3] = numbers[3], numbers[2]
		}
	case 4:
		numbers[at] = 1 << 24 // with 32-bit addresses, too, there is memory for that
	}
	line := strings.Trim(fmt.Sprint(numbers), "[]")
	switch rng.IntN(20) {
	case 0:
		line = strings.Replace(line, " ", " x", 1)
	case 1:
		line = strings.ReplaceAll(line, " ", "\t \v")
	case 2:
		line = "  " + line + " \r"
	case 3:
		line = strings.Repeat(" \f", rng.IntN(50))
	case 4:
		line += " \x00"
	case 5:
		line += "\r"
	case 6:
		line = strings.Replace(line, " ", strings.Repeat(" ", 300), 2)
	case 7:
		line = line[:rng.IntN(len(line))] + "99999999999999999999" + line[rng.IntN(len(line)):]
	}
	return line
}

// oneLine is a game in the other form.
func oneLine(game string) string { return strings.Join(strings.Fields(game), " ") }

// lineByLine gives each line to Solve alone, as a file of one game.
func lineByLine(t *testing.T, in string, opt Options) (answers string, bad []uint64) {
	t.Helper()
	var all strings.Builder
	for i, line := range strings.Split(in, "\n") {
		if strings.Trim(line, " \t\v\f\r") == "" {
			continue
		}
		var out bytes.Buffer
		err := readAlone(t, line)
		if err == nil {
			err = Solve(t.Context(), stream{strings.NewReader("1\n" + line)}, &out, opt)
		}
		if err == nil {
			if opt.JSON {
				all.WriteString(strings.Replace(out.String(), `{"game":1,`, fmt.Sprintf(`{"game":%d,`, i+1), 1))
				continue
			}
			_, rounds, _ := strings.Cut(strings.TrimRight(out.String(), "\n"), "\n")
			var verdicts []string
			for round := range strings.Lines(rounds) {
				verdicts = append(verdicts, strings.TrimSpace(round[strings.Index(round, ":")+1:]))
			}
			all.WriteString(strings.Join(verdicts, " ") + "\n")
			continue
		}
		wrong, ok := errors.AsType[*text.Error](err)
		if !ok {
			t.Fatalf("%q: %v", line, err)
		}
		at := text.Pos{Line: i + 1, Col: wrong.Pos.Col}
		if wrong.Cause != nil {
			at.Col = 1
		}
		msg := strings.NewReplacer("after game 1 of 1: ", "", "game 1: ", "", "end of input", "end of line", "end of the input", "end of the line").Replace(wrong.Msg)
		e := &text.Error{Pos: at, Msg: msg}
		all.Write(e.AppendLine(nil, opt.JSON))
		bad = append(bad, uint64(i+1))
	}
	return all.String(), bad
}

// readAlone reads a line as a file of one game. Something may also be wrong with
// the game, but that counts less.
func readAlone(t *testing.T, line string) error {
	rd, err := newReader(stream{strings.NewReader("1\n" + line)}, Options{})
	if err == nil {
		_, err = rd.group(t.Context(), newGroup(), groupSize)
	}
	return err
}

// Each line is answered as if it was alone, however the text comes, with any
// number of workers, and in groups of any size.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, c := range []struct{ lines, vertices int }{{300, 12}, {20, 100}, {0, 9}, {2, 3000}} {
		for _, opt := range []Options{{}, {JSON: true, Values: true}, {JSON: true, Move: true, Budget: 40}} {
			var lines []string
			for range c.lines {
				lines = append(lines, randomLine(rng, c.vertices))
			}
			lines = append(lines, oneLine(hard()), randomLine(rng, 9))
			in := strings.Join(lines, "\n") + strings.Repeat("\n", rng.IntN(3))
			want, wantBad := lineByLine(t, in, opt)
			opt.Lines = true
			for way, open := range map[string]func(io.Reader) io.Reader{
				"whole":        func(r io.Reader) io.Reader { return r },
				"once":         func(r io.Reader) io.Reader { return stream{r} },
				"byte by byte": iotest.OneByteReader,
				"in halves":    iotest.HalfReader,
				"error at end": iotest.DataErrReader,
			} {
				if way == "byte by byte" && len(in) > 50_000 {
					continue
				}
				for _, size := range []int{1, 500, groupSize} {
					opt.Workers = 1 + rng.IntN(4)
					var got bytes.Buffer
					var bad []uint64
					opt.BadLine = func(line uint64, err *text.Error) error {
						if uint64(err.Pos.Line) != line {
							t.Errorf("line %d has the error %v", line, err)
						}
						bad = append(bad, line)
						return nil
					}
					err := solve(t.Context(), open(strings.NewReader(in)), &got, opt, size)
					if err != nil || got.String() != want || fmt.Sprint(bad) != fmt.Sprint(wantBad) {
						t.Fatalf("%+v, %s, groups of %d, %d workers: %v, bad %v, want %v; the output differs at %s",
							c, way, size, opt.Workers, err, bad, wantBad, firstDifference(got.String(), want))
					}
				}
			}
		}
	}
}

// TestBadLines gives whole answers to lines that are bad alone, in two places.
func TestBadLines(t *testing.T) {
	const good = "2 1 0 1 1 1 2 1 0 0 0" // WINNING LOSING
	for _, c := range []struct{ line, want string }{
		{"2 1 0 1 1", "2:10: expected K of vertex 1 of 0 to 1, found end of line"},
		{"2 1 0 1 1 ", "2:11: expected K of vertex 1 of 0 to 1, found end of line"},
		{good + " 7 8", `2:23: expected the end of the line, found "7"`},
		{"2", "2:2: expected the number of edges, found end of line"},
		{"1000 0 1 1", "2:11: expected K of vertex 2 of 0 to 999, found end of line"},
		{"20000000 20000000 1 1", "2:22: expected the start of edge 2 of 20000000, from 0 to 19999999, found end of line"},
		{"2 1 0 2 1 1 0", "2:7: expected the end of edge 1 of 1, from 0 to 1, found 2"},
		{"2 2 0 1 1 0 1 1 0", "2:1: expected no cycle, found 0 -> 1 -> 0"},
		{"1 0 x", `2:5: expected K of vertex 0 of 0 to 0, found "x", not a non-negative integer`},
	} {
		for _, in := range []string{good + "\n" + c.line + "\n" + good + "\n", good + "\n" + c.line + "\n \n\n" + good, good + "\r\n" + c.line + "\n" + good + "\r\n"} {
			var out bytes.Buffer
			if err := Solve(t.Context(), strings.NewReader(in), &out, Options{Lines: true}); err != nil {
				t.Fatal(err)
			}
			if want := "WINNING LOSING\nerror: " + c.want + "\nWINNING LOSING\n"; out.String() != want {
				t.Errorf("%q is answered\n%s\nwant\n%s", in, &out, want)
			}
		}
	}
}

// The cause of a bad line is told, and an error of BadLine ends all work.
func TestBadLineCause(t *testing.T) {
	full := errors.New("full")
	for _, c := range []struct {
		line  string
		cause func(error) bool
	}{
		{"2 2 0 1 1 0 1 1 0", wraps[*dag.CycleError]},
		{oneLine(hard()), wraps[*kernel.BudgetError]},
	} {
		var out bytes.Buffer
		calls := 0
		err := Solve(t.Context(), strings.NewReader("1 0 1 0\n"+c.line+"\n1 0 1 1 1\n"), &out, Options{Lines: true, Budget: 100,
			BadLine: func(line uint64, err *text.Error) error {
				if calls++; line != 2 || !c.cause(err) {
					t.Errorf("line %d: %v, caused by %T", line, err, err.Cause)
				}
				return full
			}})
		if !errors.Is(err, full) || calls != 1 {
			t.Errorf("%.20q: BadLine was called %d times, and the error is %v", c.line, calls, err)
		}
		if lines := strings.Split(out.String(), "\n"); len(lines) != 4 || lines[0] != "" || lines[2] != "LOSING" {
			t.Errorf("%.20q is answered %q", c.line, &out)
		}
	}
}

// Rounds without vertices take no memory for their answers.
func TestLinesOfEmptyRounds(t *testing.T) {
	const games = 50
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var n counter
	err := Solve(t.Context(), strings.NewReader(strings.Repeat("0 0 1000000\n", games)), &n, Options{Lines: true})
	runtime.ReadMemStats(&after)
	if want := games * 1000000 * len("LOSING "); err != nil || int(n) != want {
		t.Errorf("%v, %d bytes, expected %d", err, n, want)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<26 {
		t.Errorf("allocated %d bytes", n)
	}
}

type counter int

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}

// A line of over a million edges is read by all workers, and not beyond its end.
func TestLargeLines(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a second")
	}
	const v, e = 100_000, game.MaxList + 5000
	edges := strings.Repeat("7 3 99999 0 12345 321 ", e/3)
	rest := " " + strings.Repeat("1 ", v) + "1 " + strings.Repeat("1 ", v)
	large := fmt.Sprint(v, " ", 3*(e/3), " ", edges)
	in := "1 0 5 1 1\n" + large + rest + "\n1 0 5 1 1\n" + // right
		large[:len(large)-9] + "\n2 1 0 1 1 1 1 1 0\n" + // too few edges
		strings.Replace(large, "321", "x", 5) + rest + "\n" + large + rest + "7\n1 0 5 1 1"
	for _, workers := range []int{1, 2, 5} {
		var out bytes.Buffer
		if err := Solve(t.Context(), strings.NewReader(in), &out, Options{Lines: true, Work: game.Work{Workers: workers}}); err != nil {
			t.Fatal(err)
		}
		want := []string{"LOSING", "WINNING", "LOSING", "error: 4:", "WINNING", "error: 6:", "error: 7:", "LOSING", ""}
		got := strings.Split(out.String(), "\n")
		for i := range want {
			if len(got) != len(want) || !strings.HasPrefix(got[i], want[i]) {
				t.Fatalf("%d workers: %.60q", workers, got)
			}
		}
	}
}

// Whatever the lines are, each is answered as if it was alone.
func FuzzLines(f *testing.F) {
	f.Add([]byte("2 1 0 1 1 1 2 1 0 0 0\n\n1 0 5 0\r\nx\n2 2 0 1 1 0 1 1 0"))
	f.Add([]byte("4 5 0 1 0 2 1 3 2 1 2 3 2 1 3 2 2 3 4 5 6 0 0 0 5 \n \t\n1 0 1\x00\n0 0 3"))
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 1<<10 || slices.ContainsFunc(strings.Split(string(in), "\n"), manyRounds) {
			t.Skip("small inputs find the same faults sooner")
		}
		in = append([]byte("1 0 5 0\n"), in...) // a file may be told to be no text by its start
		opt := Options{JSON: true, Values: true, Budget: 1e5}
		want, _ := lineByLine(t, string(in), opt)
		opt.Lines = true
		for _, size := range []int{1, groupSize} {
			for _, r := range []io.Reader{bytes.NewReader(in), iotest.OneByteReader(bytes.NewReader(in))} {
				var got bytes.Buffer
				if err := solve(t.Context(), r, &got, opt, size); err != nil || got.String() != want {
					t.Errorf("%v\n%s\nwant\n%s", err, &got, want)
				}
			}
		}
	})
}

// manyRounds reports whether a line may have rounds without vertices, which make more
// output than text.
func manyRounds(line string) bool {
	fields := strings.Fields(line)
	return len(fields) > 2 && strings.Trim(fields[0], "0") == "" && len(fields[2]) > 2
}
