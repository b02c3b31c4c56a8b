// Package qemu counts the instructions that a program executes, with a plugin
// in one of QEMU's user-mode emulators. The counts are exact, and the same on
// every machine. They say nothing about time.
//
// A [Counter] counts in two ways: between two marks in a program of one's own, or
// in all functions of any program whose symbol contains a text. bench/insns does
// the former, "mexlab gate --insns" the latter. Between marks it can also tell how
// often each block of some functions ran. The plugin is plugin/count.c.
package qemu

import (
	"context"
	"debug/elf"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mexlab/internal/command"
)

// programs are QEMU's emulators by GOARCH.
var programs = map[string]string{"amd64": "qemu-x86_64", "arm64": "qemu-aarch64"}

// CPU is QEMU's name for the processor with every feature that it can emulate.
const CPU = "max"

// Architectures lists the values of GOARCH that have an emulator.
func Architectures() []string { return slices.Sorted(maps.Keys(programs)) }

// Missing returns an error that says what to install before instructions of
// programs for goarch can be counted, or nil if everything is there.
func Missing(goarch string) error {
	emulator, ok := programs[goarch]
	if !ok {
		return fmt.Errorf("no emulator for %s; there is one for %s", goarch, strings.Join(Architectures(), " and "))
	}
	for _, program := range []struct{ name, debian string }{{emulator, "qemu-user"}, {"gcc", "gcc and libc6-dev"}} {
		if _, err := exec.LookPath(program.name); err != nil {
			return fmt.Errorf("%s is missing; install %s", program.name, program.debian)
		}
	}
	return nil
}

// Version returns what the emulator says about its version.
func Version(ctx context.Context, goarch string) (string, error) {
	if err := Missing(goarch); err != nil {
		return "", err
	}
	return command.Line(exec.CommandContext(ctx, programs[goarch], "--version"))
}

//go:embed plugin/count.c
var plugin []byte

// A Counter counts instructions of programs for one architecture.
type Counter struct{ emulator, folder string }

// New compiles the plugin into a folder, which the counter uses from then on.
func New(ctx context.Context, goarch, folder string) (*Counter, error) {
	if err := Missing(goarch); err != nil {
		return nil, err
	}
	c := &Counter{programs[goarch], folder}
	source := filepath.Join(folder, "count.c")
	if err := os.WriteFile(source, plugin, 0o644); err != nil {
		return nil, err
	}
	_, err := command.Output(exec.CommandContext(ctx, "gcc", "-O2", "-Wall", "-shared", "-fPIC", "-fvisibility=hidden", "-o", c.sharedObject(), source))
	return c, err
}

func (c *Counter) sharedObject() string { return filepath.Join(c.folder, "count.so") }

// BetweenMarks runs a Go program in the emulator and returns what it writes, and
// a case for each call of its function main.begin: the instructions that this
// thread then executes outside the Go runtime, until it calls main.end.
//
// If text is not empty, cases have the blocks of the functions whose symbol contains
// it. The runs of blocks are exact for assembly that does not check the stack.
func (c *Counter) BetweenMarks(cmd *exec.Cmd, text string) (output []byte, cases []Case, err error) {
	var functions []elf.Symbol
	argument := ""
	if text != "" {
		if functions, err = functionsOf(cmd.Path); err != nil {
			return nil, nil, err
		}
		argument = ",blocks=" + text
	}
	output, lines, err := c.run(cmd, argument)
	if err != nil {
		return nil, nil, err
	}
	for _, line := range lines {
		if len(line)%3 != 1 {
			return nil, nil, fmt.Errorf("the plugin of %s wrote %d numbers for a case", c.emulator, len(line))
		}
		blocks, err := name(split(line[1:]), functions)
		if err != nil {
			return nil, nil, err
		}
		cases = append(cases, Case{line[0], blocks})
	}
	return output, cases, nil
}

// InSymbols runs a program in the emulator and returns how many instructions it
// executes in functions whose symbol contains text.
func (c *Counter) InSymbols(cmd *exec.Cmd, text string) (uint64, error) {
	_, lines, err := c.run(cmd, ",symbol="+text)
	if err != nil {
		return 0, err
	}
	if len(lines) != 1 {
		return 0, fmt.Errorf("the plugin of %s wrote %d counts, expected one", c.emulator, len(lines))
	}
	return lines[0][0], nil
}

// run runs cmd in the emulator, and changes it for that. It returns what cmd writes,
// and the numbers in each line that the plugin writes. Several may run at a time.
func (c *Counter) run(cmd *exec.Cmd, argument string) (output []byte, lines [][]uint64, err error) {
	file, err := os.CreateTemp(c.folder, "counts-*")
	if err != nil {
		return nil, nil, err
	}
	defer os.Remove(file.Name())
	file.Close()
	emulator, err := exec.LookPath(c.emulator)
	if err != nil {
		return nil, nil, err
	}
	// One goroutine at a time, no signal to make it give way, and no collector:
	// while it works, other code writes pointers.
	cmd.Env = append(cmd.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG="+strings.TrimPrefix(os.Getenv("GODEBUG")+",asyncpreemptoff=1", ","))
	args := []string{emulator, "-cpu", CPU, "-plugin", c.sharedObject() + ",out=" + file.Name() + argument, cmd.Path}
	cmd.Path, cmd.Args = emulator, append(args, cmd.Args[1:]...)
	if output, err = command.Output(cmd); err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		return nil, nil, err
	}
	for text := range strings.Lines(string(text)) {
		var line []uint64
		for _, word := range strings.Fields(text) {
			n, err := strconv.ParseUint(word, 10, 64)
			if err != nil {
				return nil, nil, err
			}
			line = append(line, n)
		}
		lines = append(lines, line)
	}
	return output, lines, nil
}
