package play

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// A client plays on a page.
type client struct {
	*server
	t     *testing.T
	state string // of the last page
	page  string
}

func newClient(t *testing.T, g *Game) *client {
	c := &client{server: &server{g, "127.0.0.1:1234", "TOKEN"}, t: t}
	c.take(c.request(http.MethodGet, c.path(), ""))
	return c
}

func (c *client) request(method, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = c.host
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://"+c.host)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w
}

var stateInput = regexp.MustCompile(`<input type="hidden" name="game" value="([^"]*)">`)

// take takes the state from a page.
func (c *client) take(w *httptest.ResponseRecorder) {
	c.t.Helper()
	c.page = w.Body.String()
	m := stateInput.FindStringSubmatch(c.page)
	if w.Code != http.StatusOK || m == nil {
		c.t.Fatalf("code %d, %.500s", w.Code, c.page)
	}
	c.state = html.UnescapeString(m[1])
}

// do sends an action with pairs of names and values.
func (c *client) do(action string, pairs ...string) {
	c.t.Helper()
	f := url.Values{"do": {action}, "game": {c.state}}
	for i := 0; i < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	c.take(c.request(http.MethodPost, c.path(), f.Encode()))
}

// play sends a move.
func (c *client) play(m *Move) {
	c.t.Helper()
	pairs := []string{"at", fmt.Sprint(m.At)}
	if _, lowers := c.rules.(*cities); lowers {
		pairs = append(pairs, "height", fmt.Sprint(m.Height))
	}
	for _, change := range m.To {
		pairs = append(pairs, fmt.Sprintf("to%d", change.Vertex), fmt.Sprint(change.Number))
	}
	c.do("move", pairs...)
}

func (c *client) said(text string) bool { return strings.Contains(c.page, text) }

// position returns the position of the last page.
func (c *client) position() []uint64 {
	c.t.Helper()
	s, err := c.read(c.state)
	if err != nil {
		c.t.Fatal(err)
	}
	return s.position()
}
