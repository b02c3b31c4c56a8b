package text

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// randomLines makes lines of numbers, some of them blank, long, oddly spaced or wrong.
func randomLines(rng *rand.Rand) string {
	var b strings.Builder
	blanks := []string{" ", "  ", "\t", " \r", "\v\f "}
	for range rng.IntN(60) {
		n := rng.IntN(12)
		if rng.IntN(20) == 0 {
			n = rng.IntN(3000)
		}
		odd := rng.IntN(4) == 0
		for i := range n {
			if i > 0 || odd && rng.IntN(2) == 0 {
				between := " "
				if odd {
					between = blanks[rng.IntN(len(blanks))]
				}
				b.WriteString(between)
			}
			fmt.Fprint(&b, rng.Uint64()>>1>>rng.IntN(63))
		}
		b.WriteString([]string{"", "", "", "\r", " ", " x", " 1\x00", " 99999999999999999999 7"}[rng.IntN(8)])
		b.WriteString("\n")
	}
	s := b.String()
	if len(s) > 0 && rng.IntN(2) == 0 {
		s = s[:len(s)-1]
	}
	return s
}

// linesOf reads the lines of a text in the plain way: the number of each line that is
// not blank, its numbers, and the error behind them.
func linesOf(s string) (lines []string) {
	for i, line := range strings.Split(s, "\n") {
		if strings.Trim(line, " \t\v\f\r") == "" {
			continue
		}
		values, err := oracle(line)
		_, after, _ := strings.Cut(err, ":")
		lines = append(lines, fmt.Sprintf("%d %v %d:%s", i+1, values, i+1, strings.Replace(after, "input", "line", 1)))
	}
	return lines
}

// Lines are read as one by one, in any order of the fast way and the others, and
// whatever is left of a line is passed over.
func TestLineReader(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for range 300 {
		s := randomLines(rng)
		want := linesOf(s)
		for _, way := range []struct {
			name   string
			open   func(io.Reader) io.Reader
			buffer int
		}{
			{"whole", func(r io.Reader) io.Reader { return r }, bufferSize},
			{"tiny buffer", func(r io.Reader) io.Reader { return r }, 0},
			{"byte by byte", iotest.OneByteReader, 300},
			{"in halves", iotest.HalfReader, 1000},
			{"error with the last bytes", iotest.DataErrReader, 200},
		} {
			r := newLineReader(way.open(strings.NewReader(s)), way.buffer)
			for i := 0; ; i++ {
				got, ok := readLine(t, rng, r)
				if !ok {
					if i != len(want) {
						t.Fatalf("%s: %d lines of %d in %q", way.name, i, len(want), s)
					}
					break
				}
				// A line that was left in the middle has no error, and maybe not all numbers.
				if i >= len(want) || got != want[i] && !(strings.HasSuffix(got, "...") && strings.HasPrefix(want[i], got[:len(got)-3])) {
					t.Fatalf("%s: line %d is %.300s, want %.300s", way.name, i, got, append(want, "none")[min(i, len(want))])
				}
			}
			if ok, err := r.NextLine(); ok || err != nil {
				t.Fatalf("%s: another line, or %v", way.name, err)
			}
		}
	}
}

// readLine reads the next line in one of several ways.
func readLine(t *testing.T, rng *rand.Rand, r *Reader) (line string, ok bool) {
	if rng.IntN(2) == 0 {
		if values := r.PeekLine(); values != nil {
			line = fmt.Sprint(r.Line(), " ", values, " ")
			if again := r.PeekLine(); len(again) != len(values) {
				t.Fatalf("%d numbers, and then %d", len(values), len(again))
			}
			if rng.IntN(2) == 0 {
				r.DiscardLine()
				return line + "...", true
			}
		}
	}
	if ok, err := r.NextLine(); !ok {
		if err != nil {
			t.Fatal(err)
		}
		return "", false
	}
	number := r.Line()
	values := []uint64{}
	for {
		if rng.IntN(400) == 0 {
			left := strings.TrimSuffix(fmt.Sprint(number, " ", values), "]")
			return left + "...", true
		}
		if rng.IntN(10) == 0 {
			if err := r.End(); err == nil {
				return fmt.Sprint(number, " ", values, " ", number, ":") + "...", true
			}
		}
		block := make([]uint64, 1+rng.IntN(30))
		n, err := r.Uints(block)
		values = append(values, block[:n]...)
		if err != nil {
			if _, again := r.Uint(); again == nil || again.Error() != err.Error() {
				t.Fatalf("%v, and then %v", err, again)
			}
			return fmt.Sprint(number, " ", values, " ", err), true
		}
	}
}

// A failing source is no end of a line.
func TestLineReaderFails(t *testing.T) {
	for _, s := range []string{"", "1 2\n", "1 2", "1 2\n \n", "1 2 ", "1 2\n3 x\n"} {
		r := NewLineReader(io.MultiReader(strings.NewReader(s), iotest.ErrReader(io.ErrUnexpectedEOF)))
		var err error
		for ok := true; ok && err == nil; {
			if ok, err = r.NextLine(); ok {
				for err == nil {
					_, err = r.Uint()
				}
				if _, bad := err.(*Error); bad {
					err = nil
				}
			}
		}
		if err == nil || !strings.Contains(err.Error(), "cannot read the input") {
			t.Errorf("%q: %v", s, err)
		}
	}
}
