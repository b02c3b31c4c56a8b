package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// What ends the work early is told by exit code and message, and what was
// printed before is a part of the answers.
func TestEndings(t *testing.T) {
	name := made(t, "boards --games 4000 --vertices 20 --edges 60 --rounds 2")
	want := shell(t, "mexlab solve "+name).stdout
	for _, c := range []struct {
		line, message string
		code          int
	}{
		{"gzip -c " + name + " | head -c 200000 | mexlab solve", "mexlab: <stdin>: cannot read the input: gzip: the compressed text is cut short (unexpected EOF)\n", 2},
		{"(cat " + name + "; printf ' x') | mexlab solve", "after game 4000 of 4000: expected the end of the input", 2},
		{"head -c 300000 " + name + " | mexlab solve", "found end of input", 2},
		{"(head -c 300000 " + name + "; sleep 5) | mexlab solve --timeout 300ms", "ended by --timeout", 3},
		{"mexlab solve " + name + " > /dev/full", "no space left on device", 2},
		{"mexlab solve --workers 0 " + name, "--workers: expected at least 1, found 0", 2},
		{"mexlab solve --timeout -1s " + name, "--timeout: expected no less than 0", 2},
		{"mexlab solve --stream --move " + name, "--stream does not go with --move", 2},
		{"mexlab solve --stream " + name, "to be solved while it is read, a graph has to have the edges of each vertex together", 2},
	} {
		r := shell(t, c.line)
		if r.code != c.code || !strings.Contains(r.stderr, c.message) || !strings.HasPrefix(want, r.stdout) || r.stdout == want && c.code == 3 {
			t.Errorf("%s: code %d, %q, %d bytes of output", c.line, r.code, r.stderr, len(r.stdout))
		}
		if r.stdout != "" && !strings.HasSuffix(r.stdout, "\n\n") {
			t.Errorf("%s: the output ends inside a game", c.line)
		}
	}
	if r := shell(t, "mexlab solve "+name+" | head -2"); r.stdout != want[:len(r.stdout)] || strings.Count(r.stdout, "\n") != 2 || r.stderr != "" {
		t.Errorf("a pipe closed early: %+v", r)
	}
}

// Ctrl-C, while the input is awaited: the first games, complete in the input,
// are out, and the exit code is 130.
func TestInterrupted(t *testing.T) {
	in, err := os.ReadFile(made(t, "boards --games 4000 --vertices 20 --edges 60 --rounds 2"))
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []string{"-j1", "-j2"} {
		cmd := exec.Command("mexlab", "solve", workers)
		cmd.Env = append(os.Environ(), asMexlab+"=1")
		stdin, _ := cmd.StdinPipe()
		stdout, _ := cmd.StdoutPipe()
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		go stdin.Write(in[:len(in)*9/10]) // more than pipes hold; it stays open
		first := make([]byte, 8)
		if _, err := io.ReadFull(stdout, first); err != nil || string(first) != "Game#1:\n" {
			t.Fatalf("%s: the first answer is %q, %v", workers, first, err)
		}
		cmd.Process.Signal(syscall.SIGINT)
		rest, _ := io.ReadAll(stdout)
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || stderr.String() != "mexlab: interrupted\n" {
			t.Errorf("%s: code %d, %q", workers, code, &stderr)
		}
		if !bytes.HasSuffix(rest, []byte("\n\n")) {
			t.Errorf("%s: the output ends inside a game: %q", workers, rest[max(0, len(rest)-40):])
		}
	}
}

