package pipeline

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
)

// A flaky file system is the local one. Each operation fails as often as failures says.
type flaky struct{ local filesystem.Interface }

var (
	failures map[string]int
	failing  sync.Mutex
	errFlaky = errors.New("the network is down")
)

func init() {
	filesystem.Register("flaky", func(ctx context.Context) filesystem.Interface { return flaky{local.New(ctx)} })
}

// fail returns an error if the operation is to fail now.
func fail(operation string) error {
	failing.Lock()
	defer failing.Unlock()
	if failures[operation] == 0 {
		return nil
	}
	failures[operation]--
	return errFlaky
}

func bare(path string) string { return strings.TrimPrefix(path, "flaky://") }

func (f flaky) Close() error { return nil }

func (f flaky) Size(ctx context.Context, path string) (int64, error) {
	return f.local.Size(ctx, bare(path))
}

func (f flaky) List(ctx context.Context, glob string) ([]string, error) {
	paths, err := f.local.List(ctx, bare(glob))
	for i := range paths {
		paths[i] = "flaky://" + paths[i]
	}
	return paths, err
}

func (f flaky) OpenRead(ctx context.Context, path string) (io.ReadCloser, error) {
	if err := fail("open"); err != nil {
		return nil, err
	}
	r, err := f.local.OpenRead(ctx, bare(path))
	return flakyReader{r}, err
}

func (f flaky) OpenWrite(ctx context.Context, path string) (io.WriteCloser, error) {
	if err := fail("create"); err != nil {
		return nil, err
	}
	w, err := f.local.OpenWrite(ctx, bare(path))
	return flakyWriter{w}, err
}

func (f flaky) Rename(ctx context.Context, from, to string) error {
	if err := fail("rename"); err != nil {
		return err
	}
	return os.Rename(bare(from), bare(to))
}

func (f flaky) Remove(ctx context.Context, path string) error { return os.Remove(bare(path)) }

type flakyReader struct{ io.ReadCloser }

// Read fails after the first bytes.
func (f flakyReader) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p[:min(len(p), 1000)])
	if err == nil {
		err = fail("read")
	}
	return n, err
}

type flakyWriter struct{ io.WriteCloser }

func (f flakyWriter) Write(p []byte) (int, error) {
	if err := fail("write"); err != nil {
		n, _ := f.WriteCloser.Write(p[:len(p)/2])
		return n, err
	}
	return f.WriteCloser.Write(p)
}

func (f flakyWriter) Close() error { return errors.Join(f.WriteCloser.Close(), fail("close")) }

// An attempt is what ProcessElement emitted, and its error.
type attempt struct {
	counts []Counts
	bad    []string
	err    error
}

func (f *solveFn) attempt(s Shard) (a attempt) {
	a.err = f.ProcessElement(context.Background(), s,
		func(_ int, c Counts) { a.counts = append(a.counts, c) }, func(line string) { a.bad = append(a.bad, line) })
	return a
}

// No runner in process does a shard again that failed, so this test does what Beam
// does: it takes what the first attempt without an error emitted. Attempts that
// fail, wherever they do, and attempts at the same time leave nothing behind.
func TestRetry(t *testing.T) {
	dir := t.TempDir()
	text := strings.Join(boards(t, 300), "") + "bad\n"
	write(t, filepath.Join(dir, "boards.gz"), packed(t, "boards.gz", text))
	shard := Shard{"flaky://" + filepath.Join(dir, "boards.gz"), 0, 1}
	folder := func() (*solveFn, string) {
		dir := t.TempDir()
		return &solveFn{Options{Workers: 1, Explain: true, Output: "flaky://" + filepath.Join(dir, "out")}}, dir
	}
	f, out := folder()
	want, file := f.attempt(shard), "out-00000-of-00001"
	answers := read(t, filepath.Join(out, file))
	if want.err != nil || len(want.counts) != 1 || len(want.bad) != 1 || answers == "" {
		t.Fatalf("undisturbed: %+v", want)
	}
	check := func(what string, got attempt, out string) {
		if !reflect.DeepEqual(got, want) || read(t, filepath.Join(out, file)) != answers {
			t.Errorf("%s: got %+v, want %+v", what, got, want)
		}
		if left, _ := os.ReadDir(out); len(left) != 1 {
			t.Errorf("%s: left are %v", what, left)
		}
	}
	for _, operation := range []string{"open", "read", "create", "write", "close", "rename"} {
		f, out := folder()
		failures = map[string]int{operation: 1}
		if got := f.attempt(shard); !errors.Is(got.err, errFlaky) || len(got.counts) > 0 || !strings.Contains(got.err.Error(), "boards.gz") {
			t.Errorf("%s fails: got %+v", operation, got)
		}
		if left, _ := os.ReadDir(out); len(left) > 0 {
			t.Errorf("%s fails: left are %v", operation, left)
		}
		check("after a failed "+operation, f.attempt(shard), out)
		check("after a success", f.attempt(shard), out)
	}
	f, out = folder()
	var both [2]attempt
	var all sync.WaitGroup
	for i := range both {
		all.Go(func() { both[i] = f.attempt(shard) })
	}
	all.Wait()
	check("one of two", both[0], out)
	check("the other", both[1], out)
}

// A pipeline that failed may be run again, with the same output. There are counts
// only of one that did not fail.
func TestRunAgain(t *testing.T) {
	dir := t.TempDir()
	lines := boards(t, 300)
	for i, name := range []string{"a", "b.gz", "c"} {
		write(t, filepath.Join(dir, name), packed(t, name, strings.Join(lines[100*i:100*i+100], "")))
	}
	o := Options{Workers: 1, JSON: true, Values: true, Input: "flaky://" + filepath.Join(dir, "*"), Output: filepath.Join(t.TempDir(), "out")}
	for range 2 {
		failures = map[string]int{"read": 1}
		if err := try(o); err == nil || !strings.Contains(err.Error(), errFlaky.Error()) {
			t.Errorf("got %v", err)
		}
		if _, err := ReadCounts(context.Background(), o.Output); err == nil {
			t.Error("there are counts of a pipeline that failed")
		}
		got, bad, c := run(t, o)
		if want := solved(t, lines, o); unnumbered(got) != unnumbered(want) || len(bad) > 0 || c.Games != 300 {
			t.Errorf("after that: %v, bad lines %v; or the answers differ", c, bad)
		}
	}
}
