package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"mexlab/kernel"
)

// Answers and positions of errors do not depend on where reads end.
func TestVertexReads(t *testing.T) {
	const lines = "2\t0,1,2\n\r\n3\t405,497,253,241,31\t1\r\n0\t7\n12\t\n5\t0,1\n"
	const want = "4\n0\n1\n0\n2\n"
	for _, way := range []struct {
		name string
		wrap func(io.Reader) io.Reader
	}{
		{"whole", func(r io.Reader) io.Reader { return r }},
		{"byte by byte", iotest.OneByteReader},
		{"halves", iotest.HalfReader},
		{"data with EOF", iotest.DataErrReader},
	} {
		for _, test := range []struct{ tail, err string }{
			{"", ""},
			{"4\t1,,", "7:5: expected a successor's value, a non-negative integer, found ','"},
		} {
			var out bytes.Buffer
			err := newVertexReader(way.wrap(strings.NewReader(lines+test.tail))).
				solve(bufio.NewWriter(&out), kernel.Auto(), &kernel.Workspace{})
			if out.String() != want || test.err == "" && err != nil || test.err != "" && fmt.Sprint(err) != test.err {
				t.Errorf("%s: %q, %v, expected %q, %s", way.name, out.String(), err, want, test.err)
			}
		}
	}
}

// Lines are answered before the next read, which may wait forever.
func TestVertexAnswersWithoutWaiting(t *testing.T) {
	in, lines := io.Pipe()
	answers, out := io.Pipe()
	go newVertexReader(in).solve(bufio.NewWriter(out), kernel.Auto(), &kernel.Workspace{})
	scanner := bufio.NewScanner(answers)
	for _, test := range []struct{ line, want string }{{"2\t0,1,2\n", "4"}, {"1\t0,1,2\n", "3"}} {
		io.WriteString(lines, test.line)
		if !scanner.Scan() || scanner.Text() != test.want {
			t.Errorf("%q: %q, expected %s", test.line, scanner.Text(), test.want)
		}
	}
	lines.Close()
}

// A line of any length is one row. The lines before a failing read are answered.
func TestVertexLongLineThenFailure(t *testing.T) {
	long := "100\t0" + strings.Repeat(",1,2,4,8", 200_000) + "\n"
	r := io.MultiReader(strings.NewReader(long), iotest.ErrReader(io.ErrNoProgress))
	var out bytes.Buffer
	err := newVertexReader(r).solve(bufio.NewWriter(&out), kernel.Auto(), &kernel.Workspace{})
	if out.String() != "16\n" || err != io.ErrNoProgress {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestBudget(t *testing.T) {
	for _, test := range []struct {
		text string
		want uint64
	}{
		{"1e9", 1e9}, {"1000000", 1e6}, {"2.5e3", 2500}, {"18446744073709551615", 1<<64 - 1}, {"9007199254740993", 1<<53 + 1},
		{"0", 0}, {"0e5", 0}, {"-1", 0}, {"1.5", 0}, {"2e19", 0}, {"1e99", 0}, {"NaN", 0}, {"Inf", 0}, {"", 0}, {"ten", 0},
	} {
		var b budget
		if err := b.Set(test.text); uint64(b) != test.want || (err == nil) != (test.want > 0) {
			t.Errorf("%q: %d, %v, expected %d", test.text, b, err, test.want)
		}
		if test.want > 0 {
			var again budget
			if err := again.Set(b.String()); err != nil || again != b {
				t.Errorf("%q is written %q, which reads as %d", test.text, b.String(), again)
			}
		}
	}
}

// lineWriter reports writes that do not end with a line.
type lineWriter struct {
	t      *testing.T
	writes int
}

func (w *lineWriter) Write(p []byte) (int, error) {
	if w.writes++; !bytes.HasSuffix(p, []byte("\n")) {
		w.t.Errorf("write %d ends with %q, want a whole line", w.writes, p[max(0, len(p)-20):])
	}
	return len(p), nil
}

// A process that is ended leaves no part of an answer, which may look like one.
func TestVertexWholeLines(t *testing.T) {
	lines := strings.Repeat("2\t0,1,2\n5\t0,1,3,6,12,24,48,96,77,83\n1\t7\n2\t3,18446744073709551615\n", 3000)
	answers, explained := &lineWriter{t: t}, &lineWriter{t: t}
	ws := &kernel.Workspace{}
	if err := newVertexReader(strings.NewReader(lines)).solve(bufio.NewWriter(answers), kernel.Auto(), ws); err != nil {
		t.Error(err)
	}
	if err := newVertexReader(strings.NewReader(lines)).explain(explained, kernel.Auto().(kernel.Explainer), ws); err != nil {
		t.Error(err)
	}
	if answers.writes < 3 || explained.writes < 3 {
		t.Errorf("%d and %d writes, want several", answers.writes, explained.writes)
	}
}
