package model

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// Each loop of the assembly says what an iteration does.
func TestLoopsHaveNames(t *testing.T) {
	for _, c := range []struct {
		folder, goarch string
		want           Name
	}{
		{"../../asm", "amd64", Name{Body: "orExchangedAVX512", Label: "bits", Units: 256, Unit: "byte"}},
		{"../../asm", "arm64", Name{Body: "scanSumsNEON", Label: "sum", Units: 64, Unit: "test"}},
		{"../../asm/floor", "amd64", Name{Body: "orAVX2", Label: "block", Units: 16, Unit: "word"}},
	} {
		names, err := Names(os.DirFS(c.folder), c.goarch)
		if err != nil {
			t.Error(err)
		}
		found := false
		for _, n := range names {
			n.File, n.Line = "", 0
			found = found || n == c.want
		}
		if !found {
			t.Errorf("%s %s: no loop %+v in %v", c.folder, c.goarch, c.want, names)
		}
	}
}

// A loop that is entered in the middle, one in a macro, and jumps back that are no
// loops: to an epilogue, and to a part that two ways share.
const example = `
#define LANES 8
#define STEP(x, next) \
	ADDQ x, AX; \ // a comment
	SUBQ $1, CX; \
	JNE  next
#define EACH(label) \
label: \ // loop: 2*LANES lanes
	STEP(BX, label)

TEXT ·rotatedAVX2(SB), NOSPLIT, $0-0
	JMP test

again: // loop: 1 byte
	INCQ AX

test:
	CMPQ AX, BX
	JLT  again
	EACH(first)
	EACH(second)
	JEQ  out

done:
	RET

out:
	JMP done

TEXT ·sharedAVX2(SB), NOSPLIT, $0-0
row: // loop: 1 row
	TESTQ AX, AX
	JEQ   few

next:
	STEP(DX, row)
	RET

few:
	JMP next
`

func TestNames(t *testing.T) {
	names, err := Names(fstest.MapFS{"x_amd64.s": {Data: []byte(example)}}, "amd64")
	if err != nil {
		t.Fatal(err)
	}
	want := []Name{
		{"rotatedAVX2", "again", 1, "byte", "x_amd64.s", 15},
		{"rotatedAVX2", "first", 16, "lane", "x_amd64.s", 20},
		{"rotatedAVX2", "second", 16, "lane", "x_amd64.s", 21},
		{"sharedAVX2", "row", 1, "row", "x_amd64.s", 32},
	}
	if len(names) != len(want) {
		t.Fatalf("got %v", names)
	}
	for i, n := range names {
		if n != want[i] {
			t.Errorf("got %+v, want %+v", n, want[i])
		}
	}
}

func TestNamesMissing(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{" // loop: 1 byte", "", "x_amd64.s:15: rotatedAVX2 again: a loop starts here"},
		{" // loop: 2*LANES lanes", "", "x_amd64.s:21: rotatedAVX2 second: a loop starts here"},
		{"done:", "done: // loop: 1 byte", "x_amd64.s:25: rotatedAVX2 done: no loop starts here"},
		{"next:\n", "next: // loop: 2 rows\n", "sharedAVX2 next: no loop starts here"},
		{"1 byte", "byte", "is not a number and what it counts"},
		{"1 byte", "1 bytes", "is not a number and what it counts"},
		{"2*LANES lanes", "0*LANES lanes", "is not a number and what it counts"},
		{"JMP done", "JMP gone", `jumps to "gone"`},
		{"again: //", "also:\nagain: //", "a loop needs one label"},
		{"#define LANES 8", "#define LANES LANES", "more than"},
		{"EACH(second)", "EACH(a, b)", "2 arguments, not 1"},
		{"EACH(second)", "EACH(second", "no end of the arguments"},
		{"#define LANES 8", "#include \"x_amd64.s\"", "an included file includes"},
	} {
		changed := strings.Replace(example, c.old, c.new, 1)
		_, err := Names(fstest.MapFS{"x_amd64.s": {Data: []byte(changed)}}, "amd64")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got error %v, want %q", c.new, err, c.want)
		}
	}
}
