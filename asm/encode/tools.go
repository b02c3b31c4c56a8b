package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"mexlab/internal/command"
)

// tools are the programs that encode needs, and a folder for their files.
//
// asm2plan9s encodes for the architecture that it is built for, with the first
// program on PATH named yasm or as. So it is built for arm64 and run by
// QEMU, and its PATH has only the right assembler.
type tools struct {
	dir     string
	qemu    string
	objdump string
}

func newTools() (*tools, error) {
	var missing []string
	find := func(name string) string {
		path, err := exec.LookPath(name)
		if err != nil {
			missing = append(missing, name)
		}
		return path
	}
	assembler := find("aarch64-linux-gnu-as")
	t := &tools{
		objdump: find("aarch64-linux-gnu-objdump"),
		qemu:    find("qemu-aarch64-static"),
	}
	if missing != nil {
		return nil, &missingError{missing}
	}
	var err error
	if t.dir, err = os.MkdirTemp("", "encode"); err != nil {
		return nil, err
	}
	if err := t.build(assembler); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

type missingError struct{ names []string }

func (e *missingError) Error() string {
	return "not installed: " + strings.Join(e.names, ", ") +
		" (Debian packages binutils-aarch64-linux-gnu and qemu-user-static)"
}

// build makes asm2plan9s and the folder that is its PATH.
func (t *tools) build(assembler string) error {
	if err := os.MkdirAll(filepath.Dir(t.path("bin/as")), 0o777); err != nil {
		return err
	}
	if err := os.Symlink(assembler, t.path("bin/as")); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-o", t.path("asm2plan9s"), "github.com/minio/asm2plan9s")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	_, err := command.Output(build)
	return err
}

func (t *tools) close() { os.RemoveAll(t.dir) }

func (t *tools) path(name string) string { return filepath.Join(t.dir, filepath.FromSlash(name)) }

func (t *tools) asm2plan9s(source []byte) ([]byte, error) {
	cmd := exec.Command(t.qemu, t.path("asm2plan9s"))
	cmd.Env = []string{"PATH=" + t.path("bin"), "TMPDIR=" + t.dir}
	cmd.Stdin = bytes.NewReader(source)
	return command.Output(cmd)
}

// disassembled is a line of objdump: address, code, instruction, perhaps a comment.
var disassembled = regexp.MustCompile(`(?m)^ *[0-9a-f]+:\t([0-9a-f]{8}) *\t([^/\n]*[^/\s])`)

// disassemble returns the instructions of codes of eight hexadecimal digits each.
func (t *tools) disassemble(codes []string) ([]string, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	var image []byte
	for _, code := range codes {
		word, err := strconv.ParseUint(code, 16, 32)
		if err != nil {
			return nil, err
		}
		image = binary.LittleEndian.AppendUint32(image, uint32(word))
	}
	if err := os.WriteFile(t.path("image"), image, 0o666); err != nil {
		return nil, err
	}
	out, err := command.Output(exec.Command(t.objdump, "-D", "-z", "-b", "binary", "-m", "aarch64", t.path("image")))
	if err != nil {
		return nil, err
	}
	var list []string
	for _, m := range disassembled.FindAllStringSubmatch(string(out), -1) {
		list = append(list, strings.Join(strings.Fields(m[2]), " "))
	}
	if len(list) != len(codes) {
		return nil, fmt.Errorf("objdump shows %d instructions for %d codes:\n%s", len(list), len(codes), out)
	}
	return list, nil
}
