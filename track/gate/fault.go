package gate

import (
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// A fault is why a benchmark cannot be measured in one of the versions. It is an
// error of the benchmark, and not of the run.
type fault struct {
	version int // 0 for the base, 1 for the head
	kind    faultKind
	text    string        // what it wrote at last, or the reason that it gave
	limit   time.Duration // of one that does not end
}

// A faultKind is what the benchmark does, as a row says it.
type faultKind string

const (
	fails    faultKind = "fails"
	skipped  faultKind = "is skipped"
	endless  faultKind = "does not end"
	absent   faultKind = "is missing"
	renamed  faultKind = "changes the names of its sub-benchmarks from run to run"
	noTime   faultKind = "reports no time"
	noGrowth faultKind = "takes a time that does not grow with b.N"
)

// does says what the benchmark does.
func (f *fault) does() string {
	if f.kind == endless {
		return fmt.Sprintf("does not end within %s", f.limit)
	}
	return string(f.kind)
}

// in is the fault in a version.
func (f *fault) in(version int) *fault {
	if f == nil {
		return nil
	}
	g := *f
	g.version = version
	return &g
}

func (f *fault) Error() string {
	if f.text == "" {
		return f.does()
	}
	return f.does() + ": " + f.text
}

// inVersion names the version of an error, if it is a fault.
func inVersion(version int, err error) error {
	if f, ok := errors.AsType[*fault](err); ok {
		f.version = version
	}
	return err
}

// ended returns the fault of a process without further results. err is the
// outcome of waiting for it at most for a limit. The others are what it wrote.
func ended(err error, limit time.Duration, log, stderr *excerpt) *fault {
	f := &fault{kind: fails, text: quote(log, stderr)}
	switch exit, failed := errors.AsType[*exec.ExitError](err); {
	case errors.Is(err, errEndless):
		f.kind, f.limit = endless, limit.Round(time.Second/10)
	case f.text != "":
	case failed:
		f.text = exit.Error()
	case err != nil:
		f.text = err.Error()
	default:
		f.text = "it ends without a result"
	}
	return f
}
