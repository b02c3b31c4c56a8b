package qemu

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// guest calls work between the marks, as often as its argument says.
const guest = `package main

import (
	"os"
	"runtime"
	"strconv"
)

var sum int

//go:noinline
func begin() { sum++ }

//go:noinline
func end() { sum-- }

//go:noinline
func work(n int) {
	for i := range n {
		sum += i ^ sum
	}
}

func main() {
	runtime.LockOSThread()
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	for range 2 {
		begin()
		work(n)
		end()
	}
	os.Stdout.WriteString("done")
}
`

// Both ways to count agree: 1,000 more iterations take the same, whole number
// of instructions more for each.
func TestCount(t *testing.T) {
	for _, arch := range Architectures() {
		t.Run(arch, func(t *testing.T) {
			t.Parallel()
			if err := Missing(arch); err != nil {
				if os.Getenv("MEXLAB_REQUIRE_QEMU") != "" {
					t.Fatal(err)
				}
				t.Skip(err)
			}
			c, err := New(t.Context(), arch, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			source, program := filepath.Join(c.folder, "guest.go"), filepath.Join(c.folder, "guest")
			if err := os.WriteFile(source, []byte(guest), 0o666); err != nil {
				t.Fatal(err)
			}
			build := exec.Command("go", "build", "-o", program, source)
			build.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0", "GOFLAGS=")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			var marks, symbols [2]uint64
			for i, n := range []string{"1000", "2000"} {
				output, counts, err := c.BetweenMarks(exec.Command(program, n), "")
				if err != nil || string(output) != "done" || len(counts) != 2 || counts[0].Insns != counts[1].Insns {
					t.Fatalf("between marks: %q, %v, %v", output, counts, err)
				}
				marks[i] = counts[0].Insns
				if symbols[i], err = c.InSymbols(exec.Command(program, n), "main.work"); err != nil {
					t.Fatal(err)
				}
			}
			more := marks[1] - marks[0]
			if more < 3000 || more%1000 != 0 || symbols[1]-symbols[0] != 2*more {
				t.Errorf("between marks %v, in the function, called twice, %v", marks, symbols)
			}
			testBlocks(t, c, program)
			if _, err := c.InSymbols(exec.Command(program, "none"), "main.work"); err == nil {
				t.Error("no error for a program that fails")
			}
		})
	}
	if err := Missing("sparc64"); err == nil {
		t.Error("there is an emulator for sparc64")
	}
}
