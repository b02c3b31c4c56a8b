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
	for goarch, wanted := range map[string][]Loop{
		"amd64": {
			{Name: Name{Body: "scanSumsAVX2", Label: "sum", Units: 32, Unit: "test"}, Tier: asm.AVX2, Branches: 1},
			{Name: Name{Body: "fullWordsAVX512", Label: "full32", Units: 32, Unit: "word"}, Tier: asm.AVX512, Branches: 1},
		},
		"arm64": {{Name: Name{Body: "orPermutedNEON", Label: "words", Units: 64, Unit: "byte"}, Tier: asm.NEON}},
	} {
		names, err := Names(os.DirFS("../../asm"), goarch)
		if err != nil {
			t.Fatal(err)
		}
		binary, err := Build(t.Context(), goarch, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		loops, err := Loops(t.Context(), goarch, binary, names)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wanted {
			i := slices.IndexFunc(loops, func(l Loop) bool { return l.Body == want.Body && l.Label == want.Label })
			if i < 0 {
				t.Fatalf("no loop %s of %s among %d", want.Label, want.Body, len(loops))
			}
			got := loops[i]
			if got.Units != want.Units || got.Unit != want.Unit || got.Tier != want.Tier || got.Arch != goarch ||
				got.Branches != want.Branches || len(got.Code) < 8 || got.Head < got.Start || got.End <= got.Head {
				t.Errorf("got %+v, want %+v", got, want)
			}
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
