package pipeline

import (
	"context"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(Shard), error](&listFn{})
	register.Emitter1[Shard]()
}

// A Shard is a file of games.
type Shard struct {
	Path   string
	Number int // from 0, in the order of the names
	Of     int // how many shards there are
}

// listFn lists the files that match a pattern. It removes the counts of an earlier
// run, so that counts are found only where all else is, too.
type listFn struct{ Input, Output string }

func (f *listFn) ProcessElement(ctx context.Context, _ []byte, emit func(Shard)) error {
	fs, err := filesystem.New(ctx, f.Input)
	if err != nil {
		return err
	}
	defer fs.Close()
	paths, err := fs.List(ctx, f.Input)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return fmt.Errorf("no file matches %q", f.Input)
	}
	if err := removeFile(ctx, f.Output+countsSuffix); err != nil {
		return err
	}
	slices.Sort(paths)
	for i, path := range paths {
		emit(Shard{path, i, len(paths)})
	}
	return nil
}
