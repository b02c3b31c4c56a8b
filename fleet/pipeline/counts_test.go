package pipeline

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mexlab/game/addsub"
	"mexlab/kernel"
)

// The ways are those of all vertices of the games with an answer, whatever the shards.
func TestExplain(t *testing.T) {
	lines := boards(t, 400)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), []byte(strings.Join(lines[:100], "")+"3 3 0 1 1 2 2 0 1 1 1 0\n"))
	write(t, filepath.Join(dir, "b.gz"), packed(t, "b.gz", strings.Join(lines[100:], "")))
	_, bad, c := run(t, Options{Workers: 1, Explain: true, Input: filepath.Join(dir, "*"), Output: filepath.Join(t.TempDir(), "out")})

	var want Counts
	o := addsub.Options{Each: func(v *addsub.Vertex) error {
		x, err := v.Explain(kernel.Auto().(kernel.Explainer), &kernel.Workspace{})
		want.addVertices(x.Class, x.Way, 1)
		return err
	}}
	if err := addsub.Solve(context.Background(), strings.NewReader("400 "+strings.Join(lines, "")), io.Discard, o); err != nil {
		t.Fatal(err)
	}
	want.sort()
	if len(bad) != 1 || len(want.Ways) < 4 || !slices.Equal(c.Ways, want.Ways) {
		t.Errorf("bad lines %v; got ways %v, want %v", bad, c.Ways, want.Ways)
	}
}

// Answers are counted wherever their text is cut, and not in what a bad line quotes.
func TestAnswers(t *testing.T) {
	for _, form := range []struct {
		json bool
		text string
	}{
		{false, "WINNING LOSING WINNING\n\nerror: 3:1: found \"WINNING\"\nLOSING\n"},
		{true, `{"game":1,"rounds":[{"round":1,"winning":true},{"round":2,"winning":false},{"round":3,"winning":true}]}
{"game":2,"rounds":[]}
{"line":3,"column":1,"error":"found \"winning\":true"}
{"game":4,"rounds":[{"round":1,"winning":false}]}
`},
	} {
		for size := 1; size <= len(form.text); size++ {
			var c Counts
			a := &answers{Counts: &c, json: form.json}
			for part := range slices.Chunk([]byte(form.text), size) {
				a.Write(part)
			}
			if want := (Counts{Games: 3, Bad: 1, Winning: 2, Losing: 2}); c.String() != want.String() {
				t.Errorf("json %v, in parts of %d: got %v, want %v", form.json, size, &c, &want)
			}
		}
	}
}
