package report

import (
	"bytes"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mexlab/bench"
	"mexlab/bench/generate"
	"mexlab/bench/report/scaling"
)

func written(t *testing.T, machines []*Machine) string {
	t.Helper()
	var out bytes.Buffer
	if err := WritePage(&out, machines, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A page has all numbers in plain HTML, and the charts in itself.
func TestWritePage(t *testing.T) {
	page := written(t, loaded(t))
	for _, want := range []string{
		"<h2>What does one more successor cost?</h2>", "<h2>Which kernel is the fastest on which vertices?</h2>",
		`>affine/avx2</td>`, `<td data-sort="312.25">312</td>`, "<p class=\"faint\">Fastest: affine/avx2.</p>",
		"<p>Random boards like the judges&#39;: V=100", "<dt>cpu</dt><dd>Fake 1</dd>", "<h2>How many instructions does a vertex take?</h2>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if n := strings.Count(page, "<svg"); n != 1 {
		t.Errorf("%d charts, expected only the one that was measured", n)
	}
	if strings.Contains(page, "src=") || strings.Contains(page, "url(") {
		t.Error("the page asks for another file")
	}
	if strings.Contains(page, "<details open") {
		t.Error("a long table is open")
	}
}

// Another machine stands beside the first one, everywhere.
func TestSecondMachine(t *testing.T) {
	machines := loaded(t)
	other := *machines[0]
	other.Folder, other.Settings = "arm64/other", Settings{{"goarch", "arm64"}, {"cpu", "Other <2>"}, {"commit", "fedcba987654"}, {"rounds", "3"}, {"turn", "40ms"}}
	other.Arch = "arm64"
	one, two := written(t, machines), written(t, append(machines, &other))
	for what, count := range map[string]int{
		"<svg": 1, "<table class=\"dots\"><caption>Other &lt;2&gt;</caption>": 1, "<figcaption>Other &lt;2&gt;</figcaption>": 1,
		"<h3>arm64: Other &lt;2&gt;</h3>": 1, "The machines ran different commits.": 1, "A short run, of 3 rounds": 1,
	} {
		if got := strings.Count(two, what) - strings.Count(one, what); got != count {
			t.Errorf("the second machine adds %d of %q, expected %d", got, what, count)
		}
	}
	if strings.Contains(two, "<2>") {
		t.Error("a machine's name becomes markup")
	}
}

// row makes a row of workload load: costs of the floor and of kernels.
func row(load string, costs ...any) *bench.Row {
	r := &bench.Row{Suite: "Mex", Key: "load=" + load}
	for i := 0; i < len(costs); i += 2 {
		r.Results = append(r.Results, bench.Result{Kernel: costs[i].(string), Cost: costs[i+1].(float64)})
	}
	return r
}

func TestFindings(t *testing.T) {
	result := func(workers int, wall time.Duration) scaling.Result {
		c := scaling.Case{Game: "addsub", Order: generate.Children, Edges: 50_000_000, Workers: workers}
		return scaling.Result{Case: c, Wall: wall, Peak: 600_000_000}
	}
	a := &Machine{Settings: Settings{{"cpu", "A"}}, Rows: []*bench.Row{
		row("easy", bench.Floor, 2.0, "lowbit", 1000.0, "affine", 12.0, "affine/avx2", 3.0, "affine/avx512", 4.0, "auto", 3.0),
		row("hard", bench.Floor, 4.0, "lowbit", 500.0, "affine", 90.0, "affine/avx2", 100.0, "auto", 100.0),
	}, Scaling: []scaling.Result{result(0, time.Second), result(1, 8*time.Second), result(2, 5*time.Second)}}
	b := &Machine{Settings: Settings{{"cpu", "B"}}, Rows: []*bench.Row{
		row("easy", bench.Floor, 4.0, "lowbit", 900.0, "unit", 8.0, "affine", 40.0, "affine/avx2", 20.0, "auto", 16.0),
		row("wide", bench.Floor, 5.0, "paritysplit", 1e6, "auto", 100.0),
	}}
	counted := &Machine{Arch: "arm64", Counted: true, Rows: []*bench.Row{row("uva", "auto", 243.0, "affine", 700.0)}}
	var got []string
	for _, f := range findings([]*Machine{a, b, counted}) {
		got = append(got, f.claim+". "+f.figures)
	}
	want := []string{
		"Auto is up to 333 times as fast as enumeration. The usual kernel, lowbit, enumerates subsets. Auto is 56.2 to 333 times as fast on easy, and 5.00 times on hard.",
		"Auto takes as little as 1.50 times the floor. The floor is to read K and every value, which no kernel can avoid. Auto takes 1.50 to 4.00 times as long on easy, and 25.0 times on hard.",
		"Affine is the fastest in 2 cases of 4. That is on 3 workloads and 2 machines, auto left out. Otherwise it is unit on easy (B), paritysplit on wide (B).",
		"Auto chooses well in 2 cases of 4. It chooses a kernel for each vertex, and is as fast as the fastest one or at most 10% slower. It is farthest behind on easy (B): 2.00 times as long.",
		"Up to 4.00 times as fast in vector registers. Affine/vector is 2.00 to 4.00 times as fast as affine in plain Go on easy, and 0.90 times on hard.",
		"50.0 million edges in 5.0 s. A graph of that size takes 5.0 s from text to answer, with 2 workers on A. That is 5.0 readings of its text. It holds 12.0 bytes an edge in memory.",
		"243 instructions on arm64. That is what auto takes for a vertex of uva, counted in emulators.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if list := findings([]*Machine{{Rows: []*bench.Row{row("none", bench.Floor, 1.0)}}}); len(list) > 0 {
		t.Errorf("found %v in nothing", list)
	}
}

// A series has the fastest tier, and no cost that is not one.
func TestFold(t *testing.T) {
	r := row("x", bench.Floor, 1.0, "affine", 9.0, "affine/avx2", 4.0, "affine/avx512", 3.0, "auto", 0.0)
	r.Results = append(r.Results, bench.Result{Kernel: "naive", Limit: "too wide"})
	want := []bench.Result{{Kernel: bench.Floor, Cost: 1}, {Kernel: "affine", Cost: 9}, {Kernel: "affine/vector", Cost: 3}}
	if got := fold([]*bench.Row{r})[0].Results; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
}

// What a reader sees at first has no slower forms, unless there is nothing else.
func TestPalette(t *testing.T) {
	p := palette{[]string{bench.Floor, "naive", "lowbit", "affine", "affine/vector", "auto"}}
	for name, want := range map[string]string{bench.Floor: "floor false", "naive": "c0 true", "lowbit": "c1 false", "affine/vector": "c2 true", "affine": "c2 false", "auto": "c3 false"} {
		if got := p.class(name) + " " + strconv.FormatBool(p.aside(name)); got != want {
			t.Errorf("%s: %s, expected %s", name, got, want)
		}
	}
	if (palette{[]string{bench.Floor, "naive", "gray"}}).aside("naive") {
		t.Error("nothing is shown if only slower forms were timed")
	}
}

// Every color of text has a contrast of 4.5 or more to its paper, as WCAG 2.1 asks,
// in light and in dark.
func TestContrast(t *testing.T) {
	page := written(t, loaded(t))
	variable := func(name string, dark bool) string {
		all := regexp.MustCompile(`--`+name+`: (#[0-9a-f]+)`).FindAllStringSubmatch(page, -1)
		if len(all) != 2 {
			t.Fatalf("color %s is defined %d times, expected light and dark", name, len(all))
		}
		if dark {
			return all[1][1]
		}
		return all[0][1]
	}
	for _, dark := range []bool{false, true} {
		texts := []string{variable("ink", dark), variable("faint", dark), variable("mark", dark)}
		for _, c := range colors {
			if dark {
				texts = append(texts, c.dark)
			} else {
				texts = append(texts, c.light)
			}
		}
		for _, text := range texts {
			if got := contrast(t, text, variable("paper", dark)); got < 4.5 {
				t.Errorf("%s has a contrast of %.2f; dark: %v", text, got, dark)
			}
		}
	}
	for i, c := range colors {
		for _, color := range []string{c.light, c.dark} {
			if !strings.Contains(page, ".c"+strconv.Itoa(i)+" { color: "+color+"; }") {
				t.Errorf("the page does not use color %s", color)
			}
		}
	}
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(color string) float64 {
		color = color[1:]
		if len(color) == 3 {
			color = string([]byte{color[0], color[0], color[1], color[1], color[2], color[2]})
		}
		rgb, err := strconv.ParseUint(color, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			x := float64(rgb>>(16-8*i)&255) / 255
			if x <= 0.03928 {
				x /= 12.92
			} else {
				x = math.Pow((x+0.055)/1.055, 2.4)
			}
			sum += weight * x
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
