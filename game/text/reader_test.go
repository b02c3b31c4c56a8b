package text

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// ways are how a text may come to a Reader. Buffers are small, so that tokens lie
// across their ends.
var ways = []struct {
	name string
	open func(s string) *Reader
}{
	{"known size", func(s string) *Reader { return NewReader(strings.NewReader(s)) }},
	{"unknown size", func(s string) *Reader { return newReader(strings.NewReader(s), -1, 1<<14) }},
	{"byte by byte", func(s string) *Reader { return newReader(iotest.OneByteReader(strings.NewReader(s)), -1, 100) }},
	{"error with the last bytes", func(s string) *Reader { return newReader(iotest.DataErrReader(strings.NewReader(s)), -1, 200) }},
	{"tiny buffer", func(s string) *Reader { return newReader(strings.NewReader(s), -1, 0) }},
	{"odd buffer", func(s string) *Reader { return newReader(iotest.HalfReader(strings.NewReader(s)), -1, 71) }},
}

// oracle reads s in the plain way. It returns the numbers before the first wrong
// token, and the error there.
func oracle(s string) (values []uint64, err string) {
	line, col := 1, 1
	for i := 0; i < len(s); {
		if strings.IndexByte(" \t\n\v\f\r", s[i]) >= 0 {
			col++
			if s[i] == '\n' {
				line, col = line+1, 1
			}
			i++
			continue
		}
		n := strings.IndexAny(s[i:], " \t\n\v\f\r")
		if n < 0 {
			n = len(s) - i
		}
		token, more := s[i:i+n], ""
		v, e := strconv.ParseUint(token, 10, 63)
		if e != nil {
			if n > maxQuote {
				token, more = token[:maxQuote], "..."
			}
			why := "not a non-negative integer"
			if errors.Is(e, strconv.ErrRange) {
				why = "beyond 63 bits"
			}
			return values, fmt.Sprintf("%d:%d: %q%s, %s", line, col, token, more, why)
		}
		values = append(values, v)
		i, col = i+n, col+n
	}
	return values, fmt.Sprintf("%d:%d: end of input", line, col)
}

// readAll reads blocks of the given sizes in turn, those of 1 by Uint.
func readAll(r *Reader, blocks ...int) (values []uint64, err error) {
	for i := 0; ; i++ {
		b := blocks[i%len(blocks)]
		if b == 1 {
			v, err := r.Uint()
			if err != nil {
				return values, err
			}
			values = append(values, v)
			continue
		}
		dst := make([]uint64, b)
		n, err := r.Uints(dst)
		values = append(values, dst[:n]...)
		if err != nil {
			return values, err
		}
	}
}

// compare reads s in every way and compares that with the oracle.
func compare(t *testing.T, s string) {
	t.Helper()
	want, wantErr := oracle(s)
	for _, way := range ways {
		for _, blocks := range [][]int{{1}, {2}, {1000}, {1, 7, 3}} {
			r := way.open(s)
			got, err := readAll(r, blocks...)
			if fmt.Sprint(got) != fmt.Sprint(want) || err == nil || err.Error() != wantErr {
				t.Fatalf("%s, blocks %v, input %.300q:\ngot  %v, %v\nwant %v, %v", way.name, blocks, s, got, err, want, wantErr)
			}
			if _, again := r.Uint(); again == nil || again.Error() != wantErr {
				t.Fatalf("%s, input %.300q: asking again gives %v, want %v", way.name, s, again, wantErr)
			}
		}
	}
}

