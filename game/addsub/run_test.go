package addsub

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"mexlab/game"
	"mexlab/game/text"
)

// oneLarge is a game that is larger than a group and has wide levels, with two
// small ones before and after it.
func oneLarge(rng *rand.Rand, vertices, edges int) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, 5)
	b.WriteString(good)
	fmt.Fprintln(&b, vertices, edges)
	name := rng.Perm(vertices)
	for range edges {
		u := 1 + rng.IntN(vertices-1)
		fmt.Fprintln(&b, name[u], name[rng.IntN(u)])
	}
	for range vertices {
		fmt.Fprint(&b, rng.IntN(9), " ")
	}
	b.WriteString("\n2\n")
	for range 2 * vertices {
		fmt.Fprint(&b, rng.IntN(4), " ")
	}
	b.WriteString("\n")
	b.WriteString(good)
	return b.Bytes()
}

// The answers do not depend on the number of workers, on whether the input can
// be read twice, or on the size of groups.
func TestPathsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	inputs := map[string][]byte{
		"small games":  boards(rng, 300, 30, 60, 2, 6, 9),
		"a large game": oneLarge(rng, 30_000, 90_000),
		"a bad game":   append(boards(rng, 40, 30, 60, 2, 6, 9), "7"...),
	}
	for name, in := range inputs {
		for _, opt := range []Options{{}, {Values: true, Move: true}, {JSON: true, Values: true}} {
			opt.Workers = 1
			var want bytes.Buffer
			wantErr := solve(t.Context(), stream{bytes.NewReader(in)}, &want, opt, groupSize)
			for _, workers := range []int{1, 2, 3, 8} {
				for _, size := range []int{1, 5000, groupSize} {
					for way, r := range map[string]io.Reader{
						"twice": bytes.NewReader(in), "once": stream{bytes.NewReader(in)}, "in halves": iotest.HalfReader(bytes.NewReader(in)),
					} {
						if size == 1 && way != "twice" {
							continue
						}
						opt.Workers = workers
						var got bytes.Buffer
						err := solve(t.Context(), r, &got, opt, size)
						if !bytes.Equal(got.Bytes(), want.Bytes()) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
							t.Errorf("%s, %+v, groups of %d, read %s: %v, and the output differs at %s; want %v",
								name, opt, size, way, err, firstDifference(got.String(), want.String()), wantErr)
						}
					}
				}
			}
		}
	}
}

// Every way to read a large game finds bad input in the middle at its position.
func TestBadInALargeGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	lines := strings.SplitAfter(string(oneLarge(rng, 30_000, 90_000)), "\n")
	at := 80_000
	lines[at] = "12 -3\n"
	want := fmt.Sprintf(`%d:4: game 3: expected the end of edge`, at+1)
	in := strings.Join(lines, "")
	for _, workers := range []int{1, 2, 5} {
		for _, r := range []io.Reader{strings.NewReader(in), stream{strings.NewReader(in)}} {
			var out bytes.Buffer
			err := Solve(t.Context(), r, &out, Options{Work: game.Work{Workers: workers}})
			if !wraps[*text.Error](err) || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%d workers: got %v, want %s", workers, err, want)
			}
			if !strings.HasPrefix(out.String(), "Game#1:") || strings.Contains(out.String(), "Game#3:") {
				t.Errorf("%d workers: printed %q, want the first two games alone", workers, &out)
			}
		}
	}
}

// Compressed text that is cut short is an error, and only right answers are
// printed before it.
func TestCutShort(t *testing.T) {
	in := boards(rand.New(rand.NewPCG(15, 16)), 100, 30, 60, 2, 6, 9)
	var packed, want bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(in)
	z.Close()
	if err := Solve(t.Context(), bytes.NewReader(in), &want, Options{}); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{packed.Len(), packed.Len() - 1, packed.Len() - 8, packed.Len() - 9, packed.Len() / 2, 20, 3} {
		var out bytes.Buffer
		r, err := text.Decompress(bytes.NewReader(packed.Bytes()[:n]))
		if err == nil {
			err = Solve(t.Context(), r, &out, Options{})
		}
		if whole := n == packed.Len(); whole != (err == nil) || whole && !bytes.Equal(out.Bytes(), want.Bytes()) {
			t.Errorf("%d of %d bytes: %v", n, packed.Len(), err)
		}
		if !bytes.HasPrefix(want.Bytes(), out.Bytes()) {
			t.Errorf("%d of %d bytes: printed something else than the answers", n, packed.Len())
		}
	}
}

// A writer that fails ends the work with its error.
func TestWriteErrors(t *testing.T) {
	in := boards(rand.New(rand.NewPCG(17, 18)), 3000, 10, 15, 2, 6, 9)
	for _, workers := range []int{1, 2, 4} {
		for _, room := range []int{0, 1000, 70_000} {
			w := &fullAfter{room: room}
			if err := solve(t.Context(), bytes.NewReader(in), w, Options{Work: game.Work{Workers: workers}}, 2000); !errors.Is(err, errFull) {
				t.Errorf("%d workers, room for %d bytes: got %v", workers, room, err)
			}
		}
	}
}

type fullAfter struct{ room int }

func (f *fullAfter) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return 0, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

// The end of the context ends the work with its cause, after a complete game.
func TestEndedByContext(t *testing.T) {
	in := boards(rand.New(rand.NewPCG(19, 20)), 3000, 10, 15, 2, 6, 9)
	tired := errors.New("tired")
	for _, workers := range []int{1, 2, 4} {
		ctx, end := context.WithCancelCause(context.Background())
		var out bytes.Buffer
		err := solve(ctx, &endsAfter{bytes.NewReader(in), len(in) / 2, func() { end(tired) }}, &out,
			Options{Work: game.Work{Workers: workers}}, 2000)
		if !errors.Is(err, tired) {
			t.Errorf("%d workers: got %v, want %v", workers, err, tired)
		}
		if out.Len() > 0 && !strings.HasSuffix(out.String(), "\n\n") {
			t.Errorf("%d workers: the output ends inside a game: ...%q", workers, out.String()[max(0, out.Len()-30):])
		}
	}
}

// endsAfter calls end when left bytes have been read.
type endsAfter struct {
	r    io.Reader
	left int
	end  func()
}

func (e *endsAfter) Read(p []byte) (int, error) {
	n, err := e.r.Read(p[:min(len(p), 1000)])
	if e.left -= n; e.left < 0 {
		e.end()
	}
	return n, err
}

// A graph that does not fit in memory is refused at its header.
func TestMemory(t *testing.T) {
	const in = "1\n1000000 9000000\n"
	padded := in + strings.Repeat("0 ", 19_000_001)
	const want = "2:9: game 1: expected a graph that fits in memory: 1000000 vertices and 9000000 edges take about 75500000 bytes, and 50000000 are available"
	for _, r := range []io.Reader{strings.NewReader(padded), stream{strings.NewReader(padded)}} {
		err := Solve(t.Context(), r, io.Discard, Options{Work: game.Work{Memory: 50_000_000}})
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
