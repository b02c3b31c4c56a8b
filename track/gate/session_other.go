//go:build !unix

package gate

import "os/exec"

func ownSession(*exec.Cmd) {}
