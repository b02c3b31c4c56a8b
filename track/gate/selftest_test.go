package gate

import (
	"bytes"
	"context"
	"errors"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/track/table"
)

// A slowdown is injected into the version whose functions have moved. What is
// ended early reports what it has.
func TestSelfTestTrials(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds and measures")
	}
	w := &workspace{dir: t.TempDir()}
	base, err := w.selfTestVersion(t.Context(), "base", "")
	if err != nil {
		t.Fatal(err)
	}
	moved, err := w.selfTestVersion(t.Context(), "moved", unrelated(1))
	if err != nil {
		t.Fatal(err)
	}
	if base.sum == moved.sum {
		t.Error("nothing has moved")
	}
	ctx, cancel := context.WithCancel(t.Context())
	row := &SelfTestRow{Benchmark: "BenchmarkCompute", Moved: true, Injected: 0.5, Threshold: 0.1, MaxSeconds: 20}
	r := &SelfTestReport{Rows: []*SelfTestRow{row}, Planned: 3}
	err = r.tryAll(ctx, &selfTestCode{space: w, base: base, moved: []*linkedVersion{moved}}, []*SelfTestRow{row, row, row}, func(done, _ int, _ string) {
		if done == 1 {
			cancel()
		}
	})
	if err == nil || row.Trials != 1 || row.Slower != 1 || row.MeanChange < 0.3 || row.MeanChange > 0.7 || row.Median <= 0 {
		t.Errorf("%+v, %v; expected a slowdown, and the end of the second trial", row, err)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text, table.Plain); err != nil || !strings.Contains(text.String(), "Ended early, after 1 of 3 trials.") {
		t.Errorf("%v in %s", err, &text)
	}
}

// A trial has enough layouts, all different.
func TestSelfTestDraws(t *testing.T) {
	v := &linkedVersion{version: &version{}, layouts: make([]*binary, selfTestLayouts(DefaultLayouts))}
	for i := range v.layouts {
		v.layouts[i] = &binary{}
	}
	code := &selfTestCode{most: DefaultLayouts, base: v}
	drawn := map[*binary]bool{}
	var c cycle
	l := code.draw(v)
	if err := c.begin(t.Context(), l); err != nil || c.used < 2 {
		t.Errorf("%d layouts, %v", c.used, err)
	}
	for _, both := range append(l.linked, l.spare...) {
		if both[0] != both[1] || drawn[both[0]] {
			t.Error("a layout is drawn twice, or only for one version")
		}
		drawn[both[0]] = true
	}
	if len(drawn) != DefaultLayouts {
		t.Errorf("%d layouts are drawn, expected %d", len(drawn), DefaultLayouts)
	}
}

// Ending the builds leaves nothing behind.
func TestSelfTestBuilds(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	r, err := SelfTest(ctx, SelfTestOptions{Progress: func(int, int, string) { cancel(enough) }})
	if r != nil || !errors.Is(err, enough) {
		t.Errorf("%v, %v", r, err)
	}
	if left, err := filepath.Glob(filepath.Join(temp, "mexlab-gate-*")); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v, %v", left, err)
	}
}

// Files of unrelated functions are Go, and differ in size.
func TestUnrelated(t *testing.T) {
	sizes := map[int]bool{}
	for seed := range uint64(movedHeads) {
		text := unrelated(seed)
		if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil {
			t.Errorf("%v in %s", err, text)
		}
		sizes[len(text)] = true
	}
	if len(sizes) != movedHeads {
		t.Errorf("%d sizes of %d", len(sizes), movedHeads)
	}
}

func TestSelfTestSummary(t *testing.T) {
	r := &SelfTestReport{Planned: 400, Suites: 5, Rows: []*SelfTestRow{
		{Benchmark: "BenchmarkA", Trials: 100, Passed: 100},
		{Benchmark: "BenchmarkA", Moved: true, Trials: 200, Faster: 1, Passed: 199},
		{Benchmark: "BenchmarkA", Moved: true, Injected: 0.02, Trials: 50, Slower: 45, Inconclusive: 5},
		{Benchmark: "BenchmarkA", Moved: true, Injected: 0.05, Trials: 50, Slower: 50},
	}}
	for _, row := range r.Rows {
		row.finish()
	}
	var text bytes.Buffer
	if err := r.WriteText(&text, table.Plain); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Identical code: called slower in 0 of 100 (at most 2.95%), slower or faster in 0 of 100 (at most 2.95%).",
		"Identical code, functions moved: called slower in 0 of 200 (at most 1.49%), slower or faster in 1 of 200 (at most 2.35%).",
		"Slower by 2%, functions moved: found in 45 of 50 (at least 80.1%).",
		"Slower by 5%, functions moved: found in 50 of 50 (at least 94.2%).",
		"Slower code: called faster in 0 of 100 (at most 2.95%).",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report lacks %q: %s", want, &text)
		}
	}
	if strings.Contains(text.String(), "early") {
		t.Errorf("it was not ended early: %s", &text)
	}
}
