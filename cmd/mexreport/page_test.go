package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mexlab/internal/browser"
)

// TestPage reads the page in a real browser: on a desk, on a phone, and without
// JavaScript.
func TestPage(t *testing.T) {
	path, err := filepath.Abs("../../reports/index.html")
	if err != nil {
		t.Fatal(err)
	}
	p := page{browser.Start(t), "file://" + path}
	t.Run("desk", p.desk)
	t.Run("switches", p.switches)
	t.Run("values", p.values)
	t.Run("phone", p.phone)
	t.Run("dark", p.dark)
	t.Run("plain", p.plain)
}

// A page is the page in a browser.
type page struct {
	*browser.Browser
	url string
}

func (p page) open(t *testing.T, width int, mobile bool) { p.Open(t, p.url, width, 900, mobile) }

// desk: the page opens with what was found. Tables are closed until they are asked
// for; then they filter and sort.
func (p page) desk(t *testing.T) {
	p.open(t, 1280, false)
	if title := browser.Eval[string](t, p.Browser, `document.title`); title != "mexlab: results" {
		t.Errorf("the title is %q", title)
	}
	found := browser.Eval[[]string](t, p.Browser, `[...document.querySelectorAll(".findings li")].filter(i => i.getBoundingClientRect().bottom < innerHeight).map(i => i.innerText)`)
	if len(found) < 4 || slices.ContainsFunc(found, func(s string) bool { return !strings.ContainsAny(s, "123456789") }) {
		t.Errorf("on the first screen was found: %q", found)
	}
	if n := browser.Eval[int](t, p.Browser, `document.querySelectorAll("svg[role=img]").length`); n < 8 {
		t.Errorf("%d charts", n)
	}
	const empty = `[...document.querySelectorAll("svg[role=img]")].filter(i => i.getBBox().width === 0 || i.getBoundingClientRect().width < 300)`
	if n := browser.Eval[int](t, p.Browser, empty+`.length`); n != 0 {
		t.Errorf("%d charts show nothing", n)
	}
	if n := browser.Eval[int](t, p.Browser, `[...document.querySelectorAll("section[data-x]")].filter(s => !s.querySelector("h2").textContent.endsWith("?") || s.querySelectorAll(".machines").length !== 1).length`); n != 0 {
		t.Errorf("%d charts answer no question, or several", n)
	}
	if n := browser.Eval[int](t, p.Browser, `[...document.querySelectorAll("nav a")].filter(a => !document.querySelector(a.getAttribute("href"))).length`); n != 0 {
		t.Errorf("%d links lead nowhere", n)
	}
	if text := browser.Eval[string](t, p.Browser, `document.body.innerText`); strings.Contains(text, "Filter") {
		t.Error("a long table is open at first")
	}
	p.tables(t)
	p.Quiet(t)
}

// tables: with the keyboard alone, type into the first filter, and go on to a head.
func (p page) tables(t *testing.T) {
	browser.Eval[any](t, p.Browser, `document.querySelector("summary").focus()`)
	p.Press(t, "Enter", "Tab", "affine")
	const first = `document.querySelector("table.data")`
	if kernels := browser.Eval[[]string](t, p.Browser, `[...`+first+`.tBodies[0].rows].filter(r => !r.hidden).map(r => r.cells[0].textContent)`); len(kernels) < 2 ||
		!strings.HasPrefix(kernels[0], "affine") {
		t.Errorf("filtered for affine: %q", kernels)
	}
	if status := browser.Eval[string](t, p.Browser, `document.querySelector("[role=status]").textContent`); !strings.Contains(status, " of ") {
		t.Errorf("the status is %q", status)
	}
	browser.Eval[any](t, p.Browser, `(() => { const i = document.activeElement; i.value = ""; i.dispatchEvent(new Event("input")); })()`)
	p.Press(t, "Tab", "Tab") // the table's own scrolling, then its first head
	if tag := browser.Eval[string](t, p.Browser, `document.activeElement.tagName`); tag != "BUTTON" {
		t.Fatalf("two steps after the filter is a %s, expected a button", tag)
	}
	p.Press(t, "Tab")
	for _, want := range []string{"ascending", "descending"} {
		p.Press(t, "Enter")
		if got := browser.Eval[string](t, p.Browser, `document.activeElement.closest("th").getAttribute("aria-sort")`); got != want {
			t.Errorf("sorted %q, expected %s", got, want)
		}
		order := browser.Eval[[]float64](t, p.Browser, `[...`+first+`.tBodies[0].rows].map(r => Math.min(1e300, Number(r.cells[1].dataset.sort)))`)
		for i := 1; i < len(order); i++ {
			if want == "ascending" && order[i-1] > order[i] || want == "descending" && order[i-1] < order[i] {
				t.Errorf("%s: %v", want, order)
				break
			}
		}
	}
}

