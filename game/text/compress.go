package text

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// formats are the forms of compressed text, told by their first bytes. No text
// of numbers starts with them.
var formats = []struct {
	name, magic string
	open        func(io.Reader) (io.Reader, error)
}{
	{"gzip", "\x1f\x8b", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{"zstd", "\x28\xb5\x2f\xfd", func(r io.Reader) (io.Reader, error) {
		// One goroutine decodes as fast as the text can be read. It takes the
		// memory that the frame asks for, up to the format's usual 128 MiB.
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<27))
	}},
}

// Decompress returns a reader of the text in r: r itself if it is plain, else a
// decompressor of gzip or zstd. To that, text that is cut short is an error, not
// an end. If r is plain and can be read twice, so can the result.
func Decompress(r io.Reader) (io.Reader, error) {
	first := make([]byte, 4) // the longest magic
	n, err := io.ReadFull(r, first)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("cannot read the input: %w", err)
	}
	first = first[:n]
	whole := io.MultiReader(bytes.NewReader(first), r)
	for _, f := range formats {
		if bytes.HasPrefix(first, []byte(f.magic)) {
			d, err := f.open(whole)
			if err != nil {
				return nil, fmt.Errorf("cannot read the input: %w", damaged(f.name, err))
			}
			return &decompressor{d, f.name}, nil
		}
	}
	if s, ok := r.(io.Seeker); ok && sizeOf(r) >= 0 {
		if _, err := s.Seek(int64(-n), io.SeekCurrent); err == nil {
			return r, nil
		}
	}
	return whole, nil
}

// A decompressor says in its errors which format they are about.
type decompressor struct {
	io.Reader
	name string
}

func (d *decompressor) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = damaged(d.name, err)
	}
	return n, err
}

// damaged says what an error of a decompressor means.
func damaged(name string, err error) error {
	const wrongSum = "the checksum does not match: the text is damaged"
	const foreign = "expected compressed text, found something else"
	for _, known := range []struct {
		err  error
		what string
	}{
		{io.ErrUnexpectedEOF, "the compressed text is cut short"},
		{gzip.ErrChecksum, wrongSum}, {zstd.ErrCRCMismatch, wrongSum},
		{gzip.ErrHeader, foreign}, {zstd.ErrMagicMismatch, foreign},
	} {
		if errors.Is(err, known.err) {
			return fmt.Errorf("%s: %s (%w)", name, known.what, err)
		}
	}
	return fmt.Errorf("%s: %w", name, err)
}
