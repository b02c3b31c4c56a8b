// Command encode fills in the instructions that Go's arm64 assembler lacks. In
// an assembly file such an instruction is a line of exactly this form:
//
//	WORD $0x00000000 // cmhi v0.8h, v1.8h, v2.8h
//
// Four spaces, eight hexadecimal digits, and the instruction as GNU's assembler
// writes it. github.com/minio/asm2plan9s computes the digits.
//
//	go run ./asm/encode FILE...           # write the digits into the files
//	go run ./asm/encode --check FILE...   # say what is wrong with the files
//
// encode.go goes from a source to one with all digits, tools.go runs the programs
// for that.
//
// It needs aarch64-linux-gnu-as and -objdump (Debian package
// binutils-aarch64-linux-gnu) and qemu-aarch64-static (qemu-user-static).
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"

	"mexlab/internal/command"
)

func main() {
	onlyCheck := flag.Bool("check", false, "write nothing, say what is wrong with the files")
	flag.Parse()
	if err := run(flag.Args(), *onlyCheck); err != nil {
		fmt.Fprintln(os.Stderr, "encode:", err)
		os.Exit(1)
	}
}

func run(files []string, onlyCheck bool) error {
	t, err := newTools()
	if err != nil {
		return err
	}
	defer t.close()
	for _, file := range files {
		if err := t.file(file, onlyCheck); err != nil {
			return fmt.Errorf("%s:%w", file, err)
		}
	}
	return nil
}

// file encodes or checks a file.
func (t *tools) file(name string, onlyCheck bool) error {
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if onlyCheck {
		return t.check(source)
	}
	encoded, err := t.encode(source)
	if err != nil {
		return err
	}
	if err := t.readBack(encoded); err != nil || bytes.Equal(encoded, source) {
		return err
	}
	return command.WriteFile(name, func(w io.Writer) error {
		_, err := w.Write(encoded)
		return err
	})
}
