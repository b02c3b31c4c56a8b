package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// envRequire is the environment variable that says, by the value "encode", that
// the tools must be installed.
const envRequire = "MEXLAB_REQUIRE"

// All tests share the tools. errTools says why there are none.
var (
	shared   *tools
	errTools error
)

func TestMain(m *testing.M) {
	shared, errTools = newTools()
	code := m.Run()
	if errTools == nil {
		shared.close()
	}
	os.Exit(code)
}

func testTools(t *testing.T) *tools {
	if _, missing := errors.AsType[*missingError](errTools); missing && os.Getenv(envRequire) != "encode" {
		t.Skip(errTools)
	}
	if errTools != nil {
		t.Fatal(errTools)
	}
	return shared
}

// check returns an error if the source is not what encode makes of it, or if a
// code does not disassemble to its annotation.
func (t *tools) check(source []byte) error {
	encoded, err := t.encode(source)
	if err != nil {
		return err
	}
	want := bytes.Split(encoded, []byte("\n"))
	for i, line := range bytes.Split(source, []byte("\n")) {
		if !bytes.Equal(line, want[i]) {
			return errorAt(i, "%q should be %q; run make asm", line, want[i])
		}
	}
	return t.readBack(encoded)
}

func TestFiles(t *testing.T) {
	files, err := filepath.Glob("../*_arm64.[sh]")
	if err != nil {
		t.Fatal(err)
	}
	tools := testTools(t)
	lines := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(source)) {
			if annotated.MatchString(strings.TrimSuffix(line, "\n")) {
				lines++
			}
		}
		if err := tools.check(source); err != nil {
			t.Errorf("%s:%v", file, err)
		}
	}
	if lines == 0 {
		t.Errorf("no annotated line in %q", files)
	}
}

// good is a source that is encoded.
const good = "TEXT ·f(SB), 4, $0\n    WORD $0x6e623420 // cmhi v0.8h, v1.8h, v2.8h\n\tRET\n"

func TestEncode(t *testing.T) {
	tools := testTools(t)
	if err := tools.check([]byte(good)); err != nil {
		t.Error(err)
	}
	blank := strings.Replace(good, "6e623420", "00000000", 1)
	if got, err := tools.encode([]byte(blank)); err != nil || string(got) != good {
		t.Errorf("encode makes %q, error %v", got, err)
	}

	file := filepath.Join(t.TempDir(), "f_arm64.s")
	if err := os.WriteFile(file, []byte(blank), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := tools.check([]byte(blank)); err == nil || !strings.HasPrefix(err.Error(), "2: ") {
		t.Errorf("check of a source that is not encoded: %v", err)
	}
	if err := tools.file(file); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != good {
		t.Errorf("the file is %q, error %v", got, err)
	}
}

// TestPitfalls has lines that asm2plan9s spoils or skips in silence, and mistakes
// that people make.
func TestPitfalls(t *testing.T) {
	tools := testTools(t)
	column66 := "\tVADD V0.B16, V1.B16, V2.B16; VADD V0.B16, V1.B16, V2.B16"
	column66 += strings.Repeat(" ", 65-3-len(column66))
	for _, c := range []struct{ name, source, want string }{
		{"not encoded", "    WORD $0x00000000 // cmhi v0.8h, v1.8h, v2.8h\n", "1: \"    WORD $0x00000000"},
		{"other code", "    WORD $0x6e623421 // cmhi v0.8h, v1.8h, v2.8h\n", "should be"},
		{"tab before", "\tWORD $0x6e623420 // cmhi v0.8h, v1.8h, v2.8h\n", "has to be of the form"},
		{"two spaces", "  WORD $0x6e623420 // cmhi v0.8h, v1.8h, v2.8h\n", "has to be of the form"},
		{"short code", "    WORD $0x0 // cmhi v0.8h, v1.8h, v2.8h\n", "has to be of the form"},
		{"no comment", "    WORD $0x6e623420\n", "has to be of the form"},
		{"two comments", "    WORD $0x6e623420 // cmhi v0.8h, v1.8h, v2.8h // mark\n", "has to be of the form"},
		{"in a macro", "#define F \\\n    WORD $0x6e623420 // cmhi v0.8h, v1.8h, v2.8h \\\n\tRET\n", "2: "},
		{"after another", "\tRET; WORD $0x6e623420 // cmhi v0.8h, v1.8h, v2.8h\n", "has to be of the form"},
		{"other directive", "    LONG $0x6e623420 // cmhi v0.8h, v1.8h, v2.8h\n", "has to be of the form"},
		{"two instructions", "    WORD $0x00000000 // cmhi v0.8h, v1.8h, v2.8h; ret\n", "has to be of the form"},
		{"column 66", column66 + "// add v0.16b, v1.16b, v2.16b\n", "would change this line"},
		{"comment alone", strings.Repeat(" ", 21) + "// cmhi v0.8h, v1.8h, v2.8h\n", "would change this line"},
		{"tab inside", "\tVADD\tV0.B16, V1.B16, V2.B16\n", "would change this line"},
		{"no end", "    WORD $0x6e623420 // cmhi v0.8h, v1.8h, v2.8h", "has to end with a line feed"},
		{"other name", "    WORD $0x4ea11c20 // orr v0.16b, v1.16b, v1.16b\n", "disassembles to \"mov v0.16b, v1.16b\""},
		{"beyond armv8-a", "    WORD $0x00000000 // sdot v0.4s, v1.16b, v2.16b\n", "sdot"},
		{"no instruction", "    WORD $0x00000000 // compare\n", "compare"},
	} {
		err := tools.check([]byte(c.source))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestNoTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := newTools()
	if err == nil || !strings.Contains(err.Error(), "not installed: aarch64-linux-gnu-as, aarch64-linux-gnu-objdump, qemu-aarch64-static") {
		t.Errorf("without the tools: %v", err)
	}
}

// TestNoAssembler takes the assembler away from asm2plan9s.
func TestNoAssembler(t *testing.T) {
	tools := *testTools(t)
	program := tools.path("asm2plan9s")
	tools.dir = t.TempDir()
	if err := os.Symlink(program, tools.path("asm2plan9s")); err != nil {
		t.Fatal(err)
	}
	_, err := tools.encode([]byte(good))
	if _, exited := errors.AsType[*exec.ExitError](err); !exited {
		t.Errorf("without an assembler: %v", err)
	}
}
