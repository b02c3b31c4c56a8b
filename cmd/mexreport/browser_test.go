package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestPage reads the page in a real browser: on a desk, on a phone, and without
// JavaScript.
func TestPage(t *testing.T) {
	b := startBrowser(t)
	t.Run("desk", b.desk)
	t.Run("phone", b.phone)
	t.Run("plain", b.plain)
}

// A browser is a headless Chromium. It notes what pages complain about and ask
// for. The test talks to it in DevTools' protocol: messages of JSON that end with
// a zero byte, on two pipes.
type browser struct {
	url        string
	in         *os.File
	out        *bufio.Reader
	session    string // of the only tab
	last       int    // number of a command
	loaded     bool
	complaints []string
	requests   []string
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("MEXLAB_REQUIRE_BROWSER") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	page, err := filepath.Abs("../../reports/index.html")
	if err != nil {
		t.Fatal(err)
	}
	commands, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, answers, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{commands, answers} // 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	commands.Close()
	answers.Close()
	b := &browser{url: "file://" + page, in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		b.send("Browser.close", nil)
		dead := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		cmd.Wait()
		dead.Stop()
		in.Close()
		out.Close()
	})
	if err := out.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	var target struct{ TargetID string }
	b.do(t, &target, "Target.createTarget", args{"url": "about:blank"})
	var attached struct{ SessionID string }
	b.do(t, &attached, "Target.attachToTarget", args{"targetId": target.TargetID, "flatten": true})
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.do(t, nil, domain+".enable", nil)
	}
	return b
}

// args are the arguments of a command.
type args map[string]any

// send sends a command and returns its number.
func (b *browser) send(method string, params args) (int, error) {
	b.last++
	message := args{"id": b.last, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" && !strings.HasPrefix(method, "Browser.") {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err != nil {
		return 0, err
	}
	_, err = b.in.Write(append(text, 0))
	return b.last, err
}

// A message is an answer or an event.
type message struct {
	ID     int
	Error  *struct{ Message string }
	Result json.RawMessage
	Method string
	Params struct {
		Request          struct{ URL string }
		Entry            struct{ Text, URL string }
		Type             string
		ExceptionDetails struct{ Text string }
	}
}

// next reads a message. It notes requests, and what must not happen: errors and
// words on the console.
func (b *browser) next() (*message, error) {
	text, err := b.out.ReadBytes(0)
	if err != nil {
		return nil, fmt.Errorf("no more messages from the browser: %w", err)
	}
	m := new(message)
	if err := json.Unmarshal(text[:len(text)-1], m); err != nil {
		return nil, fmt.Errorf("%w in %.300s", err, text)
	}
	switch m.Method {
	case "Runtime.exceptionThrown":
		b.complaints = append(b.complaints, m.Params.ExceptionDetails.Text)
	case "Runtime.consoleAPICalled":
		b.complaints = append(b.complaints, "console."+m.Params.Type)
	case "Log.entryAdded":
		b.complaints = append(b.complaints, m.Params.Entry.Text+" "+m.Params.Entry.URL)
	case "Network.requestWillBeSent":
		b.requests = append(b.requests, m.Params.Request.URL)
	case "Page.loadEventFired":
		b.loaded = true
	}
	return m, nil
}

// do sends a command and waits for its answer.
func (b *browser) do(t *testing.T, result any, method string, params args) {
	t.Helper()
	id, err := b.send(method, params)
	for err == nil {
		var m *message
		if m, err = b.next(); err != nil || m.ID != id {
			continue
		}
		switch {
		case m.Error != nil:
			err = errors.New(m.Error.Message)
		case result != nil:
			err = json.Unmarshal(m.Result, result)
		}
		if err == nil {
			return
		}
	}
	t.Fatalf("%s: %v", method, err)
}

// open opens the page on a screen of the given size, and waits until it is
// loaded.
func (b *browser) open(t *testing.T, width, height int, mobile bool) {
	t.Helper()
	b.do(t, nil, "Emulation.setDeviceMetricsOverride",
		args{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile})
	b.loaded = false
	b.do(t, nil, "Page.navigate", args{"url": b.url})
	for !b.loaded {
		if _, err := b.next(); err != nil {
			t.Fatal(err)
		}
	}
}

