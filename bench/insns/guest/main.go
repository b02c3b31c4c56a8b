// Guest is what runs in the emulator: it does every case several times, each
// between two marks that the plugin knows, and prints a line for each case with
// its name and the number of vertices. The first line is about nothing at all, which is what the
// marks themselves take.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"mexlab/bench"
	"mexlab/bench/insns"
	"mexlab/kernel"
)

func main() {
	// One thread, and nobody else's work on it.
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "guest:", err)
		os.Exit(1)
	}
}

func run() error {
	out := bufio.NewWriter(os.Stdout)
	nothing := &bench.Case{Name: "nothing", Vertices: 1, Run: func() error { return nil }}
	if err := count(out, nothing); err != nil {
		return err
	}
	ws := new(kernel.Workspace)
	for _, g := range insns.Groups(os.Args[1:]) {
		cases, err := g.Cases(ws)
		if err != nil {
			return err
		}
		for _, c := range cases {
			if err := count(out, c); err != nil {
				return err
			}
		}
		runtime.GC() // so that the next group has the memory
	}
	return out.Flush()
}

// count does a case between the marks. Its workspace has grown already: Cases
// ran it once.
func count(out *bufio.Writer, c *bench.Case) error {
	for range insns.Tries {
		runtime.Gosched() // a new slice of time, so that the scheduler keeps quiet
		begin()
		err := c.Run()
		end()
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%s %d\n", c.Name, c.Vertices)
	return err
}

// marks keeps the marks from being empty.
var marks int

//go:noinline
func begin() { marks++ }

//go:noinline
func end() { marks-- }
