//go:build unix

package history

import (
	"os/exec"
	"syscall"
)

// endTogether makes the end of a command's context ask the command, and all
// that it has started, to end.
func endTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}
