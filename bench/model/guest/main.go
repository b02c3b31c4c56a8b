// Guest runs in the emulator. It does both jobs of each trial of package model
// several times, each between two marks that the emulator's plugin knows, and prints
// the trial's name.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"mexlab/asm"
	"mexlab/bench/model"
)

func main() {
	if err := asm.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "guest:", err)
		os.Exit(1)
	}
	// One thread, without other work on it.
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	for name, jobs := range model.Trials(asm.Best()) {
		for _, job := range jobs {
			job() // its memory is in place then
			for range model.Tries {
				runtime.Gosched() // begins a time slice, so that the scheduler does not interrupt
				begin()
				job()
				end()
			}
		}
		fmt.Println(name)
	}
}

// The plugin counts from a call of begin to a call of end.
//
//go:noinline
func begin() {}

//go:noinline
func end() {}
