package gate

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A baton is a process of an unmodified test binary that stops between its
// samples until it is given a turn.
//
// With -test.count it writes the name of the benchmark, measures, writes the
// result, and begins again. Its standard output is a pipe that holds only one
// write (pipe(7): O_DIRECT, and a capacity of one page). As long as a result
// stays in the pipe, the process cannot write the next name, and so cannot begin
// to measure: the unread result is the baton.
type baton struct {
	cmd    *exec.Cmd
	ops    int           // of a slice
	limit  time.Duration // of a turn
	out    int           // the reading end of its standard output
	copied [2]int        // a pipe for copies of what is in the output, see peek
	held   bool          // whether the result of the last turn is still in the pipe
	lines  lines         // of its output
	result *sample       // the last, if it has not been returned
	log    excerpt       // of lines that were no results
	page   []byte        // room for one write
	stderr excerpt
}

// canWait says that processes can wait between their samples.
const canWait = true

// startProcess starts a process, and waits for nothing. Its slices are of so
// many operations, and no turn takes longer than limit.
func startProcess(cmd *exec.Cmd, ops int, limit time.Duration) (process, error) {
	p := &baton{cmd: cmd, ops: ops, limit: limit, page: make([]byte, os.Getpagesize())}
	p.lines.line = p.read
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
	cmd.Stdout, cmd.Stderr = w, &p.stderr
	cmd.WaitDelay = writingTime
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// read takes a line of the output.
func (p *baton) read(line []byte) {
	if s, ok := parseSample(line, p.ops); ok {
		p.result = &s
	} else {
		p.log.Write(line)
	}
}

func (p *baton) turn() (sample, error) { return p.until(time.Now().Add(p.limit)) }

// until is turn with a deadline.
func (p *baton) until(deadline time.Time) (sample, error) {
	for p.result = nil; p.result == nil; {
		if p.held {
			p.held = false
			if err := p.remove(); err != nil {
				return sample{}, err
			}
		}
		written, err := p.peek(deadline)
		if errors.Is(err, errEndless) {
			return sample{}, ended(err, p.limit, &p.log, &p.stderr)
		}
		if err != nil {
			return sample{}, err
		}
		if len(written) == 0 {
			err := p.wait()
			return sample{}, ended(err, p.limit, &p.log, &p.stderr)
		}
		p.held = true // until the next round, or, if this is the result, the next turn
		p.lines.Write(written)
	}
	return *p.result, nil
}

// silence is after which time it is asked whether a process still lives:
// children may hold its output open.
const silence = 50 * time.Millisecond

// peek waits for a write of the process, and returns it without taking it out of
// the pipe. At the end of the process it returns nothing.
func (p *baton) peek(deadline time.Time) ([]byte, error) {
	for {
		gone := false
		for n := 0; n == 0 && !gone; {
			var err error
			if n, err = unix.Poll([]unix.PollFd{{Fd: int32(p.out), Events: unix.POLLIN}}, int(silence.Milliseconds())); err != nil && !errors.Is(err, unix.EINTR) {
				return nil, err
			}
			if n <= 0 {
				n, gone = 0, p.gone()
			}
			if n == 0 && !gone && time.Now().After(deadline) {
				return nil, errEndless
			}
		}
		n, err := unix.Tee(p.out, p.copied[1], len(p.page), unix.SPLICE_F_NONBLOCK)
		switch {
		case errors.Is(err, unix.EAGAIN) && gone:
			return nil, nil
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
			continue
		case err != nil || n == 0:
			return nil, err
		}
		m, err := unix.Read(p.copied[0], p.page)
		return p.page[:max(m, 0)], err
	}
}

// gone reports whether the process has ended. Its status stays to be waited for.
func (p *baton) gone() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, p.cmd.Process.Pid, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err != nil && !errors.Is(err, unix.EINTR) || info.Signo != 0
}

func (p *baton) remove() error {
	for {
		if _, err := unix.Read(p.out, p.page); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// wait waits for the process, which has closed its output, and ends children
// that it left.
func (p *baton) wait() error {
	if p.cmd.ProcessState != nil {
		return nil
	}
	for deadline := time.Now().Add(finishTime); !p.gone() && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	killGroup(p.cmd)
	err := p.cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

func (p *baton) finish() {
	for deadline := time.Now().Add(finishTime); ; {
		if _, err := p.until(deadline); err != nil {
			return
		}
	}
}

func (p *baton) close() {
	if p.cmd.Process != nil && p.cmd.ProcessState == nil {
		killGroup(p.cmd)
		p.cmd.Wait()
	}
	unix.Close(p.out)
	unix.Close(p.copied[0])
	unix.Close(p.copied[1])
}

// ownGroup gives a command a group of its own, to be ended as a whole if its
// context ends. It does not outlive this process.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return killGroup(cmd) }
}

func killGroup(cmd *exec.Cmd) error { return unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }
