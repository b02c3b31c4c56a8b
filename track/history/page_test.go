package history

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/internal/browser"
)

// samplePage writes the page of makeHistory's commits, and returns its address.
func samplePage(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	makeHistory(t, dir)
	var page bytes.Buffer
	if err := WriteHTML(&page, sampleTrends(t, dir), sampleNotes(t, dir), "https://example.com/o/r/commit/%s"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(path, page.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// TestPage reads the page in a real browser.
func TestPage(t *testing.T) {
	url, b := samplePage(t), browser.Start(t)
	for _, screen := range []struct {
		name   string
		width  int
		scheme string
	}{{"phone", 390, "light"}, {"phone in the dark", 390, "dark"}, {"desk", 1280, "light"}, {"desk in the dark", 1280, "dark"}} {
		t.Run(screen.name, func(t *testing.T) {
			b.Scheme(t, screen.scheme)
			b.Open(t, url, screen.width, 800, screen.width < 500)
			browser.Eval[any](t, b, `document.querySelectorAll("details").forEach(d => d.open = true)`)
			b.Fits(t)
			b.Legible(t)
			if small := browser.Eval[[]string](t, b, `[...document.querySelectorAll(".timeline")].filter(c => c.getBoundingClientRect().width < 300).map(c => c.ariaLabel)`); len(small) > 0 {
				t.Errorf("charts too small to read: %q", small)
			}
			const cut = `[...document.querySelectorAll(".timeline text")].filter(e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || r.height < 10; }).map(e => e.textContent)`
			if words := browser.Eval[[]string](t, b, cut); len(words) > 0 {
				t.Errorf("words outside the page, or too small: %q", words)
			}
			b.Quiet(t)
		})
	}
	t.Run("filter", func(t *testing.T) { filterPage(t, b, url) })
	t.Run("values", func(t *testing.T) { pageValues(t, b, url) })
	t.Run("plain", func(t *testing.T) {
		b.Do(t, nil, "Emulation.setScriptExecutionDisabled", browser.Args{"value": true})
		b.Open(t, url, 1280, 800, false)
		text := browser.Eval[string](t, b, `document.body.innerText`)
		for _, want := range []string{"▲ +8.1% regression", "example.com/sum.Max<b>, sec/op", "28.06 ns/op", "<i>New</i> rounding"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q to read", want)
			}
		}
		if strings.Contains(text, "Filter") {
			t.Error("a filter that does nothing")
		}
		b.Quiet(t)
	})
}

// The filter leaves the benchmarks whose name has all words, and the commits that
// changed one of them.
func filterPage(t *testing.T, b *browser.Browser, url string) {
	b.Open(t, url, 1280, 800, false)
	shown := func() (names, commits []string) {
		return browser.Eval[[]string](t, b, `[...document.querySelectorAll("details.trend")].filter(e => e.checkVisibility()).map(e => e.dataset.name)`),
			browser.Eval[[]string](t, b, `[...document.querySelectorAll("section:first-of-type > .commits > li")].filter(e => e.checkVisibility()).map(e => e.querySelector("a").textContent)`)
	}
	if names, commits := shown(); len(names) != 7 || len(commits) != 3 {
		t.Errorf("at first: %q, %q", names, commits)
	}
	browser.Eval[any](t, b, `document.querySelector("input[type=search]").focus()`)
	b.Press(t, "MIN op")
	names, commits := shown()
	if got, want := strings.Join(names, "; "), "example.com/sum.Min, allocs/op; example.com/sum.Min, sec/op"; got != want {
		t.Errorf("filtered: %q, expected %q", got, want)
	}
	if got := strings.Join(commits, " "); got != "0abc0040000" {
		t.Errorf("filtered: changes of the commits %q", got)
	}
	if status := browser.Eval[string](t, b, `document.querySelector("[role=status]").textContent`); status != "2 of 7 benchmarks" {
		t.Errorf("the status is %q", status)
	}
	b.Quiet(t)
}

// The line below a chart has the last value at first, and follows the pointer and
// the arrow keys.
func pageValues(t *testing.T, b *browser.Browser, url string) {
	b.Open(t, url, 390, 800, true)
	const chart = `details[data-name="example.com/sum.Sum/size-16, sec/op"]`
	line := func() string {
		return browser.Eval[string](t, b, "document.querySelector('"+chart+" output').innerText")
	}
	expect := func(when string, want ...string) {
		t.Helper()
		for _, w := range want {
			if got := line(); !strings.Contains(got, w) {
				t.Errorf("%s: %q, expected %q in it", when, got, w)
			}
		}
	}
	expect("at first", "270.5 ns/op", "3 results", "2026-11-12", "0abc00b0000")
	b.Move(t, "document.querySelector('"+chart+" .moment:nth-of-type(7)')")
	expect("at the seventh", "270.8 ns/op", "2026-11-07", "0abc0060000", "<i>New</i> rounding")
	if to := browser.Eval[string](t, b, "document.querySelector('"+chart+" output a').href"); to != "https://example.com/o/r/commit/0abc0060000" {
		t.Errorf("the commit's link leads to %s", to)
	}
	browser.Eval[any](t, b, "document.querySelector('"+chart+" .timeline').focus()")
	b.Press(t, "ArrowLeft")
	expect("a step back", "2026-11-06", "0abc0050000")
	b.Press(t, "ArrowRight", "ArrowRight")
	expect("two steps on", "2026-11-08", "0abc0070000")
	b.Quiet(t)
}