// press presses the keys of these names, and types other texts.
func (b *browser) press(t *testing.T, keys ...string) {
	t.Helper()
	named := map[string]args{
		"Tab":   {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9},
		"Enter": {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"},
	}
	for _, key := range keys {
		press := named[key]
		if press == nil {
			b.do(t, nil, "Input.insertText", args{"text": key})
			continue
		}
		for _, kind := range []string{"keyDown", "keyUp"} {
			press["type"] = kind
			b.do(t, nil, "Input.dispatchKeyEvent", press)
		}
	}
}

// eval evaluates JavaScript on the page.
func eval[T any](t *testing.T, b *browser, script string) T {
	t.Helper()
	var answer struct {
		Result           struct{ Value T }
		ExceptionDetails *struct{ Text string }
	}
	b.do(t, &answer, "Runtime.evaluate", args{"expression": script, "returnByValue": true})
	if answer.ExceptionDetails != nil {
		t.Fatalf("%s: %s", script, answer.ExceptionDetails.Text)
	}
	return answer.Result.Value
}

func (b *browser) desk(t *testing.T) {
	b.open(t, 1200, 900, false)
	if title := eval[string](t, b, `document.title`); title != "mexlab: results" {
		t.Errorf("the title is %q", title)
	}
	if n := eval[int](t, b, `document.querySelectorAll("svg[role=img]").length`); n < 3 {
		t.Errorf("%d pictures", n)
	}
	const empty = `[...document.querySelectorAll("svg[role=img]")].filter(i => i.getBBox().width === 0 || i.getBoundingClientRect().width < 300)`
	if n := eval[int](t, b, empty+`.length`); n != 0 {
		t.Errorf("%d pictures show nothing", n)
	}

	// With the keyboard alone: type into the first filter, and go on to a head.
	eval[any](t, b, `document.querySelector("input[type=search]").focus()`)
	b.press(t, "affine")
	const first = `document.querySelector("table.data")`
	if kernels := eval[[]string](t, b, `[...`+first+`.tBodies[0].rows].filter(r => !r.hidden).map(r => r.cells[0].textContent)`); len(kernels) < 2 ||
		!strings.HasPrefix(kernels[0], "affine") {
		t.Errorf("filtered for affine: %q", kernels)
	}
	if status := eval[string](t, b, `document.querySelector("[role=status]").textContent`); !strings.Contains(status, " of ") {
		t.Errorf("the status is %q", status)
	}
	eval[any](t, b, `(() => { const i = document.activeElement; i.value = ""; i.dispatchEvent(new Event("input")); })()`)
	b.press(t, "Tab", "Tab") // the table's own scrolling, then its first head
	if tag := eval[string](t, b, `document.activeElement.tagName`); tag != "BUTTON" {
		t.Fatalf("two steps after the filter is a %s, expected a button", tag)
	}
	b.press(t, "Tab")
	for _, want := range []string{"ascending", "descending"} {
		b.press(t, "Enter")
		if got := eval[string](t, b, `document.activeElement.closest("th").getAttribute("aria-sort")`); got != want {
			t.Errorf("sorted %q, expected %s", got, want)
		}
		order := eval[[]float64](t, b, `[...`+first+`.tBodies[0].rows].map(r => Math.min(1e300, Number(r.cells[1].dataset.sort)))`)
		for i := 1; i < len(order); i++ {
			if want == "ascending" && order[i-1] > order[i] || want == "descending" && order[i-1] < order[i] {
				t.Errorf("%s: %v", want, order)
				break
			}
		}
	}
	b.quiet(t)
}

// phone: only tables are wider than a phone, and they scroll by themselves.
func (b *browser) phone(t *testing.T) {
	b.open(t, 360, 740, true)
	if width := eval[int](t, b, `document.documentElement.scrollWidth`); width > 360 {
		t.Errorf("the page is %d pixels wide on a phone of 360", width)
	}
	b.quiet(t)
}

// plain: without JavaScript everything can be read.
func (b *browser) plain(t *testing.T) {
	b.do(t, nil, "Emulation.setScriptExecutionDisabled", args{"value": true})
	b.open(t, 1200, 900, false)
	text := eval[string](t, b, `document.body.innerText`) // the test's own script runs
	for _, want := range []string{"affine", "Times the floor", "Cost against the number of successors"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q to read", want)
		}
	}
	if strings.Contains(text, "Filter") {
		t.Error("a filter that does nothing")
	}
	b.quiet(t)
}

// quiet checks that the page complained about nothing, and asked for no file but
// itself.
func (b *browser) quiet(t *testing.T) {
	t.Helper()
	if len(b.complaints) > 0 {
		t.Errorf("complaints: %q", b.complaints)
	}
	if !slices.Equal(b.requests, []string{b.url}) {
		t.Errorf("requests for %q", b.requests)
	}
	b.complaints, b.requests = nil, nil
}
