package compare

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/internal/browser"
)

// TestPage reads the page in a real browser: on a phone nothing is cut off, and each
// number has its head beside it.
func TestPage(t *testing.T) {
	r, err := Compare(read(t, "old.txt"), read(t, "new.txt"), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	r.Old.Name, r.New.Name = "/"+strings.Repeat("long/", 30)+"old.txt", strings.Repeat("x", 100)
	var page bytes.Buffer
	if err := r.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(path, page.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	b := browser.Start(t)
	for _, scheme := range []string{"light", "dark"} {
		b.Scheme(t, scheme)
		b.Open(t, "file://"+path, 390, 800, true)
		b.Fits(t)
		b.Legible(t)
		const cut = `[...document.querySelectorAll("td")].filter(e => e.checkVisibility() && (r => r.right > innerWidth || r.height < 10)(e.getBoundingClientRect())).map(e => e.textContent)`
		if cells := browser.Eval[[]string](t, b, cut); len(cells) > 0 {
			t.Errorf("cells that are cut off: %q", cells)
		}
		const noisy = `[...[...document.querySelectorAll("tr")].find(r => r.cells[0].textContent === "Noisy").cells].map(c => getComputedStyle(c, "::before").content + c.textContent).join("; ")`
		if got, want := browser.Eval[string](t, b, noisy), `""Noisy; "old "50.30n ± 8%; "new "51.45n ± 9%; "change "+2.3%; "95% interval "-7.4% to +7.8%; ""inconclusive; ""the smallest change this could have seen is 14.7%`; got != want {
			t.Errorf("a row reads\n%s, expected\n%s", got, want)
		}
		b.Quiet(t)
		b.Open(t, "file://"+path, 1280, 800, false)
		b.Fits(t)
		b.Legible(t)
		if heads := browser.Eval[int](t, b, `[...document.querySelectorAll("th")].filter(e => e.checkVisibility()).length`); heads != 21 {
			t.Errorf("%d heads are seen on a desk, expected 21", heads)
		}
		b.Quiet(t)
	}
}
