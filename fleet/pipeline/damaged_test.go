package pipeline

import (
	"path/filepath"
	"strings"
	"testing"
)

// What is wrong with one shard is told, and the rest goes on.
func TestDamaged(t *testing.T) {
	lines := boards(t, 600)
	dir := t.TempDir()
	put := func(name, text string) { write(t, filepath.Join(dir, name), packed(t, name, text)) }
	put("0-empty", "")
	put("1-empty.gz", "")
	put("2-bad-line", strings.Join(lines[:2], "")+"\n2 1 0 x 1 1 0\n"+"3 3 0 1 1 2 2 0 1 1 1 0\n"+lines[2])
	put("3-no-newline", strings.TrimSuffix(lines[3], "\n"))
	whole := packed(t, "boards.gz", strings.Join(lines[4:], ""))
	write(t, filepath.Join(dir, "4-truncated.gz"), whole[:len(whole)/2])
	write(t, filepath.Join(dir, "5-foreign.gz"), []byte("\x1f\x8b and no more"))

	o := Options{Workers: 1, Input: filepath.Join(dir, "*"), Output: filepath.Join(t.TempDir(), "out")}
	got, bad, c := run(t, o)
	good := ""
	for line := range strings.Lines(got) {
		if !strings.HasPrefix(line, "error: ") {
			good += line
		}
	}
	games := strings.Count(good, "\n")
	if games < 50 || games > 500 || good != solved(t, lines[:games], o) {
		t.Errorf("%d games of the damaged file are answered, or wrongly: %q", games-4, got)
	}
	want := []BadLine{
		{"2-bad-line", 4, 7, "not a non-negative integer"},
		{"2-bad-line", 5, 1, "expected no cycle"},
		{"4-truncated.gz", games - 4 + 1, 0, "cut short"},
		{"5-foreign.gz", 1, 0, "something else"},
	}
	if len(bad) != len(want) {
		t.Fatalf("got bad lines %+v, want %+v", bad, want)
	}
	for i, b := range bad {
		if b.File != want[i].File || b.Line != want[i].Line || (b.Column > 0) != (want[i].Column > 0) || !strings.Contains(b.Message, want[i].Message) {
			t.Errorf("got %+v, want %+v", b, want[i])
		}
	}
	if c.Files != 6 || c.Damaged != 2 || c.Games != int64(games) || c.Bad != 2 {
		t.Errorf("got %v", c)
	}
}

// A pattern without files is no empty success.
func TestNoFile(t *testing.T) {
	o := Options{Workers: 1, Input: filepath.Join(t.TempDir(), "boards-*"), Output: filepath.Join(t.TempDir(), "out")}
	if err := try(o); err == nil || !strings.Contains(err.Error(), "no file matches") || !strings.Contains(err.Error(), "boards-*") {
		t.Errorf("got %v", err)
	}
	if left, _ := filepath.Glob(o.Output + "*"); len(left) > 0 {
		t.Errorf("wrote %q", left)
	}
}
