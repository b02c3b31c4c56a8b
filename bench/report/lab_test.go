package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/bench"
	"mexlab/internal/browser"
)

// labPage writes the page of a run of the lab whose turns are apart.
func labPage(t *testing.T) string {
	t.Helper()
	scattered := func(kernel string, ns float64) bench.Result {
		x := bench.Result{Kernel: kernel, Vertices: 9, Cost: ns}
		for _, share := range []float64{0.8, 0.9, 1, 1, 1, 1.1, 1.2} {
			x.Turns = append(x.Turns, ns*share)
		}
		return x
	}
	row := &bench.Row{Suite: "Mex", Key: "deg=15/k=uniform/values=board/load=uva", Results: []bench.Result{scattered(bench.Floor, 20),
		scattered("affine", 1234), scattered("affine/avx2", 98), {Kernel: "unit", Limit: "takes 0 and powers of two"}, scattered("auto", 56)}}
	return written(t, []*Machine{OfLab(&bench.Results{GOARCH: "amd64", Tier: "avx2", Rounds: 7, Apart: 0.3, Rows: []*bench.Row{row}})})
}

// Each figure on the lab's page has its interval, and the digits that it leaves.
func TestLabPage(t *testing.T) {
	page := labPage(t)
	for _, want := range []string{
		"<li>The fastest, besides auto: affine/avx2 on uva.</li>",
		"<li>The machine was busy: half of the rounds and the other half are 30% apart. Stop other programs, and try again.</li>",
		"Pale bars and ± are 95% intervals.",
		`<td>1.2 µs <small>±10%</small></td><td>61.7 ×</td>`, // every round has the same ratio
		`<td data-sort="1234">1,200 ±10%</td>`,
		`<s style="left:`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(page, "times as fast as enumeration") {
		t.Error("the page has findings without intervals")
	}
	if strings.Contains(written(t, loaded(t)), "<small>") {
		t.Error("a report without turns has intervals")
	}
}

// On a phone a kernel's line is below its figures, and nothing is cut off.
func TestLabPageInBrowser(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(path, []byte(labPage(t)), 0o666); err != nil {
		t.Fatal(err)
	}
	b := browser.Start(t)
	for _, scheme := range []string{"light", "dark"} {
		b.Scheme(t, scheme)
		for _, width := range []int{390, 1280} {
			b.Open(t, "file://"+path, width, 800, width == 390)
			browser.Eval[any](t, b, `document.querySelectorAll("details").forEach(d => d.open = true)`)
			b.Fits(t)
			b.Legible(t)
			const dots = `(() => { const line = document.querySelector(".ranges tr:not(.off) .track").getBoundingClientRect(), range = document.querySelector(".ranges tr:not(.off) s").getBoundingClientRect();
				return [line.width, range.left - line.left, line.right - range.right, range.width]; })()`
			for i, size := range browser.Eval[[]float64](t, b, dots) {
				if least := []float64{200, 0, 0, 2}[i]; size < least {
					t.Errorf("width %d: %v pixels, expected at least %v", width, size, least)
				}
			}
			b.Quiet(t)
		}
	}
}
