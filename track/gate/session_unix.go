//go:build unix

package gate

import (
	"os/exec"
	"syscall"
)

// ownSession lets a command live on when the terminal interrupts this one.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
