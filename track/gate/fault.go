package gate

import (
	"bytes"
	"errors"
	"fmt"
)

// A fault is why a benchmark cannot be measured in one of the versions. It is an
// error of the benchmark, and not of the run.
type fault struct {
	version int // 0 for the base, 1 for the head
	kind    faultKind
	text    string // what it wrote at last, or the reason that it gave
}

// A faultKind is a verb in the third person, as a row says it.
type faultKind string

const (
	fails   faultKind = "fails"
	skipped faultKind = "is skipped"
)

func (f *fault) Error() string {
	if f.text == "" {
		return string(f.kind)
	}
	return string(f.kind) + ": " + f.text
}

// inVersion names the version of an error, if it is a fault.
func inVersion(version int, err error) error {
	if f := (*fault)(nil); errors.As(err, &f) {
		f.version = version
	}
	return err
}

// ended returns the fault of a process without further results. err is the
// outcome of waiting for it, log and stderr are what it wrote besides results.
func ended(err error, log, stderr []byte) *fault {
	if err == nil {
		err = errors.New("it ended without a result")
	}
	return &fault{kind: fails, text: fmt.Sprintf("%v; it wrote: %s", err, bytes.TrimSpace(append(excerpt(log), excerpt(stderr)...)))}
}

// maxExcerpt is how much of a process's output a message quotes, in bytes. A
// panic says why at the beginning.
const maxExcerpt = 1000

func excerpt(text []byte) []byte {
	if len(text) > maxExcerpt {
		return append(text[:maxExcerpt:maxExcerpt], "...\n"...)
	}
	return text[:len(text):len(text)]
}
