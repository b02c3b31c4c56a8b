package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn4x1[context.Context, []byte, func(*int, *Counts) bool, func(*string) bool, error](&finishFn{})
	register.Iter2[int, Counts]()
	register.Iter1[string]()
}

// What the names of the files for all shards end with.
const (
	badSuffix    = ".bad.jsonl"
	countsSuffix = ".counts.json"
)

// finishFn writes what all shards have in common, when all of them are done.
type finishFn struct{ Output string }

// ProcessElement gets the counts of each shard, with the number of all shards, and
// the bad lines. Some runners still call it when shards failed: it then writes nothing.
func (f *finishFn) ProcessElement(ctx context.Context, _ []byte, counts func(*int, *Counts) bool, bad func(*string) bool) error {
	var total Counts
	shards := 0
	for c := (Counts{}); counts(&shards, &c); c = (Counts{}) {
		total.add(&c)
	}
	if shards == 0 || total.Files != int64(shards) {
		return fmt.Errorf("%d of %d files are solved", total.Files, shards)
	}
	total.sort()
	err := writeFile(ctx, f.Output+badSuffix, func(w io.Writer) error {
		for line := ""; bad(&line); {
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return writeFile(ctx, f.Output+countsSuffix, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false) // K < rank
		e.SetIndent("", "\t")
		return e.Encode(&total)
	})
}

// ReadCounts reads the counts that a pipeline wrote.
func ReadCounts(ctx context.Context, output string) (*Counts, error) {
	fs, err := filesystem.New(ctx, output)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	text, err := filesystem.Read(ctx, fs, output+countsSuffix)
	if err != nil {
		return nil, err
	}
	c := new(Counts)
	return c, json.Unmarshal(text, c)
}
