package play

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/election"
)

// randomAddSub returns a game on a random board.
func randomAddSub(t *testing.T, rng *rand.Rand) *Game {
	t.Helper()
	n := 2 + rng.IntN(5)
	k, tokens := make([]uint64, n), make([]uint64, n)
	for v := range n {
		k[v], tokens[v] = rng.Uint64N(4), rng.Uint64N(3)
	}
	b, err := addsub.NewBoard(t.Context(), randomEdges(rng, n), k, addsub.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := AddSub(b, [][]uint64{make([]uint64, n), tokens})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func randomElection(t *testing.T, rng *rand.Rand) *Game {
	t.Helper()
	n := 2 + rng.IntN(4)
	heights := make([]uint64, n)
	for v := range n {
		heights[v] = rng.Uint64N(4)
	}
	b, err := election.NewBoard(t.Context(), randomEdges(rng, n), heights)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Election(b)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func randomEdges(rng *rand.Rand, n int) (edges [][2]int) {
	name := rng.Perm(n)
	for range rng.IntN(2 * n) {
		if u, v := rng.IntN(n), rng.IntN(n); u < v {
			edges = append(edges, [2]int{name[u], name[v]})
		}
	}
	return edges
}

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

// randomMove returns any legal move.
func randomMove(rng *rand.Rand, g *Game, pos []uint64) *Move {
	var at []int
	for v := range pos {
		if g.leaves(pos, v) {
			at = append(at, v)
		}
	}
	m := &Move{At: at[rng.IntN(len(at))]}
	succ := g.succ(m.At)
	if a, ok := g.rules.(*addSub); ok {
		for range a.board.K()[m.At] {
			v := succ[rng.IntN(len(succ))]
			m.set(v, m.number(v)+1)
		}
		return m
	}
	m.Height = rng.Uint64N(pos[m.At])
	for _, v := range succ {
		m.set(v, rng.Uint64N(4))
	}
	return m
}

// Whole games against a person who plays anything, or well with some mistakes. From a
// position that wins for it, the solver wins; so does a person who follows the hints.
func TestGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	wins := map[string]int{}
	for i := range 300 {
		g := randomAddSub(t, rng)
		if i%2 == 0 {
			g = randomElection(t, rng)
		}
		c := newClient(t, g)
		first := []string{"you", "solver"}[rng.IntN(2)]
		c.do("new", "round", fmt.Sprint(g.rounds()), "first", first)
		if c.said("The solver cannot begin") {
			continue
		}
		mistakes := []int{0, 20, 100}[rng.IntN(3)] // percent
		ahead := ""                                // who must win
		for !c.said("wins: ") && !c.said("You win: ") {
			pos := c.position()
			m, wins, err := g.winning(pos)
			if err != nil {
				t.Fatal(err)
			}
			if ahead == "solver" && wins || ahead == "you" && !wins {
				t.Fatalf("%s was ahead, and does not win: %s", ahead, c.state)
			}
			if !wins {
				ahead = "solver"
			} else {
				ahead = "you"
			}
			if rng.IntN(100) < mistakes || !wins {
				m = randomMove(rng, g, pos)
				if _, wins, _ := g.winning(g.apply(pos, m)); wins {
					ahead = "solver"
				}
			}
			before := c.state
			c.play(m)
			if c.state == before {
				t.Fatalf("%+v was refused in %s: %s", m, before, c.page)
			}
		}
		winner := "solver"
		if c.said("You win: ") {
			winner = "you"
		}
		wins[winner]++
		if ahead != "" && winner != ahead {
			t.Fatalf("%s was ahead, and %s won: %s", ahead, winner, c.state)
		}
	}
	if wins["you"] < 20 || wins["solver"] < 20 {
		t.Errorf("games won: %v", wins)
	}
}

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

// A person's mistake is said on the page, and changes nothing.
func TestMistakes(t *testing.T) {
	b, err := addsub.NewBoard(t.Context(), [][2]int{{0, 1}, {0, 2}, {1, 2}}, []uint64{3, 1, 0}, addsub.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := AddSub(b, [][]uint64{{2, 0, 1}, {0, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := election.NewBoard(t.Context(), [][2]int{{0, 1}}, []uint64{5, 0})
	if err != nil {
		t.Fatal(err)
	}
	h, err := Election(e)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		g     *Game
		do    string
		pairs []string
		want  string
	}{
		{g, "click 2", nil, "No move starts at vertex 2."},
		{g, "click 7", nil, "There is no vertex &#34;7&#34;."},
		{g, "click", nil, "There is no vertex &#34;&#34;."},
		{g, "move", nil, "Choose where your move starts."},
		{g, "move", []string{"at", "1"}, "No move starts at &#34;1&#34;."},
		{g, "move", []string{"at", "0", "to1", "2"}, "A move from vertex 0 puts 3: 1 are left."},
		{g, "move", []string{"at", "0", "to1", "2", "to2", "2"}, "A move from vertex 0 puts 3, and no more."},
		{g, "move", []string{"at", "0", "to1", "-2"}, "Expected a number from 0 to 2^40-1, found &#34;-2&#34;."},
		{g, "move", []string{"at", "0", "to1", "1099511627776"}, "Expected a number from 0 to 2^40-1"},
		{g, "undo", nil, "There is no move of yours to take back."},
		{g, "new", []string{"round", "3"}, "Expected a round from 1 to 2, found &#34;3&#34;."},
		{g, "new", []string{"round", "2", "first", "solver"}, "The solver cannot begin: there is no move."},
		{h, "move", []string{"at", "0", "height", "5"}, "City 1 has height 5: a move lowers it."},
		{h, "move", []string{"at", "1", "height", "0"}, "No move starts at &#34;1&#34;."},
		{h, "move", []string{"at", "0", "height", "x"}, "Expected a number from 0 to 2^40-1, found &#34;x&#34;."},
	} {
		c := newClient(t, test.g)
		before := c.state
		c.do(test.do, test.pairs...)
		if c.state != before || !c.said(`<p id="status" role="status" class="refused">`+test.want) {
			t.Errorf("%s %q: no %q on the page, or the game went on: %s", test.do, test.pairs, test.want,
				regexp.MustCompile(`<p id="status".*`).FindString(c.page))
		}
	}
}

// A move is put together by clicks. Undo takes it back, with the solver's answer.
func TestClicks(t *testing.T) {
	b, err := addsub.NewBoard(t.Context(), [][2]int{{0, 1}, {0, 2}, {1, 2}}, []uint64{3, 1, 0}, addsub.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := AddSub(b, [][]uint64{{2, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(t, g)
	c.do("click 0")
	if !c.said("From vertex 0, put 3") || !c.said("3 left: ") {
		t.Fatal(c.page)
	}
	c.do("click 1", "at", "0")
	if !c.said("2 left: ") || !c.said(`name="to1" type="number" min="0" max="3" value="1" data-focus>`) {
		t.Fatal(c.page)
	}
	c.do("rest 2", "at", "0", "to1", "1")
	if !c.said("All are placed.") || !c.said(`name="to2" type="number" min="0" max="2" value="2">`) {
		t.Fatal(c.page)
	}
	c.do("click 1", "at", "0", "to1", "1", "to2", "2") // no more are left
	if !c.said("All are placed.") {
		t.Fatal(c.page)
	}
	c.do("click 0", "at", "0", "to1", "1") // once more on the start cancels
	if c.said("From vertex 0, put 3") {
		t.Fatal(c.page)
	}
	start := c.state
	c.do("move", "at", "0", "to1", "1", "to2", "2")
	// The nimbers are 2, 1 and 0, so only this move wins.
	if !c.said("The solver: take a token from vertex 0, put 1 on vertex 1 and 2 on vertex 2.") || !slices.Equal(c.position(), []uint64{0, 2, 5}) {
		t.Errorf("position %v", c.position())
	}
	c.do("undo")
	if c.state != start || !c.said("Taken back.") {
		t.Errorf("%s after undo, %s before", c.state, start)
	}
	c.do("new", "round", "1", "first", "solver")
	if !c.said("The solver begins: take a token from vertex 0") {
		t.Error(c.page)
	}
	c.do("undo") // the solver's move stays
	if !c.said("There is no move of yours to take back.") {
		t.Error(c.page)
	}
}

func TestHints(t *testing.T) {
	for height, want := range map[uint64][2]string{
		1: {"This wins: lower city 1 from 1 to 0.", "With perfect play, you win from here."},
		0: {"No move wins from here.", "With perfect play, the solver wins from here."},
	} {
		b, err := election.NewBoard(t.Context(), nil, []uint64{height, 0, 3, 3})
		if err != nil {
			t.Fatal(err)
		}
		g, err := Election(b)
		if err != nil {
			t.Fatal(err)
		}
		c := newClient(t, g)
		for i, do := range []string{"hint", "who"} {
			if c.do(do); !c.said(want[i]) {
				t.Errorf("height %d, %s: no %q", height, do, want[i])
			}
		}
	}
}

// Games that the page cannot play are refused.
func TestUnplayable(t *testing.T) {
	b, err := addsub.NewBoard(t.Context(), nil, []uint64{1, 1 << 40}, addsub.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := AddSub(b, nil); err == nil || err.Error() != "expected a round to start from, found a board without rounds" {
		t.Error(err)
	}
	if _, err := AddSub(b, [][]uint64{{0, 0}}); err == nil || err.Error() != "expected numbers below 2^40 to play with, found K 1099511627776" {
		t.Error(err)
	}
	b, _ = addsub.NewBoard(t.Context(), nil, []uint64{1}, addsub.Options{})
	if _, err := AddSub(b, [][]uint64{{0}, {1 << 41}}); err == nil || err.Error() != "expected numbers below 2^40 to play with, found in round 2 2199023255552" {
		t.Error(err)
	}
	e, _ := election.NewBoard(t.Context(), nil, []uint64{1 << 62})
	if _, err := Election(e); err == nil || !strings.Contains(err.Error(), "found height 4611686018427387904") {
		t.Error(err)
	}
}

// A state is read as it was written.
func TestState(t *testing.T) {
	g := randomElection(t, rand.New(rand.NewPCG(5, 5)))
	s, err := g.begin(0, true)
	if err != nil {
		t.Fatal(err)
	}
	again, err := g.read(s.text())
	if err != nil || again.text() != s.text() || !json.Valid([]byte(s.text())) {
		t.Errorf("%v: %s", err, s.text())
	}
}