func TestTokens(t *testing.T) {
	for _, s := range []string{
		"", " ", "\n\n", "0", "7\n", "\t12 \r\n\v\f34\r\n", "00012", strings.Repeat("0", 60) + "5 6",
		"1 22 333 4444 55555 666666 7777777 88888888 999999999 1234567890 12345678901 123456789012",
		"1234567890123 12345678901234 123456789012345 1234567890123456 12345678901234567 1234567890123456789",
		fmt.Sprint(int64(math.MaxInt64)), fmt.Sprint(uint64(math.MaxInt64) + 1), "18446744073709551615", "18446744073709551616",
		"99999999999999999999999999", "5 -3", "+3", "1.5 2", "0x1", "3abc", "abc", "1\x002", "\x00", "1_000", "1e3",
		"12345678x", "123456789x", "1234567/ 1", "1234567: 1", "١", "1\u00a02", "\xff\xff\xff\xff\xff\xff\xff\xff", "1\x85",
		"1 0\n9223372036854775808", "1 -23456789",
		"1 2 3\n4 5\n  " + strings.Repeat("x", 3000) + " 6",
		strings.Repeat("1 ", 100) + "\n" + strings.Repeat(" ", 200) + "\n 3 a",
		strings.Repeat("12345678 ", 40) + "z", strings.Repeat("123456789012345\n", 40) + "-",
	} {
		compare(t, s)
	}
}

func TestRandomTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	separators := []string{" ", " ", "\n", "\r\n", "\t", "  \n", "\n\n\n  ", " \f\v "}
	for range 300 {
		var b strings.Builder
		for range rng.IntN(60) {
			if rng.IntN(300) == 0 {
				b.WriteString([]string{"-1", "x", "9223372036854775808"}[rng.IntN(3)])
			} else {
				fmt.Fprint(&b, rng.Uint64()>>(1+rng.IntN(63)))
			}
			b.WriteString(separators[rng.IntN(len(separators))])
		}
		b.WriteString([]string{"", "123", "-9876543210", "12345678901234567890"}[rng.IntN(4)])
		compare(t, b.String())
	}
}

func TestByteOrderMark(t *testing.T) {
	for _, way := range ways {
		_, err := way.open("\ufeff3 4").Uint()
		if want := "1:1: a byte order mark: save the text without one"; err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", way.name, err, want)
		}
	}
}

// xs is an endless token.
type xs byte

func (x xs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(x)
	}
	return len(p), nil
}

func TestEndlessTokens(t *testing.T) {
	for c, want := range map[byte]string{
		'x': `1:1: "xxxxxxxxxxxxxxxxxxxx"..., not a non-negative integer`,
		'9': `1:1: "99999999999999999999"..., beyond 63 bits`,
		'0': `1:1: "00000000000000000000"..., longer than 65536 bytes`,
	} {
		if _, err := NewReader(xs(c)).Uint(); err == nil || err.Error() != want {
			t.Errorf("%c: got %v, want %s", c, err, want)
		}
	}
}

