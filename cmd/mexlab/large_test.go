package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// made generates an input as a file and returns its name.
func made(t *testing.T, line string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "input")
	if r := shell(t, "mexlab generate "+line+" > "+name); r.code != 0 || r.stderr != "" {
		t.Fatalf("%+v", r)
	}
	return name
}

// The same answers come of every way to read and every number of workers. From
// a million edges on, all workers read.
func TestWaysToRead(t *testing.T) {
	for _, c := range []struct{ input, flags string }{
		{"boards --games 300 --vertices 20 --edges 60 --rounds 2", "--values"},
		{"random --vertices 100000 --edges 1100000 --order children", "--json"},
		{"election --vertices 100000 --edges 1100000 --order children", "--game election --move"},
	} {
		name := made(t, c.input)
		want := shell(t, "mexlab solve "+c.flags+" -j1 "+name)
		if want.code != 0 || want.stdout == "" || want.stderr != "" {
			t.Fatalf("%s: code %d, %q", c.input, want.code, want.stderr)
		}
		for _, line := range []string{
			"mexlab solve " + c.flags + " -j 3 " + name,
			"mexlab solve " + c.flags + " < " + name,
			"cat " + name + " | mexlab solve " + c.flags,
			"gzip -c " + name + " > " + name + ".gz; mexlab solve " + c.flags + " " + name + ".gz",
			"gzip -c " + name + " | mexlab solve " + c.flags,
			"mexlab solve --stream " + c.flags + " " + name,
		} {
			if strings.Contains(line, "--stream") && strings.HasPrefix(c.input, "boards") {
				continue // they are shuffled
			}
			if got := shell(t, line); got != want {
				t.Errorf("%s, %s: code %d, %d bytes, want %d, %q", c.input, line, got.code, len(got.stdout), len(want.stdout), got.stderr)
			}
		}
	}
}

// zstd is read as gzip is.
func TestZstd(t *testing.T) {
	if _, err := exec.LookPath("zstd"); err != nil {
		t.Skip(err)
	}
	name := made(t, "boards --games 50 --vertices 20 --edges 60 --rounds 2")
	want := shell(t, "mexlab solve "+name)
	if got := shell(t, "zstd -qc "+name+" | mexlab solve"); got != want || got.code != 0 {
		t.Errorf("%+v", got)
	}
	if got := shell(t, "zstd -qc "+name+" | head -c 900 | mexlab solve"); got.code != 2 || !strings.Contains(got.stderr, "zstd: ") {
		t.Errorf("cut short: %+v", got)
	}
}

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

func TestProgressLine(t *testing.T) {
	read := new(atomic.Int64)
	p := &progress{read: read, size: 2_000_000_000}
	read.Store(500_000_000)
	p.solved.Store(1234)
	if got, want := p.line(3*time.Second), "mexlab: read 500 MB of 2 GB (25%), solved 1234 vertices, about 9s left to read"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	p.size = 0
	if got, want := p.line(3*time.Second), "mexlab: read 500 MB, solved 1234 vertices"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	// It is for terminals alone.
	var out bytes.Buffer
	stop := p.watch(&out)
	stop()
	if out.Len() > 0 {
		t.Errorf("a pipe was told %q", &out)
	}
}

func TestAvailableMemory(t *testing.T) {
	if got := memAvailable([]byte("MemTotal:  24000000 kB\nMemAvailable:   20000000 kB\n")); got != 20_000_000<<10 {
		t.Errorf("got %d", got)
	}
	if got := memAvailable([]byte("MemTotal:  24000000 kB\n")); got != 0 {
		t.Errorf("got %d where nothing is said", got)
	}
	if n := availableMemory(); runtime.GOOS == "linux" && (n < 1<<20 || n > math.MaxInt64) {
		t.Errorf("%d bytes are available", n)
	}
	header := file(t, "1\n4000000000 0\n"+strings.Repeat(" ", 1<<20))
	if r := shell(t, "cat "+header+" | mexlab solve"); r.code != 2 || !strings.Contains(r.stderr, "2:12: game 1: expected a graph that fits in memory: 4000000000 vertices and 0 edges take about 144000000000 bytes") {
		t.Errorf("%+v", r)
	}
}
