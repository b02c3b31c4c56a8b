package gate

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// ended returns the error of a process without further results. err is the
// outcome of waiting for it, log and stderr are what it wrote besides results.
func ended(err error, log, stderr []byte) error {
	if err == nil {
		err = errors.New("it ended without a result")
	}
	return fmt.Errorf("%w; it wrote: %s", err, bytes.TrimSpace(append(excerpt(log), excerpt(stderr)...)))
}

// maxExcerpt is how much of a process's output a message quotes, in bytes. A
// panic says why at the beginning.
const maxExcerpt = 1000

func excerpt(text []byte) []byte {
	if len(text) > maxExcerpt {
		return append(text[:maxExcerpt:maxExcerpt], "...\n"...)
	}
	return slices.Clip(text)
}
