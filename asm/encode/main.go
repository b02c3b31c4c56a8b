// Command encode fills in the instructions that Go's arm64 assembler lacks. In
// an assembly file such an instruction is a line of exactly this form:
//
//	WORD $0x00000000 // cmhi v0.8h, v1.8h, v2.8h
//
// Four spaces, eight hexadecimal digits, and the instruction as GNU's assembler
// writes it. github.com/minio/asm2plan9s computes the digits.
//
//	go run ./asm/encode FILE...   # write the digits into the files
//
// The tests check that the files have them.
//
// encode.go goes from a source to one with all digits, tools.go runs the programs
// for that.
//
// It needs aarch64-linux-gnu-as and -objdump (Debian package
// binutils-aarch64-linux-gnu) and qemu-aarch64-static (qemu-user-static).
package main

import (
	"bytes"
	"fmt"
	"os"

	"mexlab/internal/command"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "encode:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	t, err := newTools()
	if err != nil {
		return err
	}
	defer t.close()
	for _, file := range files {
		if err := t.file(file); err != nil {
			return fmt.Errorf("%s:%w", file, err)
		}
	}
	return nil
}

func (t *tools) file(name string) error {
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	encoded, err := t.encode(source)
	if err != nil {
		return err
	}
	if err := t.readBack(encoded); err != nil || bytes.Equal(encoded, source) {
		return err
	}
	return command.WriteFile(name, encoded)
}
