package main

import (
	"fmt"
	"strings"
	"testing"
)

// Text of one game that is read as the other has a hint, and the position of the
// error stays. It does not matter how it is read, and how long it is.
func TestOtherGame(t *testing.T) {
	for _, test := range []struct{ made, game, place, hint string }{
		{"printf '1  4 5  0 1 0 2 1 3 2 1 2 3  2 1 3 2  2  3 4 5 6  0 0 0 5\\n'", "election", ":1:9: ", "addsub"},
		{"printf '4 2  2 1 1 5  1 2  3 4\\n'", "addsub", ":1:1", "election"},
		{"cat ../../game/addsub/testdata/addsub-sample.in", "election", ":3:3: ", "addsub"},
		{"cat ../../game/election/testdata/sample-1.in", "addsub", ":", "election"},
		{"mexlab generate boards", "election", ":12:4: ", "addsub"},
		{"mexlab generate boards --games 3000 --vertices 20 --edges 30", "election", ":", "addsub"},
		{"mexlab generate election", "addsub", ":2:", "election"},
		{"mexlab generate random --edges 100000", "election", ":3:1: ", "addsub"},
		{"mexlab generate random --edges 100000 --game election", "addsub", ":2:", "election"},
		{"mexlab generate random --edges 1100000 --order children --game election", "addsub --stream", ":", "election"},
	} {
		name := file(t, shell(t, test.made).stdout)
		for how, line := range map[string]string{
			"file": "mexlab solve --game " + test.game + " " + name,
			"pipe": "cat " + name + " | mexlab solve --game " + test.game,
			"gzip": "gzip < " + name + " | mexlab solve --game " + test.game,
		} {
			r := shell(t, line)
			end := fmt.Sprintf("; is this --game %s?\n", test.hint)
			if r.code != exitBad || r.stdout != "" || !strings.Contains(r.stderr, test.place) || !strings.HasSuffix(r.stderr, end) || strings.Count(r.stderr, "\n") != 1 {
				t.Errorf("%s, as %s, %s: %+v", test.made, test.game, how, r)
			}
		}
	}
}

// A mistake in the text of the right game has no hint, wherever it is.
func TestNoOtherGame(t *testing.T) {
	for _, test := range []struct{ text, game string }{
		{board, "addsub"}, {strings.Repeat(board[3:], 2000), "addsub"}, {cities, "election"},
	} {
		if len(test.text) > 1000 {
			test.text = "2000 " + test.text
		}
		fields := strings.Fields(test.text)
		for _, at := range []int{0, 1, 2, 3, 5, len(fields) / 2, len(fields) - 1} {
			for _, wrong := range []string{"x", "-1", "99999999999999999999", "1000000000"} {
				bad := append([]string{}, fields...)
				bad[at] = wrong
				r := feed(t, []byte(strings.Join(bad, " ")), "solve", "--game", test.game)
				if strings.Contains(r.stderr, "is this") {
					t.Errorf("%s: %s in place of number %d: %s", test.game, wrong, at, r.stderr)
				}
			}
		}
	}
	for _, text := range []string{"", " \n", "x", "1", "0 1", "3"} {
		for _, game := range gameNames() {
			if r := feed(t, []byte(text), "solve", "--game", game); strings.Contains(r.stderr, "is this") {
				t.Errorf("%s: %q: %s", game, text, r.stderr)
			}
		}
	}
}
