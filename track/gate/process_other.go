//go:build !linux

package gate

import (
	"bytes"
	"os/exec"
	"strings"
)

// cpus is nothing: here a process cannot be bound to a CPU.
func cpus() []int { return nil }

func onCPUs(_ []int, f func() error) error { return f() }

// A process runs one benchmark of a test binary, slice by slice. Here nothing can
// make it wait between its samples. So every turn is a process: right, but slow.
type process struct{ cmd *exec.Cmd }

func startProcess(cmd *exec.Cmd) (*process, error) { return &process{cmd: cmd}, nil }

// turn runs a process for one sample.
func (p *process) turn() (sample, error) {
	var out, msg bytes.Buffer
	cmd := exec.Command(p.cmd.Path, p.cmd.Args[1:]...)
	for i, arg := range cmd.Args {
		if strings.HasPrefix(arg, "-test.count=") {
			cmd.Args[i] = "-test.count=1"
		}
	}
	cmd.Dir, cmd.Env = p.cmd.Dir, p.cmd.Env
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	if s, ok := parseSample(out.Bytes()); ok && err == nil {
		return s, nil
	}
	return sample{}, ended(err, out.Bytes(), msg.Bytes())
}

func (p *process) finish() {}
func (p *process) close()  {}
