package play

import (
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/draw"
	"mexlab/game/election"
	"mexlab/internal/browser"
)

var shots = flag.String("shots", "", "a folder for pictures of the page, to be looked at")

// A tab is a page in a real browser.
type tab struct {
	*browser.Browser
	t   *testing.T
	url string
}

// serve serves a game until the test ends, and returns its address.
func serve(t *testing.T, g *Game) string {
	t.Helper()
	ctx, stop := context.WithCancelCause(context.Background())
	end := errors.New("the end")
	address, done := make(chan string, 1), make(chan error, 1)
	go func() { done <- g.Serve(ctx, func(url string) { address <- url }) }()
	t.Cleanup(func() {
		stop(end)
		if err := <-done; !errors.Is(err, end) {
			t.Errorf("Serve: %v", err)
		}
	})
	select {
	case url := <-address:
		return url
	case err := <-done:
		done <- end
		t.Fatal(err)
		return ""
	}
}

// settle waits until all that was sent is answered and shown.
func (b *tab) settle() {
	b.t.Helper()
	b.Do(b.t, nil, "Runtime.evaluate", browser.Args{"expression": "queue", "awaitPromise": true})
}

// run runs JavaScript, and waits.
func (b *tab) run(script string) {
	b.t.Helper()
	browser.Eval[any](b.t, b.Browser, script)
	b.settle()
}

// key presses Enter on the element with this id.
func (b *tab) key(id string) {
	b.t.Helper()
	browser.Eval[any](b.t, b.Browser, fmt.Sprintf(`document.getElementById(%q).focus()`, id))
	b.Press(b.t, "Enter")
	b.settle()
}

// click clicks into the middle of the element with this id.
func (b *tab) click(id string) {
	b.t.Helper()
	at := browser.Eval[[]float64](b.t, b.Browser, fmt.Sprintf(`(() => { const e = document.getElementById(%q);
		e.scrollIntoView({ block: "center" }); const r = (e.querySelector("circle") || e).getBoundingClientRect();
		return [r.x + r.width/2, r.y + r.height/2] })()`, id))
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.Do(b.t, nil, "Input.dispatchMouseEvent", browser.Args{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1})
	}
	b.settle()
}

func (b *tab) text(selector string) string {
	b.t.Helper()
	return browser.Eval[string](b.t, b.Browser, fmt.Sprintf(`(document.querySelector(%q) || {textContent: ""}).textContent`, selector))
}

func (b *tab) expect(selector, want string) {
	b.t.Helper()
	if got := b.text(selector); !strings.Contains(got, want) {
		b.t.Errorf("%s is %q, expected %q", selector, got, want)
	}
}

// shoot keeps a picture of the page, and checks that it is not wider than the screen.
func (b *tab) shoot(name string, width int) {
	b.t.Helper()
	if got := browser.Eval[int](b.t, b.Browser, `document.documentElement.scrollWidth`); got > width {
		b.t.Errorf("%s: the page is %d pixels wide on a screen of %d", name, got, width)
	}
	if *shots == "" {
		return
	}
	var picture struct{ Data string }
	b.Do(b.t, &picture, "Page.captureScreenshot", nil)
	png, err := base64.StdEncoding.DecodeString(picture.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666)
	}
	if err != nil {
		b.t.Error(err)
	}
}

// TestBrowser plays both games in a real browser, from a phone to a desk, by mouse and
// by keyboard.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many moves in a browser")
	}
	file, err := os.Open("../draw/testdata/board.in")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	board, rounds, err := addsub.ReadBoard(t.Context(), file, 1, draw.Limit(), addsub.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := AddSub(board, rounds)
	if err != nil {
		t.Fatal(err)
	}
	position, err := election.NewBoard(t.Context(), [][2]int{{0, 1}, {0, 2}, {2, 1}, {3, 2}}, []uint64{4, 2, 5, 3})
	if err != nil {
		t.Fatal(err)
	}
	promises, err := Election(position)
	if err != nil {
		t.Fatal(err)
	}
	driver := browser.Start(t)
	b := &tab{driver, t, serve(t, tokens)}
	for _, scheme := range []string{"light", "dark"} {
		b.Do(t, nil, "Emulation.setEmulatedMedia", browser.Args{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}})
		for _, width := range []int{390, 1200} {
			t.Run(fmt.Sprintf("addsub, %s, %d", scheme, width), func(t *testing.T) {
				b := &tab{driver, t, b.url}
				b.Open(t, b.url, width, 844, width < 800)
				b.addSub(fmt.Sprintf("addsub-%s-%d", scheme, width), width)
				if scheme == "dark" && width < 800 {
					b.toTheEnd("addsub-end", width)
				}
				b.Quiet(t)
			})
		}
	}
	url := serve(t, promises)
	for _, width := range []int{390, 1200} {
		t.Run(fmt.Sprintf("election, %d", width), func(t *testing.T) {
			b := &tab{driver, t, url}
			b.Open(t, url, width, 844, width < 800)
			b.election(fmt.Sprintf("election-dark-%d", width), width)
			b.Quiet(t)
		})
	}
}

