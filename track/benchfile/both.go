package benchfile

import (
	"errors"
	"io"
	"sync"

	"golang.org/x/perf/benchproc"
)

// A Source is a text to read, and what messages call it.
type Source struct {
	Reader io.Reader
	Name   string
}

// ReadBoth reads two files at the same time. Its error is about both when both
// are wrong.
func ReadBoth(old, new Source, filter *benchproc.Filter) (files [2]*File, err error) {
	var errs [2]error
	var wait sync.WaitGroup
	for i, s := range []Source{old, new} {
		wait.Go(func() { files[i], errs[i] = Read(s.Reader, s.Name, filter) })
	}
	wait.Wait()
	return files, errors.Join(errs[:]...)
}
