package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	"github.com/klauspost/compress/zstd"

	"mexlab/bench/generate"
	"mexlab/game/addsub"
	"mexlab/game/text"
)

// runner runs pipelines in process.
var runner = "direct"

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// try runs the pipeline.
func try(o Options) error {
	p, s := beam.NewPipelineWithRoot()
	if err := Build(s, o); err != nil {
		return err
	}
	_, err := beam.Run(context.Background(), runner, p)
	return err
}

// run runs the pipeline and returns what it wrote: all answers in the order of the
// shards, the bad lines sorted, and the counts.
func run(t testing.TB, o Options) (answers string, bad []BadLine, c *Counts) {
	t.Helper()
	if err := try(o); err != nil {
		t.Fatal(err)
	}
	shards, err := filepath.Glob(o.Output + "-*-of-*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range shards {
		answers += read(t, path)
	}
	for line := range strings.Lines(read(t, o.Output+badSuffix)) {
		var b BadLine
		if err := json.Unmarshal([]byte(line), &b); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		b.File = filepath.Base(b.File)
		bad = append(bad, b)
	}
	slices.SortFunc(bad, func(a, b BadLine) int {
		return strings.Compare(fmt.Sprintf("%s %9d", a.File, a.Line), fmt.Sprintf("%s %9d", b.File, b.Line))
	})
	c, err = ReadCounts(context.Background(), o.Output)
	if err != nil {
		t.Fatal(err)
	}
	return answers, bad, c
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// packed returns the text as it is in a file of that name.
func packed(t testing.TB, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch filepath.Ext(name) {
	case ".gz":
		w = gzip.NewWriter(&b)
	case ".zst":
		var err error
		if w, err = zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1)); err != nil {
			t.Fatal(err)
		}
	default:
		return []byte(text)
	}
	_, err := io.WriteString(w, text)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// boards returns n random games, one a line: of 2 to 11 vertices, and of all classes.
func boards(t testing.TB, n int) (lines []string) {
	t.Helper()
	const sizes = 10
	var of [sizes][]string
	for i := range of {
		v := uint64(2 + i)
		of[i] = generated(t, generate.Spec{Games: uint64(n/sizes + 1), Vertices: v, Edges: v * v / 3, Rounds: v % 4, MaxK: 1 + v%5})
	}
	for i := range n {
		lines = append(lines, of[i%sizes][i/sizes])
	}
	return lines
}

// generated returns the lines of boards.
func generated(t testing.TB, s generate.Spec) []string {
	t.Helper()
	s.Kind, s.Order, s.Lines, s.MaxTokens, s.Seed = "boards", generate.Shuffled, true, 100, 1
	var b bytes.Buffer
	if err := generate.Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(b.String()))
}

// solved returns the answers to games, one a line, in one call and one goroutine.
func solved(t testing.TB, lines []string, o Options) string {
	t.Helper()
	o.Workers = 1
	var out bytes.Buffer
	f := (&solveFn{o}).options()
	f.BadLine = func(_ uint64, err *text.Error) error { return err }
	err := addsub.Solve(context.Background(), strings.NewReader(strings.Join(lines, "")), &out, f)
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Shards in all forms have the answers that one call gives, byte for byte and in
// the order of the games.
func TestShards(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 2_000
	}
	const shards = 16
	lines := boards(t, n)
	dir := t.TempDir()
	for i := range shards {
		name := fmt.Sprintf("boards-%02d%s", i, []string{"", ".gz", ".zst"}[i%3])
		text := strings.Join(lines[i*n/shards:(i+1)*n/shards], "")
		write(t, filepath.Join(dir, name), packed(t, name, strings.TrimSuffix(text, "\n")))
	}
	for _, o := range []Options{
		{Workers: 1},
		{Workers: 2, JSON: true, Values: true, Move: true},
	} {
		o.Input, o.Output = filepath.Join(dir, "boards-*"), filepath.Join(t.TempDir(), "out")
		got, bad, c := run(t, o)
		want := solved(t, lines, o)
		winning, losing := strings.Count(want, "WINNING"), strings.Count(want, "LOSING")
		if o.JSON { // numbers of games are those of their lines in a shard
			winning, losing = strings.Count(want, `"winning":true`), strings.Count(want, `"winning":false`)
			got, want = unnumbered(got), unnumbered(want)
		}
		if got != want {
			t.Errorf("%+v: %d bytes of answers, want %d, or others", o, len(got), len(want))
		}
		all := Counts{Files: shards, Games: int64(n), Winning: int64(winning), Losing: int64(losing)}
		if c.String() != all.String() || len(bad) > 0 || winning == 0 || losing == 0 {
			t.Errorf("%+v: got %v and bad lines %v, want %v", o, c, bad, &all)
		}
		if left, _ := filepath.Glob(o.Output + "*"); len(left) != shards+2 {
			t.Errorf("%+v: wrote %q", o, left)
		}
	}
}

var number = regexp.MustCompile(`(?m)^{"game":\d+,`)

func unnumbered(answers string) string { return number.ReplaceAllString(answers, "{") }