// switches: a button shows and hides a kernel everywhere, by click and by
// keyboard, and names of curves never lie on one another.
func (p page) switches(t *testing.T) {
	p.open(t, 1280, false)
	const shown = `[...document.querySelectorAll("[data-name='naive']")].filter(s => s.getBoundingClientRect().width > 0).length`
	const button = `[...document.querySelectorAll(".switches button")].find(b => b.textContent === "naive")`
	pressed := func() string { return browser.Eval[string](t, p.Browser, button+`.getAttribute("aria-pressed")`) }
	if n := browser.Eval[int](t, p.Browser, shown); n != 0 || pressed() != "false" {
		t.Errorf("at first %d of naive, pressed: %s", n, pressed())
	}
	browser.Eval[any](t, p.Browser, button+`.scrollIntoView({block: "center"})`)
	p.Click(t, button)
	clicked := browser.Eval[int](t, p.Browser, shown)
	if clicked < 10 || pressed() != "true" {
		t.Errorf("after a click %d of naive, pressed: %s", clicked, pressed())
	}
	browser.Eval[any](t, p.Browser, button+`.focus()`)
	for i, key := range []string{"Enter", " ", "Enter"} {
		p.Press(t, key)
		want, state := clicked*(i%2), fmt.Sprint(i%2 == 1)
		if n := browser.Eval[int](t, p.Browser, shown); n != want || pressed() != state {
			t.Errorf("after key %d, %q: %d of naive, pressed: %s", i, key, n, pressed())
		}
	}
	p.apart(t)
	browser.Eval[any](t, p.Browser, `document.querySelectorAll("[aria-pressed=false]").forEach(b => b.click())`)
	p.apart(t)
	browser.Eval[any](t, p.Browser, `document.querySelectorAll("[aria-pressed=true]").forEach(b => b.click())`)
	if n := browser.Eval[int](t, p.Browser, `[...document.querySelectorAll(".series")].filter(s => s.getBoundingClientRect().width > 0).length`); n != 0 {
		t.Errorf("%d series are shown with all buttons off", n)
	}
	p.Quiet(t)
}

// apart checks that the words of a chart do not lie on one another, and lie inside.
func (p page) apart(t *testing.T) {
	t.Helper()
	const script = `[...document.querySelectorAll(".panel svg")].flatMap(svg => {
		const frame = svg.getBoundingClientRect();
		const boxes = [...svg.querySelectorAll("text")].map(e => ({text: e.textContent, r: e.getBoundingClientRect()})).filter(b => b.r.width > 0);
		const bad = boxes.filter(({r}) => r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 4 || r.bottom > frame.bottom + 4).map(b => b.text + " is outside");
		boxes.forEach((a, i) => boxes.slice(0, i).forEach(b => {
			const wide = Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left), high = Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top);
			if (wide > 1 && high > 0.3 * a.r.height) bad.push(a.text + " on " + b.text);
		}));
		return bad;
	})`
	if bad := browser.Eval[[]string](t, p.Browser, script); len(bad) > 0 {
		t.Errorf("words in the charts: %q", bad)
	}
}

