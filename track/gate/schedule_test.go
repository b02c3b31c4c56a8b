package gate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"mexlab/track/report"
	"mexlab/track/table"
)

// newPackages makes a module in which one package has changed itself, another
// imports it, and one builds only in the new version.
func newPackages(t *testing.T) *repository {
	const benchmark = "package f\n\nimport (\n\t\"testing\"\n\n\t\"example.com/f/lib\"\n)\n\nfunc BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t\tlib.Sink++\n\t}\n}\n"
	r := newModule(t, map[string]string{
		"a/x_test.go":      benchmark,
		"lib/lib.go":       "package lib\n\nvar Sink int\n",
		"lib/x_test.go":    strings.ReplaceAll(benchmarkFile("", ""), "package f", "package lib"),
		"mended/m.go":      "package mended\n\nvar Sink = undefined\n",
		"mended/x_test.go": strings.ReplaceAll(benchmarkFile("", ""), "package f", "package mended"),
	})
	r.write(map[string]string{
		"lib/lib.go":  "package lib\n\nvar Sink = 1\n\nfunc init() { Sink++ }\n",
		"mended/m.go": "package mended\n\nvar Sink int\n",
	})
	return r
}

func (r *repository) options() Options {
	return Options{Dir: r.dir, Base: "HEAD", Packages: []string{"./..."}, Bench: ".", Threshold: 0.5, MaxTime: time.Second}
}

// Packages that have changed themselves come first. What the budget does not
// reach is told.
func TestBudget(t *testing.T) {
	r := newPackages(t)
	opt := r.options()
	opt.Budget = 1
	got, err := Run(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"example.com/f/lib", "example.com/f/mended", "example.com/f/a"}
	if !slices.Equal(got.NotLooked, want) || got.Verdict != Inconclusive {
		t.Errorf("%s, not looked at %v; expected %v", got.Verdict, got.NotLooked, want)
	}
	var text strings.Builder
	if err := got.WriteText(&text, table.Plain); err != nil || !strings.Contains(text.String(), "Not looked at: 3 packages: "+strings.Join(want, ", ")) {
		t.Errorf("%s, %v", &text, err)
	}
}

// The budget is kept, whatever the benchmarks do, and whatever was to follow.
func TestBudgetIsKept(t *testing.T) {
	r := newModule(t, map[string]string{
		"v.go": "package f\n\nvar Size = 1000\n",
		"x_test.go": `package f

import (
	"testing"
	"time"
)

func BenchmarkSlower(b *testing.B) {
	for b.Loop() {
		for i := range Size {
			Sink += i ^ Sink
		}
	}
}

func BenchmarkSlow(b *testing.B) {
	time.Sleep(time.Second / 10)
	for b.Loop() {
		Sink++
	}
}

func BenchmarkStops(b *testing.B) {
	for b.N > 1 {
		time.Sleep(time.Second)
	}
}
`})
	r.edit("v.go", "1000", "1500")
	opt := r.options()
	opt.Budget, opt.MaxTime, opt.Threshold, opt.Layouts = 6*time.Second, time.Hour, 0.001, DefaultLayouts
	start := time.Now()
	got, err := Run(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	const forVersions = 10 * time.Second // to be laid out, and to be removed
	if took := time.Since(start); took > opt.Budget+lastPair+forVersions {
		t.Errorf("a budget of %v took %v", opt.Budget, took)
	}
	for _, b := range got.Results {
		if left := strings.Join(b.Reasons, " "); b.Verdict == "" || b.Verdict == report.Inconclusive && !strings.Contains(left, "the budget of 6s is spent") {
			t.Errorf("%s: %s, %q", b.Name, b.Verdict, left)
		}
	}
}

// An interrupted run reports what it has. A package that does not build in the
// base has only new benchmarks.
func TestInterrupted(t *testing.T) {
	r := newPackages(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("interrupted")
	opt := r.options()
	var told []string
	opt.Progress = func(done, of int, what string) {
		told = append(told, what)
		if strings.HasPrefix(what, "BenchmarkX") && done == 1 {
			if of != 2 {
				t.Errorf("%d benchmarks, expected 2", of)
			}
			cancel(why)
		}
	}
	got, err := Run(ctx, opt)
	if !errors.Is(err, why) || got == nil || len(got.Results) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if first, second := got.Results[1], got.Results[0]; first.Verdict == report.NotLooked || second.Verdict != report.NotLooked || !slices.Equal(second.Reasons, []string{"interrupted"}) {
		t.Errorf("%+v\n%+v", first, second)
	}
	if strings.Contains(strings.Join(got.Notes, ""), "\n") {
		t.Errorf("notes of several lines: %q", got.Notes)
	}
	if got.Verdict != Inconclusive || !slices.Equal(got.Added, []string{"example.com/f/mended.BenchmarkX"}) ||
		!strings.Contains(strings.Join(got.Notes, "\n"), "example.com/f/mended counts as new, since it does not build in HEAD") {
		t.Errorf("%+v", got)
	}
	if len(told) == 0 || !strings.HasPrefix(told[0], "building ") || !strings.HasSuffix(told[0], " of 3 packages") {
		t.Errorf("told %q", told)
	}
}

func TestShortFirst(t *testing.T) {
	took := map[string]time.Duration{"A": time.Second, "B": time.Microsecond, "C": time.Millisecond, "D": time.Minute}
	v := &version{listing: listing{took: took}}
	var all []*benchmark
	for _, name := range []string{"A", "B", "C", "D", "unknown"} {
		all = append(all, &benchmark{name: name, versions: [2]*version{v, v}})
	}
	order := ""
	for _, b := range shortFirst(all) {
		order += b.name + " "
	}
	if order != "B C unknown A D " {
		t.Error(order)
	}
}

// A benchmark that is too slow for its time says how much it needs.
func TestTooSlow(t *testing.T) {
	r := newModule(t, map[string]string{"x_test.go": strings.ReplaceAll(benchmarkFile("\t\"time\"\n", ""), "Sink++", "Sink++\n\t\ttime.Sleep(time.Second / 3)")})
	r.edit("f.go", "int", "int64")
	got, err := Run(t.Context(), r.options())
	if err != nil {
		t.Fatal(err)
	}
	if b := got.Results[0]; b.Verdict != report.Inconclusive || !strings.Contains(b.Reasons[0], "6 pairs of processes are the fewest that decide, and need about ") || !strings.Contains(b.Reasons[0], "; try --max-time ") {
		t.Errorf("%+v", b)
	}
}
