package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// Each line has an answer, and bad ones are told in the end.
func TestLines(t *testing.T) {
	for _, test := range []struct{ line, stdout, stderr string }{
		{`printf '2 1 0 1 1 1 2 1 0 0 0\r\n\n1 0 5 0' | mexlab solve --lines`, "WINNING LOSING\n\n", ""},
		{`printf '1 0 5 1\n1 0 5 1 1 1\n1 0 5 1 1\n' | mexlab solve --lines -`,
			"error: 1:8: expected the value of vertex 0 of 0 to 0 in round 1 of 1, found end of line\n" +
				"error: 2:11: expected the end of the line, found \"1\"\nLOSING\n",
			"<stdin>:1:8: expected the value of vertex 0 of 0 to 0 in round 1 of 1, found end of line; this is the first of 2 bad lines"},
		{`printf '1 0 5 1 1\n2 2 0 1 1 0 1 1 0\n' | mexlab solve --lines --json`,
			`{"game":1,"vertices":1,"edges":0,"rounds":[{"round":1,"winning":false}]}` + "\n" +
				`{"line":2,"column":1,"error":"expected no cycle, found 0 -> 1 -> 0"}` + "\n",
			"<stdin>:2:1: expected no cycle, found 0 -> 1 -> 0; this is the only bad line"},
		{`printf '2 0 3 3\n2 1 5 7 1 2\nx\n' | mexlab solve --game election --lines`,
			"LOSE\nWIN 0 0\nerror: 3:1: expected the number of cities, found \"x\", not a non-negative integer\n",
			`<stdin>:3:1: expected the number of cities, found "x", not a non-negative integer; this is the only bad line`},
		{"mexlab solve --lines < /dev/null", "", ""},

		{"printf '1 0 5 1 1' | gzip | head -c -9 | mexlab solve --lines", "", "<stdin>: cannot read the input: gzip: the compressed text is cut short (unexpected EOF)"},
	} {
		r := shell(t, test.line)
		want := outcome{test.stdout, "", exitFine}
		if test.stderr != "" {
			want = outcome{test.stdout, "mexlab: " + test.stderr + "\n", exitBad}
		}
		if r != want {
			t.Errorf("%s:\n%+v\nexpected\n%+v", test.line, r, want)
		}
	}
}

// Text in the other form, or of the other game, has a hint.
func TestOtherForm(t *testing.T) {
	for _, test := range []struct{ line, hint string }{
		{"mexlab generate boards --games 2 --rounds 3 | mexlab solve --lines", "without --lines"},
		{"mexlab generate boards --games 2 --rounds 3 --lines | mexlab solve", "--lines"},
		{"mexlab generate boards --games 2 --rounds 3 --lines | mexlab solve --game election --lines", "--game addsub"},
		{"mexlab generate boards --games 2 --rounds 3 --lines | mexlab solve --game election", "--game addsub --lines"},
		{"mexlab generate boards --games 2 --rounds 3 | mexlab solve --game election --lines", "--game addsub without --lines"},
		{"mexlab generate election --vertices 9 --edges 9 --lines --games 2 | mexlab solve --game election", "--lines"},
		{"mexlab generate election --vertices 9 --edges 9 | mexlab solve --game election --lines", "without --lines"},
	} {
		if r := shell(t, test.line); r.code != exitBad || !strings.HasSuffix(r.stderr, "; is this "+test.hint+"?\n") {
			t.Errorf("%s: %+v", test.line, r)
		}
	}
}

// The lines of JSON have the numbers of the lines of text.
func TestLinesAsJSON(t *testing.T) {
	for _, game := range gameNames() {
		r := shell(t, "mexlab generate boards --game "+game+" --games 50 --vertices 30 --edges 60 --lines | mexlab solve --lines --json --values --move --game "+game)
		lines := strings.Split(strings.TrimSuffix(r.stdout, "\n"), "\n")
		for i, line := range lines {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil || object["line"] != float64(i+1) && object["game"] != float64(i+1) {
				t.Errorf("%s: line %d: %v: %s", game, i+1, err, line)
			}
		}
		if len(lines) != 50 || r.code != 0 {
			t.Errorf("%s: %d lines, %+v", game, len(lines), r)
		}
	}
}
