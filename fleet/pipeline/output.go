package pipeline

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// writeFile makes or replaces a file in one of Beam's file systems. The file is
// whole when it gets its name. Before, it has another one, path with ".tmp-" and a
// random number: an attempt that died may leave that behind.
func writeFile(ctx context.Context, path string, write func(w io.Writer) error) (err error) {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	temporary := fmt.Sprintf("%s.tmp-%016x", path, rand.Uint64())
	f, err := fs.OpenWrite(ctx, temporary)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(f, 1<<16)
	err = write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = filesystem.Rename(ctx, fs, temporary, path)
	}
	if remover, ok := fs.(filesystem.Remover); ok && err != nil {
		// The reason may be that the context is done, and the file is to go all the same.
		remover.Remove(context.WithoutCancel(ctx), temporary)
	}
	return err
}

// removeFile removes a file if there is one.
func removeFile(ctx context.Context, path string) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	if found, err := fs.List(ctx, path); err != nil || len(found) == 0 {
		return err
	}
	remover, ok := fs.(filesystem.Remover)
	if !ok {
		return fmt.Errorf("%s is of an earlier run, and cannot be removed", path)
	}
	return remover.Remove(ctx, path)
}
