// Guest runs in the emulator. It does each case several times, between two marks
// that the emulator's plugin knows. For each case it prints the name and the number
// of vertices. The first does nothing: its count is what the marks themselves take.
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
	// One thread, without other work on it.
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
			if !insns.Counted(c.Name, os.Args[1:]) {
				continue
			}
			if err := count(out, c); err != nil {
				return err
			}
		}
		runtime.GC() // frees memory for the next group; it is not counted
	}
	return out.Flush()
}

// count does a case between the marks. Cases ran it once, so that its workspace
// no longer grows.
func count(out *bufio.Writer, c *bench.Case) error {
	for range insns.Tries {
		runtime.Gosched() // begins a time slice, so that the scheduler does not interrupt
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

// The plugin counts from a call of begin to a call of end.
//
//go:noinline
func begin() {}

//go:noinline
func end() {}
