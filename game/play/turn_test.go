package play

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/election"
)

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
