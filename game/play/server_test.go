package play

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/election"
)

func TestGuards(t *testing.T) {
	c := newClient(t, randomElection(t, rand.New(rand.NewPCG(2, 2))))
	for _, test := range []struct {
		method, path string
		header       []string
		code         int
	}{
		{"GET", "/TOKEN/", nil, 200},
		{"GET", "/TOKEN/", []string{"Sec-Fetch-Site", "none"}, 200},
		{"GET", "/TOKEN/", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", "/TOKEN/", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"GET", "/TOKEN/", []string{"Host", "evil.example"}, 403},
		{"GET", "/TOKEN/", []string{"Host", "127.0.0.1"}, 403},
		{"GET", "/TOKEN/", []string{"Host", "localhost:1234"}, 403},
		{"GET", "/", nil, 404},
		{"GET", "/TOKEN", nil, 404},
		{"GET", "/TOKEM/", nil, 404},
		{"GET", "/token/", nil, 404},
		{"GET", "/TOKEN/x", nil, 404},
		{"GET", "//TOKEN/", nil, 404},
		{"HEAD", "/TOKEN/", nil, 405},
		{"PUT", "/TOKEN/", nil, 405},
		{"OPTIONS", "/TOKEN/", nil, 405},
		{"POST", "/TOKEM/", nil, 404},
		{"POST", "/TOKEN/", []string{"Origin", "http://evil.example"}, 403},
		{"POST", "/TOKEN/", []string{"Origin", "null"}, 403},
		{"POST", "/TOKEN/", []string{"Origin", "https://127.0.0.1:1234"}, 403},
		{"POST", "/TOKEN/", []string{"Origin", "http://127.0.0.1:1235"}, 403},
		{"POST", "/TOKEN/", []string{"Host", "evil.example", "Origin", "http://evil.example"}, 403},
		{"POST", "/TOKEN/", nil, 400},
	} {
		w := c.request(test.method, test.path, "", test.header...)
		if w.Code != test.code {
			t.Errorf("%s %s %q: code %d, expected %d", test.method, test.path, test.header, w.Code, test.code)
		}
		if csp := w.Header().Get("Content-Security-Policy"); w.Code == 200 != strings.HasPrefix(csp, "default-src 'none';") {
			t.Errorf("%s %s: the policy is %q", test.method, test.path, csp)
		}
		if test.code != 200 && strings.Contains(w.Body.String(), "TOKEN") {
			t.Errorf("%s %s: the token is in %q", test.method, test.path, w.Body)
		}
	}
}

// What no page sends is an error, and neither a panic nor a page.
func TestBadRequests(t *testing.T) {
	b, err := addsub.NewBoard(t.Context(), [][2]int{{0, 1}, {0, 2}}, []uint64{2, 5, 5}, addsub.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := AddSub(b, [][]uint64{{3, 1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(t, g)
	for _, test := range []struct{ game, want string }{
		{``, "The game so far cannot be read"},
		{`{`, "The game so far cannot be read"},
		{`{"rounds":1}`, "unknown field"},
		{`{"round":-1}`, "There is no round 0."},
		{`{"round":1}`, "There is no round 2."},
		{`{"round":99999999999999999999}`, "The game so far cannot be read"},
		{`{"solver":true}`, "The game so far ends before a move of the solver."},
		{`{"moves":[{"at":0,"to":[{"vertex":1,"number":2}]}]}`, "The game so far ends before a move of the solver."},
		{`{"moves":[{"at":1}]}`, "Move 1 of the game so far: no move starts there."},
		{`{"moves":[{"at":-1}]}`, "no move starts there."},
		{`{"moves":[{"at":3}]}`, "no move starts there."},
		{`{"moves":[{"at":0}]}`, "a move from vertex 0 puts 2: 2 are left."},
		{`{"moves":[{"at":0,"to":[{"vertex":1,"number":1}]}]}`, "a move from vertex 0 puts 2: 1 are left."},
		{`{"moves":[{"at":0,"to":[{"vertex":1,"number":3}]}]}`, "a move from vertex 0 puts 2, and no more."},
		{`{"moves":[{"at":0,"to":[{"vertex":0,"number":2}]}]}`, "the move changes what vertex 0 does not lead to."},
		{`{"moves":[{"at":0,"to":[{"vertex":-5,"number":2}]}]}`, "the move changes what vertex 0 does not lead to."},
		{`{"moves":[{"at":0,"to":[{"vertex":1,"number":1},{"vertex":1,"number":1}]}]}`, "the move changes vertex 1 twice."},
		{`{"moves":[{"at":0,"height":1,"to":[{"vertex":1,"number":2}]}]}`, "a move from vertex 0 puts 2"},
		{`{"moves":[{"at":0,"to":[{"vertex":1,"number":18446744073709551615},{"vertex":2,"number":3}]}]}`, "and no more."},
	} {
		w := c.request(http.MethodPost, c.path(), url.Values{"do": {"who"}, "game": {test.game}}.Encode())
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s: code %d, %.200q, expected %q", test.game, w.Code, w.Body, test.want)
		}
	}
	for body, code := range map[string]int{
		"":                         400,
		"do=shoot":                 400,
		"do=%zz":                   400,
		strings.Repeat("a", 1<<21): 413,
	} {
		if w := c.request(http.MethodPost, c.path(), body); w.Code != code {
			t.Errorf("%.20q: code %d, expected %d", body, w.Code, code)
		}
	}
	if w := c.request(http.MethodPost, c.path(), "do=who&game=%7B%7D", "Content-Type", "text/plain"); w.Code != 400 {
		t.Errorf("a text that is no form: code %d", w.Code)
	}
}

// Nothing that is sent makes the server panic.
func FuzzRequests(f *testing.F) {
	b, err := addsub.NewBoard(f.Context(), [][2]int{{0, 1}, {0, 2}, {1, 2}}, []uint64{3, 0, 1}, addsub.Options{})
	if err != nil {
		f.Fatal(err)
	}
	tokens, err := AddSub(b, [][]uint64{{2, 1, 1}, {0, 0, 5}})
	if err != nil {
		f.Fatal(err)
	}
	e, err := election.NewBoard(f.Context(), [][2]int{{0, 1}, {2, 1}}, []uint64{4, 2, 4})
	if err != nil {
		f.Fatal(err)
	}
	cities, err := Election(e)
	if err != nil {
		f.Fatal(err)
	}
	for _, body := range []string{
		"do=click+1&game={}", "do=click+1&game={}&at=0&to1=2", "do=rest+2&game={}&at=0&to1=1&to2=99", "do=move&game={}&at=1",
		"do=move&game={}&at=0&to1=1&height=3", "do=hint&game={}", "do=who&game={}", "do=undo&game={}", "do=new&game={}&round=2&first=solver",
		`do=undo&game={"moves":[{"at":1},{"at":0,"to":[{"vertex":1,"number":3}]}]}`, `do=hint&game={"round":1}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, g := range []*Game{tokens, cities} {
			c := &client{server: &server{g, "127.0.0.1:1234", "TOKEN"}, t: t}
			if w := c.request(http.MethodPost, c.path(), body); w.Code != http.StatusOK && w.Code != http.StatusBadRequest {
				t.Errorf("code %d, %.200s", w.Code, w.Body)
			}
		}
	})
}