func (b *tab) addSub(name string, width int) {
	b.expect("#status", "You begin.")
	b.click("who")
	b.expect("#status", "With perfect play, you win from here.")
	b.click("hint")
	b.expect("#status", "This wins: take a token from vertex 0, put 1 on vertex 1 and 2 on vertex 6.")
	b.shoot(name+"-hint", width)

	// The same move: by mouse, by keyboard and by a number.
	b.click("vertex-0")
	b.expect("legend", "From vertex 0, put 3")
	b.key("vertex-1")
	b.expect("fieldset p", "2 left")
	if id := browser.Eval[string](b.t, b.Browser, `document.activeElement.id`); id != "to1" {
		b.t.Errorf("the focus is on %q, expected the field of vertex 1", id)
	}
	b.click("rest6")
	b.expect("fieldset p", "All are placed.")
	b.shoot(name+"-draft", width)
	b.key("move")
	b.expect("#status", "The solver: take a token from vertex ")
	b.expect("li", "You: take a token from vertex 0, put 1 on vertex 1 and 2 on vertex 6")
	b.shoot(name+"-answer", width)
}

// toTheEnd plays on by hints, and then other rounds.
func (b *tab) toTheEnd(name string, width int) {
	for range 200 {
		if strings.Contains(b.text("#status"), "You win: the solver cannot move.") {
			break
		}
		b.run(`send("game", "hint")`)
		said := b.text("#status")
		if !strings.HasPrefix(said, "This wins: take a token from ") {
			b.t.Fatalf("the hint is %q", said)
		}
		b.follow(said)
	}
	b.expect("#status", "You win: the solver cannot move.")
	b.shoot(name, width)
	b.key("undo")
	b.expect("#status", "Taken back.")

	b.run(`document.getElementById("round").value = "2"; document.getElementById("first").value = "solver"; document.getElementById("new").click()`)
	b.expect("#status", "The solver begins: take a token from vertex 3")
	b.run(`document.getElementById("round").value = "3"; send("again", "new")`)
	b.expect("#status.refused", "Expected a round from 1 to 2, found \"3\".")
}

// follow makes the move of a hint.
func (b *tab) follow(said string) {
	b.t.Helper()
	var at int
	if _, err := fmt.Sscanf(said, "This wins: take a token from vertex %d", &at); err != nil {
		b.t.Fatal(err)
	}
	b.run(fmt.Sprintf(`send("game", "click %d")`, at))
	_, puts, _ := strings.Cut(said, ", put ")
	script := `for (const f of document.querySelectorAll(".field input")) f.value = 0;`
	for put := range strings.FieldsFuncSeq(puts, func(r rune) bool { return r == ',' }) {
		for put := range strings.SplitSeq(put, " and ") {
			var n, v int
			if _, err := fmt.Sscanf(strings.TrimSpace(put), "%d on vertex %d", &n, &v); err != nil {
				b.t.Fatal(said, err)
			}
			script += fmt.Sprintf(`document.getElementById("to%d").value = %d;`, v, n)
		}
	}
	b.run(script + `document.getElementById("move").click()`)
	b.expect("#status", "")
}

func (b *tab) election(name string, width int) {
	b.click("vertex-0")
	b.expect("legend", "Lower city 1")
	b.click("vertex-2") // its field is next
	b.Press(b.t, "7")   // it is selected
	b.shoot(name+"-draft", width)
	b.Press(b.t, "Enter")
	b.settle()
	b.expect("#status", "The solver: lower city ")
	b.expect("li", "You: lower city 1 from 4 to 3, set city 3 to 7")
	b.shoot(name+"-answer", width)
	b.click(browser.Eval[string](b.t, b.Browser, `document.querySelector("[data-vertex]").id`))
	b.run(`document.getElementById("height").value = "99"; send("game", "move")`)
	if !strings.Contains(b.text("#status.refused"), "a move lowers it") {
		b.t.Errorf("the status is %q", b.text("#status"))
	}
}