func TestReadErrorsArePassedOn(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, s := range []string{"", "1", "1 ", "1 2 3"} {
		for _, blocks := range [][]int{{1}, {100}} {
			r := NewReader(io.MultiReader(strings.NewReader(s), iotest.ErrReader(broken)))
			_, err := readAll(r, blocks...)
			err = Expected(err, "expected %s", "more")
			if !errors.Is(err, broken) || err.Error() != "cannot read the input: disk on fire" {
				t.Errorf("after %q: got %v", s, err)
			}
		}
	}
	if err := NewReader(io.MultiReader(strings.NewReader(" \n"), iotest.ErrReader(broken))).End(); !errors.Is(err, broken) {
		t.Errorf("End: got %v", err)
	}
	silent := readerFunc(func([]byte) (int, error) { return 0, nil })
	if _, err := NewReader(silent).Uint(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a source that gives nothing: got %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// Somebody who types gets the answer at the end of the line, not 20 bytes later.
func TestErrorsDoNotWaitForMore(t *testing.T) {
	lines := []string{"1\n", "ab\n"}
	r := NewReader(readerFunc(func(p []byte) (int, error) {
		if len(lines) == 0 {
			t.Fatal("asked for more than was needed")
		}
		n := copy(p, lines[0])
		lines = lines[1:]
		return n, nil
	}))
	if v, err := r.Uint(); v != 1 || err != nil {
		t.Fatal(v, err)
	}
	if _, err := r.Uint(); err.Error() != `2:1: "ab", not a non-negative integer` {
		t.Fatal(err)
	}
}

func TestEnd(t *testing.T) {
	for s, want := range map[string]string{
		"5":                               "",
		"5 \r\n\n\t":                      "",
		"5 \n 6 7":                        `2:2: expected the end of the input, found "6"`,
		"5 x":                             `1:3: expected the end of the input, found "x"`,
		"5\n0000000000000000000000000001": `2:1: expected the end of the input, found "00000000000000000000"...`,
	} {
		for _, way := range ways {
			r := way.open(s)
			if _, err := r.Uint(); err != nil {
				t.Fatal(err)
			}
			got := ""
			if err := r.End(); err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("%s: %q: got %q, want %q", way.name, s, got, want)
			}
		}
	}
}

func TestErrorfIsAboutTheLastToken(t *testing.T) {
	s := strings.Repeat("\n  12 345\t6", 50)
	for _, way := range ways {
		r := way.open(s)
		for line := 2; line <= 51; line++ {
			for _, col := range []int{3, 6, 10} {
				if _, err := r.Uint(); err != nil {
					t.Fatal(err)
				}
				if e := r.Errorf("no"); e.Pos != (Pos{line, col}) {
					t.Fatalf("%s: got %v, want %d:%d", way.name, e, line, col)
				}
			}
		}
	}
}

func TestRemaining(t *testing.T) {
	name := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(name, []byte("skip 12 3 4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(5, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	for _, src := range []io.Reader{f, strings.NewReader("12 3 4\n"), bytes.NewBufferString("12 3 4\n")} {
		r := NewReader(src)
		if n, known := r.Remaining(); n != 7 || !known {
			t.Errorf("%T: at first %d, %v", src, n, known)
		}
		r.Uint()
		if n, known := r.Remaining(); n != 5 || !known {
			t.Errorf("%T: after one token %d, %v", src, n, known)
		}
		if !r.Fits(3) || r.Fits(4) || r.Fits(math.MaxUint64) {
			t.Errorf("%T: 5 bytes hold up to 3 tokens", src)
		}
		if r.Reserve(2) != 2 || r.Reserve(1<<40) > 1<<20 {
			t.Errorf("%T: reserves %d for 2 and %d for 2^40", src, r.Reserve(2), r.Reserve(1<<40))
		}
	}
	r := NewReader(struct{ io.Reader }{strings.NewReader("1")})
	if n, known := r.Remaining(); known {
		t.Errorf("a plain Reader: %d bytes", n)
	}
	if !r.Fits(1<<62) || r.Reserve(1<<62) > 1<<20 {
		t.Errorf("a plain Reader reserves %d for 2^62", r.Reserve(1<<62))
	}
}

func TestExpectedAndIn(t *testing.T) {
	r := NewReader(strings.NewReader("\n 1"))
	r.Uint()
	_, err := r.Uint()
	err = In(Expected(err, "expected the number of %s", "edges"), "game %d", 2)
	if want := "2:3: game 2: expected the number of edges, found end of input"; err.Error() != want {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestAppend(t *testing.T) {
	s := ""
	want := []uint64{5}
	for i := range uint64(10_000) {
		s += fmt.Sprintln(i)
		want = append(want, i)
	}
	for _, way := range ways {
		got, err := way.open(s).Append([]uint64{5}, 10_000)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %d numbers, %v", way.name, len(got), err)
		}
		got, err = way.open(s).Append([]uint64{5}, 1<<62)
		if err == nil || err.Error() != "10001:1: end of input" || !slices.Equal(got, want) || cap(got) > 1<<16 {
			t.Errorf("%s: asked for 2^62: %d numbers, capacity %d, %v", way.name, len(got), cap(got), err)
		}
	}
}
