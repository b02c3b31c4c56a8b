// Package browser drives a headless Chromium, for tests of pages. It speaks
// DevTools' protocol: messages of JSON that end with a zero byte, on two pipes.
package browser

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// A Browser is a headless Chromium with one tab. It notes what pages complain about
// and ask for.
type Browser struct {
	url        string // of the page
	in         *os.File
	out        *bufio.Reader
	session    string // of the only tab
	last       int    // number of a command
	loaded     bool
	complaints []string
	requests   []string
}

// Start starts the browser, which ends with the test. A test without a Chromium is
// skipped or, if the environment has MEXLAB_REQUIRE_BROWSER, fails.
func Start(t *testing.T) *Browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("MEXLAB_REQUIRE_BROWSER") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
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
	b := &Browser{in: in, out: bufio.NewReader(out)}
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
	b.Do(t, &target, "Target.createTarget", Args{"url": "about:blank"})
	var attached struct{ SessionID string }
	b.Do(t, &attached, "Target.attachToTarget", Args{"targetId": target.TargetID, "flatten": true})
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.Do(t, nil, domain+".enable", nil)
	}
	return b
}

// Args are the arguments of a command.
type Args map[string]any

// send sends a command and returns its number.
func (b *Browser) send(method string, params Args) (int, error) {
	b.last++
	message := Args{"id": b.last, "method": method}
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
func (b *Browser) next() (*message, error) {
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

// Do sends a command and waits for its answer, which goes into result unless that
// is nil.
func (b *Browser) Do(t *testing.T, result any, method string, params Args) {
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

// Open opens a page, on a screen of the given size in pixels, and waits until it is
// loaded.
func (b *Browser) Open(t *testing.T, url string, width, height int, mobile bool) {
	t.Helper()
	b.Do(t, nil, "Emulation.setDeviceMetricsOverride",
		Args{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile})
	b.url, b.loaded = url, false
	b.Do(t, nil, "Page.navigate", Args{"url": url})
	for !b.loaded {
		if _, err := b.next(); err != nil {
			t.Fatal(err)
		}
	}
}

// Press presses the keys of these names, and types other texts.
func (b *Browser) Press(t *testing.T, keys ...string) {
	t.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39}
	for _, key := range keys {
		code, named := codes[key]
		if !named {
			b.Do(t, nil, "Input.insertText", Args{"text": key})
			continue
		}
		press := Args{"key": key, "code": key, "windowsVirtualKeyCode": code}
		if text := map[string]string{"Enter": "\r", " ": " "}[key]; text != "" {
			press["text"] = text
		}
		for _, kind := range []string{"keyDown", "keyUp"} {
			press["type"] = kind
			b.Do(t, nil, "Input.dispatchKeyEvent", press)
		}
	}
}

// Middle returns where the middle of an element is on the screen. The element is
// an expression in JavaScript.
func (b *Browser) Middle(t *testing.T, element string) (x, y float64) {
	t.Helper()
	at := Eval[[]float64](t, b, `(() => { const r = `+element+`.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	return at[0], at[1]
}

// Click clicks on the middle of an element, as Middle finds it.
func (b *Browser) Click(t *testing.T, element string) {
	t.Helper()
	x, y := b.Middle(t, element)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.Do(t, nil, "Input.dispatchMouseEvent", Args{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})
	}
}

// Eval evaluates JavaScript on the page.
func Eval[T any](t *testing.T, b *Browser, script string) T {
	t.Helper()
	var answer struct {
		Result           struct{ Value T }
		ExceptionDetails *struct{ Text string }
	}
	b.Do(t, &answer, "Runtime.evaluate", Args{"expression": script, "returnByValue": true})
	if answer.ExceptionDetails != nil {
		t.Fatalf("%s: %s", script, answer.ExceptionDetails.Text)
	}
	return answer.Result.Value
}

// Move moves the mouse to the middle of an element, as Middle finds it.
func (b *Browser) Move(t *testing.T, element string) {
	t.Helper()
	Eval[any](t, b, element+`.scrollIntoView({block: "center"})`)
	x, y := b.Middle(t, element)
	b.Do(t, nil, "Input.dispatchMouseEvent", Args{"type": "mouseMoved", "x": x, "y": y})
}

// Scheme makes the reader prefer "light" or "dark" pages.
func (b *Browser) Scheme(t *testing.T, scheme string) {
	t.Helper()
	b.Do(t, nil, "Emulation.setEmulatedMedia", Args{"features": []Args{{"name": "prefers-color-scheme", "value": scheme}}})
}

// Legible checks that all words of the page, hidden ones too, have the contrast that
// WCAG 2.1 asks of text, on paper of any transparency.
func (b *Browser) Legible(t *testing.T) {
	t.Helper()
	const faint = `(() => {
		const rgba = s => (s.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number).concat(1).slice(0, 4);
		const over = (top, below) => below.map((c, i) => i === 3 ? 1 : top[i] * top[3] + c * (1 - top[3]));
		const paper = e => e ? over(rgba(getComputedStyle(e).backgroundColor), paper(e.parentElement)) : rgba(getComputedStyle(document.body).backgroundColor);
		const light = c => [0.2126, 0.7152, 0.0722].reduce((sum, w, i) => { const x = c[i] / 255;
			return sum + w * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); }, 0);
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), bad = new Set();
		for (let n; n = texts.nextNode();) {
			const e = n.parentElement, style = getComputedStyle(e);
			if (!n.data.trim() || e.closest("script, style, title, desc")) continue;
			const under = paper(e), ink = over(rgba(e instanceof SVGElement ? style.fill : style.color), under);
			const [a, b] = [light(ink), light(under)].sort((a, b) => a - b), contrast = (b + 0.05) / (a + 0.05);
			if (!(contrast >= 4.5)) bad.add(contrast.toFixed(2) + ": " + n.data.trim().slice(0, 60));
		}
		return [...bad];
	})()`
	for _, text := range Eval[[]string](t, b, faint) {
		t.Errorf("the contrast of a text is %s", text)
	}
}

// Fits checks that the page is no wider than the screen: what is wider scrolls in a
// box of its own.
func (b *Browser) Fits(t *testing.T) {
	t.Helper()
	if sizes := Eval[[]int](t, b, `[document.documentElement.scrollWidth, innerWidth]`); sizes[0] > sizes[1] {
		t.Errorf("the page is %d pixels wide on a screen of %d", sizes[0], sizes[1])
	}
}

// Quiet checks that the page complained about nothing, and asked for no file but
// itself.
func (b *Browser) Quiet(t *testing.T) {
	t.Helper()
	if len(b.complaints) > 0 {
		t.Errorf("complaints: %q", b.complaints)
	}
	if other := func(url string) bool { return url != b.url }; len(b.requests) == 0 || slices.ContainsFunc(b.requests, other) {
		t.Errorf("requests for %q", b.requests)
	}
	b.complaints, b.requests = nil, nil
}
