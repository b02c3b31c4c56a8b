package gate

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// A process runs one benchmark of an unmodified test binary, and stops between
// its samples until it is given a turn.
//
// With -test.count it writes the name of the benchmark, measures, writes the
// result, and begins again. Its standard output is a pipe that holds only one
// write (pipe(7): O_DIRECT, and a capacity of one page). As long as a result
// stays in the pipe, the process cannot write the next name, and so cannot begin
// to measure: the unread result is the baton.
type process struct {
	cmd    *exec.Cmd
	out    int    // the reading end of its standard output
	copied [2]int // a pipe for copies of what is in the output, see peek
	held   bool   // whether the result of the last turn is still in the pipe
	line   []byte // the line being written
	log    []byte // lines that were no results
	page   []byte // room for one write
	stderr bytes.Buffer
}

// startProcess starts a process, and waits for nothing.
func startProcess(cmd *exec.Cmd) (*process, error) {
	p := &process{page: make([]byte, os.Getpagesize())}
	var pipe [2]int
	if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC|unix.O_DIRECT); err != nil {
		return nil, fmt.Errorf("a pipe for the output of %s: %w", cmd.Path, err)
	}
	p.out = pipe[0]
	w := os.NewFile(uintptr(pipe[1]), "pipe")
	defer w.Close()
	if err := unix.Pipe2(p.copied[:], unix.O_CLOEXEC); err != nil {
		unix.Close(p.out)
		return nil, fmt.Errorf("a pipe for the output of %s: %w", cmd.Path, err)
	}
	if size, err := unix.FcntlInt(uintptr(pipe[1]), unix.F_SETPIPE_SZ, len(p.page)); err != nil || size != len(p.page) {
		p.close()
		return nil, fmt.Errorf("a pipe of one page for the output of %s: got %d bytes, %v", cmd.Path, size, err)
	}
	p.cmd = cmd
	p.cmd.Stdout = w
	p.cmd.Stderr = &p.stderr
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// turn lets the process run until its next result, and returns it. The process
// then waits, having measured and not begun to measure again.
func (p *process) turn() (sample, error) {
	for {
		if p.held {
			p.held = false
			if err := p.remove(); err != nil {
				return sample{}, err
			}
		}
		written, err := p.peek()
		if err != nil {
			return sample{}, err
		}
		if len(written) == 0 {
			return sample{}, p.ended()
		}
		p.held = true // until the next round, or, if this is the result, the next turn
		p.line = append(p.line, written...)
		end := bytes.LastIndexByte(p.line, '\n')
		if end < 0 {
			continue
		}
		s, ok := parseSample(p.line[:end+1])
		if !ok {
			p.log = append(p.log, p.line[:end+1]...)
		}
		p.line = append(p.line[:0], p.line[end+1:]...)
		if ok {
			return s, nil
		}
	}
}

// peek waits for a write of the process, and returns it without taking it out of
// the pipe. At the end of the output it returns nothing.
func (p *process) peek() ([]byte, error) {
	for {
		n, err := unix.Tee(p.out, p.copied[1], len(p.page), 0)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || n == 0 {
			return nil, err
		}
		m, err := unix.Read(p.copied[0], p.page)
		return p.page[:max(m, 0)], err
	}
}

func (p *process) remove() error {
	for {
		if _, err := unix.Read(p.out, p.page); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// ended returns why there are no more results.
func (p *process) ended() error {
	err := p.cmd.Wait()
	p.cmd = nil
	return ended(err, p.log, p.stderr.Bytes())
}

// finish lets the process run to its end, so that it cleans up after itself.
func (p *process) finish() {
	for {
		if _, err := p.turn(); err != nil {
			return
		}
	}
}

// close ends the process, if it still runs, and frees what it holds.
func (p *process) close() {
	if p.cmd != nil && p.cmd.Process != nil {
		p.cmd.Process.Kill()
		p.cmd.Wait()
	}
	unix.Close(p.out)
	unix.Close(p.copied[0])
	unix.Close(p.copied[1])
}
