package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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

// All ways to read and all numbers of workers give the same answers. From a
// million edges on, all workers read.
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
				continue // the edges are shuffled
			}
			if got := shell(t, line); got != want {
				t.Errorf("%s, %s: code %d, %d bytes, want %d, %q", c.input, line, got.code, len(got.stdout), len(want.stdout), got.stderr)
			}
		}
	}
}

// zstd is read like gzip.
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
