//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// OwnSession lets a program live on when the terminal interrupts this one.
// On other systems it does nothing.
func OwnSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// EndTogether makes the end of a command's context ask the program, and all
// that it has started, to end. On other systems it ends the program alone.
func EndTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}
