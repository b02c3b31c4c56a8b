//go:build !unix

package command

import "os/exec"

func OwnSession(*exec.Cmd) {}
