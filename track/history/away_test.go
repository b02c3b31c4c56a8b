package history

import (
	"context"
	"strings"
	"testing"
	"time"

	"mexlab/track/gate"
)

// A search with the gate itself skips commits without the benchmark, and those
// where it fails, and finds the slow one behind them. Git chooses which of them it
// meets.
func TestBisectAway(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and measures")
	}
	t.Parallel()
	const work = "package f\n\nfunc Work(n int) (s int) {\n\tfor i := range n {\n\t\ts += i ^ s\n\t}\n\treturn s\n}\n"
	const bench = "package f\n\nimport \"testing\"\n\nvar sink int\n\nfunc BenchmarkWork(b *testing.B) {\n\tfor range b.N {\n\t\tsink += Work(1000)\n\t}\n}\n"
	r := newRepo(t)
	r.commit("go.mod", "module example.com/f\n\ngo 1.24\n")
	r.commit("f.go", work)
	good := r.commit("f_test.go", bench)
	r.commit("f_test.go", "package f\n")
	r.commit("f_test.go", strings.Replace(bench, "for range", "b.Fatal(\"broken\")\n\tfor range", 1))
	r.commit("f_test.go", bench)
	slow := r.commit("f.go", strings.Replace(work, "i ^ s", "(i ^ s) % 1000", 1))
	var lines []string
	step, err := Bisect(context.Background(), BisectOptions{Dir: r.dir, Good: good, Bad: "HEAD",
		Compare: ByGate(gate.Options{Dir: r.dir, Packages: []string{"./..."}, Threshold: 0.02, MaxTime: 5 * time.Second}, "Work"),
		Report:  func(s Step) { lines = append(lines, s.Text) }})
	log := strings.Join(lines, "\n")
	if err != nil || step.Commit != slow || !strings.HasPrefix(step.Text, "regression: slower (+") ||
		!strings.Contains(log, "skipped: it has no BenchmarkWork") && !strings.Contains(log, "skipped: fails in ") {
		t.Errorf("%+v, %v; expected %s\n%s", step, err, slow, log)
	}
}
