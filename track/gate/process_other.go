//go:build !linux

package gate

import (
	"os/exec"
	"time"
)

// cpus is nothing: here a process cannot be bound to a CPU.
func cpus() []int { return nil }

func onCPUs(_ []int, f func() error) error { return f() }

// canWait is false: here nothing can make a process wait between its samples.
const canWait = false

// startProcess returns one process after the other.
func startProcess(cmd *exec.Cmd, ops int, limit time.Duration) (process, error) {
	return &sequential{cmd: cmd, ops: ops, limit: limit}, nil
}

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
