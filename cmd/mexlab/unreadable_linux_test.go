package main

import (
	"os"
	"syscall"
	"testing"
)

// The message about a file without permission to read names file and reason.
func TestUnreadable(t *testing.T) {
	name := file(t, board)
	if err := os.Chmod(name, 0); err != nil {
		t.Fatal(err)
	}
	cmd := mexlabProcess("solve", name)
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME=/")
	if os.Geteuid() == 0 { // root may read all files
		cmd.Path = "/proc/self/exe"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 2 || string(out) != "mexlab: "+name+": permission denied\n" {
		t.Errorf("code %d, %s", code, out)
	}
}
