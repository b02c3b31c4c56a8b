package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"sync/atomic"
)

// A source reads the bytes of an input and counts them. Once its context is done,
// reading fails with the context's cause. It holds the context because an
// io.Reader gets none.
type source struct {
	in   io.Reader
	ctx  context.Context
	read atomic.Int64
	size int64  // of the file, or 0 if it is not known
	head []byte // the first bytes, up to headSize
	end  bool   // the last byte was read
}

// headSize is how many bytes of an input tell which game it is.
const headSize = 1 << 16

func (s *source) Read(p []byte) (int, error) {
	if err := context.Cause(s.ctx); err != nil {
		return 0, err
	}
	n, err := s.in.Read(p)
	if at, known := s.read.Load(), int64(len(s.head)); at <= known && known < min(at+int64(n), headSize) {
		s.head = append(s.head, p[known-at:min(int64(n), headSize-at)]...)
	}
	s.read.Add(int64(n))
	s.end = s.end || err == io.EOF
	return n, err
}

// A fileSource is the source of a regular file: its size is known and it can be
// read twice. If the file changes meanwhile, reading fails.
type fileSource struct {
	source
	file *os.File
	info os.FileInfo // of the file when it was opened
}

// Len returns how many bytes are left.
func (s *fileSource) Len() int { return int(max(0, s.size-s.read.Load())) }

func (s *fileSource) Read(p []byte) (int, error) {
	n, err := s.source.Read(p)
	if err == io.EOF {
		err = cmp.Or(s.unchanged(), err)
	}
	return n, err
}

func (s *fileSource) Seek(offset int64, whence int) (int64, error) {
	at, err := s.file.Seek(offset, whence)
	if err == nil {
		s.read.Store(at)
		err = s.unchanged()
	}
	return at, err
}

// unchanged returns an error if the file is not what it was.
func (s *fileSource) unchanged() error {
	now, err := s.file.Stat()
	if err == nil && (now.Size() != s.info.Size() || !now.ModTime().Equal(s.info.ModTime())) {
		err = errors.New("the file changed while it was read")
	}
	return err
}

// open returns the bytes of the input, and the source that counts them.
func (in *input) open(ctx context.Context) (io.Reader, *source) {
	info, err := in.Stat()
	if err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		s := &fileSource{source: source{in: in.File, ctx: ctx, size: info.Size()}, file: in.File, info: info}
		if _, err := s.Seek(0, io.SeekCurrent); err == nil {
			return s, &s.source
		}
	}
	s := &source{in: in.File, ctx: ctx}
	return s, s
}
