// Command encode fills in the instructions that Go's arm64 assembler lacks. In
// a .s file they are lines of exactly this form,
//
//	WORD $0x00000000 // cmhi v0.8h, v1.8h, v2.8h
//
// four spaces, eight hexadecimal digits, the instruction as GNU's assembler
// writes it. The digits are computed by github.com/minio/asm2plan9s.
//
//	go run ./asm/encode FILE...           # write the digits into the files
//	go run ./asm/encode --check FILE...   # only tell what is wrong with them
//
// It needs aarch64-linux-gnu-as and -objdump (Debian package
// binutils-aarch64-linux-gnu) and qemu-aarch64-static (qemu-user-static).
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
)

func main() {
	onlyCheck := flag.Bool("check", false, "write nothing, tell what is wrong with the files")
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
	return os.WriteFile(name, encoded, 0o666)
}
