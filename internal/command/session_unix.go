//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// OwnSession lets a program live on when the terminal interrupts this one.
// On other systems it does nothing.
func OwnSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
