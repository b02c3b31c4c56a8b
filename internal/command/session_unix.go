//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// OwnSession lets a program live on when the terminal interrupts this one.
// Elsewhere than on Unix it does nothing.
func OwnSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// EndTogether makes the end of a command's context ask the program, and all
// that it has started, to end. Elsewhere than on Unix it ends the program alone.
func EndTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}
