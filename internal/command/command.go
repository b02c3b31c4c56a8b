// Package command runs programs and writes files the way a command should: an error
// says what the program said, and a file is written whole or not at all.
package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// longest is how much of a failed program's output an error quotes, in bytes.
// The end says why.
const longest = 4000

// Output runs a program and returns what it writes to standard output. The
// error of one that fails names the program, and quotes the end of what it
// wrote to standard error or, if that is empty, to standard output.
func Output(cmd *exec.Cmd) ([]byte, error) {
	var out bytes.Buffer
	cmd.Stdout = &out
	err := run(cmd, &out)
	return out.Bytes(), err
}

// Run is Output for a program whose output goes to cmd.Stdout.
func Run(cmd *exec.Cmd) error { return run(cmd, new(bytes.Buffer)) }

func run(cmd *exec.Cmd, out *bytes.Buffer) error {
	var stderr bytes.Buffer
	if cmd.Stderr == nil {
		cmd.Stderr = &stderr
	}
	err := cmd.Run()
	if err == nil {
		return nil
	}
	said := bytes.TrimSpace(stderr.Bytes())
	if len(said) == 0 {
		said = bytes.TrimSpace(out.Bytes())
	}
	said = said[max(0, len(said)-longest):]
	if len(said) == 0 {
		return fmt.Errorf("%s: %w", name(cmd), err)
	}
	return fmt.Errorf("%s: %w: %s", name(cmd), err, said)
}

// name returns the program and its first arguments, as a person would type them.
func name(cmd *exec.Cmd) string {
	words := append([]string{filepath.Base(cmd.Path)}, cmd.Args[min(1, len(cmd.Args)):]...)
	if len(words) > 4 {
		words = append(words[:4], "...")
	}
	return strings.Join(words, " ")
}

// Line is Output for a program that answers in one line.
func Line(cmd *exec.Cmd) (string, error) {
	out, err := Output(cmd)
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line), err
}

// WriteFile makes or replaces the file path, and its folder. A reader at the
// same time finds the old file or the new one. After an error the old one remains.
func WriteFile(path string, content []byte) (err error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(content)
	if err := errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
