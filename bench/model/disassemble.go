package model

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mexlab/internal/command"
)

// The programs of LLVM, and the package of Debian that has them.
const (
	objdump  = "llvm-objdump-22"
	analyzer = "llvm-mca-22"
	debian   = "llvm-22"
)

// Missing returns an error that says what to install before loops can be cut out
// and predicted, or nil if everything is there.
func Missing() error {
	for _, program := range []string{objdump, analyzer} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("%s is missing; install %s", program, debian)
		}
	}
	return nil
}

// Build compiles the tests of package asm for goarch into a folder, and returns the
// path of the binary. The current folder must be in the module. The loops of another
// binary differ in where bodies start, not in the code of a body.
func Build(ctx context.Context, goarch, folder string) (binary string, err error) {
	binary = filepath.Join(folder, "asm."+goarch)
	build := exec.CommandContext(ctx, "go", "test", "-c", "-o", binary, "mexlab/asm")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+goarch, "CGO_ENABLED=0")
	_, err = command.Output(build)
	return binary, err
}

// An instruction of a body, as the disassembler writes it.
type instruction struct {
	address uint64
	text    string // without comments, a jump's target as a number
	file    string // where it comes from: the last part of the path
	line    int
}

var (
	symbolLine = regexp.MustCompile(`^[0-9a-f]+ <mexlab/asm\.(\w+)(?:\.abi0)?>:$`)
	sourceLine = regexp.MustCompile(`^; (.*):(\d+)$`)
	codeLine   = regexp.MustCompile(`^\s*([0-9a-f]+):\s+(.*)$`)
	targetOf   = regexp.MustCompile(`0x([0-9a-f]+) <[^>]*>$`)
	jumpOf     = regexp.MustCompile(`^(j\w+|b|b\.\w+|cbn?z|tbn?z)\s`)
)

// Loops returns the loops of the bodies in a binary with the names that the assembly
// gives them, in the order of names. Those that go through other loops are left out.
func Loops(ctx context.Context, goarch, binary string, names []Name) ([]Loop, error) {
	loops, err := allLoops(ctx, goarch, binary, names)
	return slices.DeleteFunc(loops, func(l Loop) bool { return l.Passes }), err
}

func allLoops(ctx context.Context, goarch, binary string, names []Name) ([]Loop, error) {
	symbols := bodiesOf(names)
	for i, s := range symbols {
		// The symbol without the suffix is what Go's own calling convention enters.
		symbols[i] = "mexlab/asm." + s + ".abi0"
	}
	out, err := command.Output(exec.CommandContext(ctx, objdump,
		"-d", "-l", "--no-show-raw-insn", "--disassemble-symbols="+strings.Join(symbols, ","), binary))
	if err != nil {
		return nil, err
	}
	code, err := readDump(string(out))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", objdump, err)
	}
	return join(goarch, code, names)
}

func bodiesOf(names []Name) []string {
	var bodies []string
	for _, n := range names {
		if !slices.Contains(bodies, n.Body) {
			bodies = append(bodies, n.Body)
		}
	}
	return bodies
}

// readDump returns the instructions of each body.
func readDump(dump string) (map[string][]instruction, error) {
	all := map[string][]instruction{}
	body, at := "", instruction{}
	for line := range strings.Lines(dump) {
		line = strings.TrimSpace(line)
		if m := symbolLine.FindStringSubmatch(line); m != nil {
			body = m[1]
		} else if m := sourceLine.FindStringSubmatch(line); m != nil {
			n, err := strconv.Atoi(m[2])
			if err != nil {
				return nil, err
			}
			at.file, at.line = path.Base(filepath.ToSlash(m[1])), n
		} else if m := codeLine.FindStringSubmatch(line); m != nil {
			address, err := strconv.ParseUint(m[1], 16, 64)
			if err != nil {
				return nil, err
			}
			text, _, _ := strings.Cut(m[2], " # ") // what the operands mean
			text, _, _ = strings.Cut(text, " // ") // the same for arm64
			text = strings.TrimSpace(text)
			if strings.Contains(text, "<unknown>") {
				return nil, fmt.Errorf("%s: an instruction that it does not know comes from %s:%d", body, at.file, at.line)
			}
			all[body] = append(all[body], instruction{address, text, at.file, at.line})
		}
	}
	return all, nil
}

// flow returns instructions as steps. A jump out of the body is a return.
func flow(code []instruction) []step {
	at := map[uint64]int{}
	for i, c := range code {
		at[c.address] = i
	}
	steps := make([]step, len(code))
	for i, c := range code {
		mnemonic := strings.Fields(c.text + " ?")[0]
		steps[i] = step{-1, slices.Contains([]string{"jmp", "b", "ret", "retq", "int3"}, mnemonic)}
		if m := targetOf.FindStringSubmatch(c.text); m != nil && jumpOf.MatchString(c.text) {
			address, _ := strconv.ParseUint(m[1], 16, 64)
			if target, ok := at[address]; ok {
				steps[i].target = target
			}
		}
	}
	return steps
}
