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

		{"printf '1 0 5 1 1' | gzip | head -c 20 | mexlab solve --lines", "", "<stdin>: cannot read the input: gzip: the compressed text is cut short (unexpected EOF)"},
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

// Both forms of an input are the same to generate and to convert, from files and
// pipes, plain and compressed.
func TestConvert(t *testing.T) {
	for _, game := range gameNames() {
		generate, number, one := "mexlab generate boards --vertices 60 --edges 200 --game "+game, "", " --games 1"
		if game == "addsub" {
			number, one = " --games 40", ""
		}
		games, lines := shell(t, generate+number).stdout, shell(t, generate+number+one+" --lines").stdout
		convert := "mexlab convert --game " + game
		asGames, asLines := file(t, games), file(t, "\n"+lines+" \r\n")
		for _, test := range []struct{ line, want string }{
			{convert + " " + asGames, lines},
			{convert + " --to lines < " + asGames, lines},
			{"gzip < " + asGames + " | " + convert, lines},
			{convert + " --to games " + asLines, games},
			{convert + " --to games < " + asLines, games},
			{"gzip < " + asLines + " > " + asLines + ".gz; " + convert + " --to games " + asLines + ".gz", games},
			{"cat " + asLines + " | " + convert + " --to games" + number, games},
		} {
			if r := shell(t, test.line); r != (outcome{test.want, "", exitFine}) {
				t.Errorf("%s: code %d, %s, %d bytes", test.line, r.code, r.stderr, len(r.stdout))
			}
		}
	}
	for _, test := range []struct{ line, message string }{
		{"printf '1 0 5 0' | mexlab convert --to games", "<stdin>: the number of games stands before them, and a pipe is not read twice: tell it by --games, or convert a file"},
		{"printf '1 0 5 0' | mexlab convert --to games --games 2", "<stdin>:1:1: expected 2 games, found the end of the input after 1"},
		{"printf '1 0 5 0\n1 0 5 0' | mexlab convert --to games --games 1", "<stdin>:2:1: expected the end of the input after 1 games, found another one"},
		{"printf '1 0 5 0 7' | mexlab convert --to games --games 1", `<stdin>:1:9: expected the end of the line, found "7"`},
		{"printf '1 0 5' | mexlab convert --to games --games 1", "<stdin>:1:6: expected the number of rounds, found end of line"},
		{"printf '1 1 0 5' | mexlab convert", "<stdin>:1:8: game 1: expected the number of rounds, found end of input"},
		{"printf '1 0 5 6' | mexlab convert --game election", `<stdin>:1:7: expected the end of the input, found "6"`},
		{"printf '1 0 5\n1 0 5' | mexlab convert --game election --to games", "<stdin>:2:1: expected the end of the input after a position, found another one"},
		{"mexlab convert --games 2", "--games does not go with --to lines: lines come without their number"},
		{"mexlab convert --game election --to games --games 2", "--games does not go with --game election: a file has one position"},
		{"mexlab convert --to json", `--to: unknown to "json"; there are lines and games`},
	} {
		if r := shell(t, test.line); r.code != exitBad || r.stderr != "mexlab: "+test.message+"\n" {
			t.Errorf("%s: %+v", test.line, r)
		}
	}
}
