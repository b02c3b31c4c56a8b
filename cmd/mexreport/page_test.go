package main

import (
	"path/filepath"
	"strings"
	"testing"

	"mexlab/internal/browser"
)

// TestPage reads the page in a real browser: on a desk, on a phone, and without
// JavaScript.
func TestPage(t *testing.T) {
	page, err := filepath.Abs("../../reports/index.html")
	if err != nil {
		t.Fatal(err)
	}
	b, url := browser.Start(t), "file://"+page
	t.Run("desk", func(t *testing.T) { desk(t, b, url) })
	t.Run("phone", func(t *testing.T) { phone(t, b, url) })
	t.Run("plain", func(t *testing.T) { plain(t, b, url) })
}

func desk(t *testing.T, b *browser.Browser, url string) {
	b.Open(t, url, 1200, 900, false)
	if title := browser.Eval[string](t, b, `document.title`); title != "mexlab: results" {
		t.Errorf("the title is %q", title)
	}
	if n := browser.Eval[int](t, b, `document.querySelectorAll("svg[role=img]").length`); n < 3 {
		t.Errorf("%d pictures", n)
	}
	const empty = `[...document.querySelectorAll("svg[role=img]")].filter(i => i.getBBox().width === 0 || i.getBoundingClientRect().width < 300)`
	if n := browser.Eval[int](t, b, empty+`.length`); n != 0 {
		t.Errorf("%d pictures show nothing", n)
	}

	// With the keyboard alone: type into the first filter, and go on to a head.
	browser.Eval[any](t, b, `document.querySelector("input[type=search]").focus()`)
	b.Press(t, "affine")
	const first = `document.querySelector("table.data")`
	if kernels := browser.Eval[[]string](t, b, `[...`+first+`.tBodies[0].rows].filter(r => !r.hidden).map(r => r.cells[0].textContent)`); len(kernels) < 2 ||
		!strings.HasPrefix(kernels[0], "affine") {
		t.Errorf("filtered for affine: %q", kernels)
	}
	if status := browser.Eval[string](t, b, `document.querySelector("[role=status]").textContent`); !strings.Contains(status, " of ") {
		t.Errorf("the status is %q", status)
	}
	browser.Eval[any](t, b, `(() => { const i = document.activeElement; i.value = ""; i.dispatchEvent(new Event("input")); })()`)
	b.Press(t, "Tab", "Tab") // the table's own scrolling, then its first head
	if tag := browser.Eval[string](t, b, `document.activeElement.tagName`); tag != "BUTTON" {
		t.Fatalf("two steps after the filter is a %s, expected a button", tag)
	}
	b.Press(t, "Tab")
	for _, want := range []string{"ascending", "descending"} {
		b.Press(t, "Enter")
		if got := browser.Eval[string](t, b, `document.activeElement.closest("th").getAttribute("aria-sort")`); got != want {
			t.Errorf("sorted %q, expected %s", got, want)
		}
		order := browser.Eval[[]float64](t, b, `[...`+first+`.tBodies[0].rows].map(r => Math.min(1e300, Number(r.cells[1].dataset.sort)))`)
		for i := 1; i < len(order); i++ {
			if want == "ascending" && order[i-1] > order[i] || want == "descending" && order[i-1] < order[i] {
				t.Errorf("%s: %v", want, order)
				break
			}
		}
	}
	b.Quiet(t)
}

// phone: only tables are wider than a phone, and they scroll by themselves.
func phone(t *testing.T, b *browser.Browser, url string) {
	b.Open(t, url, 360, 740, true)
	if width := browser.Eval[int](t, b, `document.documentElement.scrollWidth`); width > 360 {
		t.Errorf("the page is %d pixels wide on a phone of 360", width)
	}
	b.Quiet(t)
}

// plain: without JavaScript everything can be read.
func plain(t *testing.T, b *browser.Browser, url string) {
	b.Do(t, nil, "Emulation.setScriptExecutionDisabled", browser.Args{"value": true})
	b.Open(t, url, 1200, 900, false)
	text := browser.Eval[string](t, b, `document.body.innerText`) // the test's own script runs
	for _, want := range []string{"affine", "Times the floor", "Cost against the number of successors"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q to read", want)
		}
	}
	if strings.Contains(text, "Filter") {
		t.Error("a filter that does nothing")
	}
	b.Quiet(t)
}