// values: the arrow keys, the pointer and a finger each choose an x, and all
// machines show their values there.
func (p page) values(t *testing.T) {
	p.open(t, 1280, false)
	const section = `document.querySelector("#degree")`
	read := func() []string {
		return browser.Eval[[]string](t, p.Browser, `[...`+section+`.querySelectorAll(".values")].map(v => v.innerText.replace(/\s+/g, " "))`)
	}
	expect := func(what, head string) {
		t.Helper()
		texts := read()
		if len(texts) < 2 {
			t.Errorf("%s: %d machines", what, len(texts))
		}
		for _, text := range texts {
			if !strings.HasPrefix(text, head) || !strings.Contains(text, "auto ") || !strings.Contains(text, "ns") {
				t.Errorf("%s: %q, expected %q and values", what, text, head)
			}
		}
	}
	expect("at first", "successors: 17 ")
	browser.Eval[any](t, p.Browser, section+`.scrollIntoView()`)
	browser.Eval[any](t, p.Browser, section+`.querySelector("[role=slider]").focus()`)
	p.Press(t, "ArrowLeft")
	expect("arrow left", "successors: 16 ")
	p.Press(t, "Home", "ArrowRight")
	expect("home and arrow right", "successors: 3 ")
	p.Press(t, "End")
	expect("end", "successors: 64 ")
	if text := browser.Eval[string](t, p.Browser, `document.activeElement.getAttribute("aria-valuetext")`); !strings.HasPrefix(text, "successors: 64, paritysplit ") {
		t.Errorf("a screen reader says %q", text)
	}
	x, y := p.Middle(t, section+`.querySelector("svg")`)
	p.Do(t, nil, "Input.dispatchMouseEvent", browser.Args{"type": "mouseMoved", "x": x - 60, "y": y})
	pointed := read()[0]
	if strings.HasPrefix(pointed, "successors: 64 ") {
		t.Errorf("the pointer changes nothing: %q", pointed)
	}
	for _, kind := range []string{"touchStart", "touchEnd"} {
		points := []browser.Args{{"x": x + 60, "y": y}}
		if kind == "touchEnd" {
			points = []browser.Args{}
		}
		p.Do(t, nil, "Input.dispatchTouchEvent", browser.Args{"type": kind, "touchPoints": points})
	}
	if touched := read()[0]; touched == pointed {
		t.Errorf("a finger changes nothing: %q", touched)
	}
	p.Quiet(t)
}

// phone: only tables are wider than a phone, and they scroll by themselves. Words
// are large enough to be read, and buttons to be hit.
func (p page) phone(t *testing.T) {
	for _, width := range []int{360, 390} {
		p.open(t, width, true)
		browser.Eval[any](t, p.Browser, `document.querySelectorAll("details").forEach(d => d.open = true)`)
		if got := browser.Eval[int](t, p.Browser, `document.documentElement.scrollWidth`); got > width {
			t.Errorf("the page is %d pixels wide on a phone of %d", got, width)
		}
		const small = `[...document.querySelectorAll("svg text, td, th, p, li, button, span")].map(e =>
			parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.getScreenCTM().a : 1))`
		if size := browser.Eval[float64](t, p.Browser, `Math.min(...`+small+`)`); size < 10.5 {
			t.Errorf("there are words of %.1f pixels on a phone of %d", size, width)
		}
		if height := browser.Eval[float64](t, p.Browser, `Math.min(...[...document.querySelectorAll(".switches button")].map(b => b.getBoundingClientRect().height))`); height < 24 {
			t.Errorf("a button is %.0f pixels high", height)
		}
		p.apart(t)
		p.Quiet(t)
	}
}

// dark: the page follows the reader's choice.
func (p page) dark(t *testing.T) {
	p.open(t, 800, false)
	colors := func(scheme string) []string {
		p.Do(t, nil, "Emulation.setEmulatedMedia", browser.Args{"features": []browser.Args{{"name": "prefers-color-scheme", "value": scheme}}})
		return browser.Eval[[]string](t, p.Browser, `["body", "h1", ".series.c0", ".switches .c0", ".faint"].flatMap(s => {
			const style = getComputedStyle(document.querySelector(s));
			return s === "body" ? [style.backgroundColor] : [style.color];
		})`)
	}
	light, dark := colors("light"), colors("dark")
	for i := range light {
		if light[i] == dark[i] {
			t.Errorf("color %d is %s in light and in dark", i, light[i])
		}
	}
	p.Do(t, nil, "Emulation.setEmulatedMedia", browser.Args{})
	p.Quiet(t)
}

// plain: without JavaScript everything can be read, and nothing offers what it
// cannot do.
func (p page) plain(t *testing.T) {
	p.Do(t, nil, "Emulation.setScriptExecutionDisabled", browser.Args{"value": true})
	p.open(t, 1280, false)
	p.apart(t)
	text := browser.Eval[string](t, p.Browser, `document.body.innerText`) // the test's own script runs
	for _, want := range []string{"What was found", "affine", "Times the floor", "What does one more successor cost?"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q to read", want)
		}
	}
	if n := browser.Eval[int](t, p.Browser, `[...document.querySelectorAll("button, input")].filter(e => e.getBoundingClientRect().width > 0).length`); n != 0 {
		t.Errorf("%d buttons and inputs that do nothing", n)
	}
	p.Quiet(t)
}
