package gate

import (
	"errors"
	"os/exec"
	"time"
)

// A process runs one benchmark of a test binary, slice by slice.
type process interface {
	// turn lets it run until its next result, and returns that. It then waits, having
	// measured and not begun to measure again. The error is a fault, or of the system.
	turn() (sample, error)
	// finish lets it run to its end, so that it cleans up after itself.
	finish()
	// close ends it, if it still runs, with its children, and frees what it holds.
	close()
}

// finishTime is how long a process may take to clean up.
const finishTime = 5 * time.Second

// A sequential process is one process after the other, for a few slices each:
// there is never a second one that it has to share something with. A series is
// what one of them measures.
type sequential struct {
	cmd     *exec.Cmd
	ops     int // of a slice
	limit   time.Duration
	samples []sample // of the last series, that have not been returned
}

// turn returns the next sample of a series, and measures one if there is none.
func (p *sequential) turn() (sample, error) {
	if len(p.samples) == 0 {
		var out, stderr excerpt
		cmd := *p.cmd
		lines := &lines{line: func(line []byte) {
			if s, ok := parseSample(line, p.ops); ok {
				p.samples = append(p.samples, s)
			} else {
				out.Write(line)
			}
		}}
		cmd.Stdout, cmd.Stderr = lines, &stderr
		if err := runWithin(&cmd, p.limit, nil); err != nil || len(p.samples) == 0 {
			p.samples = nil
			return sample{}, ended(err, p.limit, &out, &stderr)
		}
	}
	s := p.samples[0]
	p.samples = p.samples[1:]
	return s, nil
}

func (p *sequential) finish() {}
func (p *sequential) close()  {}

// writingTime is how long children that a process left may still write.
const writingTime = 100 * time.Millisecond

// errEndless is why a process was ended that wrote nothing more.
var errEndless = errors.New("it did not end in time")

// runWithin runs a command to its end. It ends it, with its children, after a
// time in which nothing has come from alive, and returns errEndless.
func runWithin(cmd *exec.Cmd, limit time.Duration, alive <-chan struct{}) error {
	ownGroup(cmd)
	cmd.WaitDelay = writingTime
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case err := <-done:
			if errors.Is(err, exec.ErrWaitDelay) {
				err = nil
			}
			killGroup(cmd)
			return err
		case <-alive:
			timer.Reset(limit)
		case <-timer.C:
			killGroup(cmd)
			<-done
			return errEndless
		}
	}
}
