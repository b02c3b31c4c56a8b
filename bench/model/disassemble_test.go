package model

import (
	"os"
	"slices"
	"strings"
	"testing"

	"mexlab/asm"
)

// The loops of all bodies are found in a binary.
func TestLoops(t *testing.T) {
	needLLVM(t)
	for _, c := range []struct {
		goarch string
		want   Loop // of which instructions are counted only
		length int
	}{
		{"amd64", Loop{Name: Name{Body: "scanSumsAVX2", Label: "sum", Units: 32, Unit: "test"}, Tier: asm.AVX2, Branches: 1}, 34},
		{"amd64", Loop{Name: Name{Body: "fullWordsAVX512", Label: "full32", Units: 32, Unit: "word"}, Tier: asm.AVX512, Branches: 1}, 10},
		{"arm64", Loop{Name: Name{Body: "orPermutedNEON", Label: "words", Units: 64, Unit: "byte"}, Tier: asm.NEON}, 17},
	} {
		names, err := Names(os.DirFS("../../asm"), c.goarch)
		if err != nil {
			t.Fatal(err)
		}
		binary, err := Build(t.Context(), c.goarch, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		loops, err := Loops(t.Context(), c.goarch, binary, names)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(loops, func(l Loop) bool { return l.Body == c.want.Body && l.Label == c.want.Label })
		if i < 0 {
			t.Fatalf("no loop %s of %s among %d", c.want.Label, c.want.Body, len(loops))
		}
		got := loops[i]
		if got.Units != c.want.Units || got.Unit != c.want.Unit || got.Tier != c.want.Tier || got.Arch != c.goarch ||
			got.Branches != c.want.Branches || len(got.Code) != c.length || got.Head < got.Start || got.End <= got.Head {
			t.Errorf("got %+v, want %d instructions and %+v", got, c.length, c.want)
		}
	}
}

// testdata/loops.txt is what llvm-objdump writes of a body whose loop has an exit
// in the middle, and of one whose loop is entered in the middle.
func TestJoin(t *testing.T) {
	dump, err := os.ReadFile("testdata/loops.txt")
	if err != nil {
		t.Fatal(err)
	}
	code, err := readDump(string(dump))
	if err != nil {
		t.Fatal(err)
	}
	names := []Name{
		{"fullWordsNEON", "loop", 8, "word", "firstzero_arm64.s", 18},
		{"emptyAVX2", "none", 1, "row", "gather_amd64.s", 252},
	}
	loops, err := join("any", code, names)
	if err != nil {
		t.Fatal(err)
	}
	if len(loops) != 2 {
		t.Fatalf("got %+v", loops)
	}
	if l := loops[0]; l.Start != 0xc || l.Head != 0xc || l.End != 0x34 || len(l.Code) != 10 || l.Branches != 1 || l.Tier != asm.NEON {
		t.Errorf("got %+v", l)
	}
	want := []string{"cmpq\t%r10, %rax", "jl\t0x2 <mexlab/asm.emptyAVX2.abi0+0x2>", "movw\t%r15w, (%rax)", "addq\t$0x2, %rax"}
	if l := loops[1]; l.Start != 2 || l.Head != 0xa || l.End != 0xf || !slices.Equal(l.Code, want) || l.Branches != 0 {
		t.Errorf("got %+v, want the code %q", l, want)
	}

	for _, c := range []struct {
		change func(names []Name) []Name
		want   string
	}{
		{func(n []Name) []Name { n[0].Line++; return n }, "starts at firstzero_arm64.s:19 in the assembly, but at firstzero_arm64.s:18"},
		{func(n []Name) []Name { return append(n, n[0]) }, "fullWordsNEON has 2 loops in the assembly, but 1"},
		{func(n []Name) []Name { n[0].Body = "goneNEON"; return n }, "no code of goneNEON"},
	} {
		_, err := join("any", code, c.change(slices.Clone(names)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got error %v, want %q", err, c.want)
		}
	}
	if _, err := readDump(strings.Replace(string(dump), "uminv\ts0, v0.4s", "<unknown>", 1)); err == nil || !strings.Contains(err.Error(), "firstzero_arm64.s:22") {
		t.Errorf("got %v", err)
	}
}

// needLLVM skips a test where LLVM is not installed, unless it has to be.
func needLLVM(t *testing.T) {
	if err := Missing(); err != nil {
		if os.Getenv("MEXLAB_REQUIRE_LLVM") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}
