package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"mexlab/game"
	"mexlab/game/addsub"
	"mexlab/game/text"
	"mexlab/kernel"
)

func init() {
	register.DoFn4x1[context.Context, Shard, func(int, Counts), func(string), error](&solveFn{})
	register.Emitter2[int, Counts]()
	register.Emitter1[string]()
}

// A BadLine is a line of a shard that is no game or cannot be solved, or the line
// at which a damaged shard ends.
type BadLine struct {
	File    string `json:"file"`
	Line    int    `json:"line"` // from 1
	Column  int    `json:"column,omitempty"`
	Message string `json:"error"`
}

// solveFn solves shards.
type solveFn struct{ Options Options }

// ProcessElement solves a shard and writes its answers. It emits the bad lines, in
// JSON, and the counts with the number of all shards. An error is one that another
// attempt may not meet: a file system failed. A damaged shard has the same damage
// next time, so that is emitted like a bad line, and the games before it are answered.
func (f *solveFn) ProcessElement(ctx context.Context, s Shard, emitCounts func(int, Counts), emitBad func(string)) error {
	c := Counts{Files: 1}
	bad := func(line, column int, message string) error {
		b, err := json.Marshal(BadLine{s.Path, line, column, message})
		if err == nil {
			emitBad(string(b))
		}
		return err
	}
	name := fmt.Sprintf("%s-%05d-of-%05d", f.Options.Output, s.Number, s.Of)
	err := writeFile(ctx, name, func(w io.Writer) error {
		o := f.options()
		o.BadLine = func(_ uint64, e *text.Error) error { return bad(e.Pos.Line, e.Pos.Col, e.Msg) }
		damage, err := s.solve(ctx, io.MultiWriter(w, &answers{Counts: &c, json: o.JSON}), o)
		if damage != nil {
			c.Damaged++
			err = bad(damage.Pos.Line, 0, damage.Msg)
		}
		return err
	})
	if err == nil && f.Options.Explain {
		err = f.explain(ctx, &s, &c)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	emitCounts(s.Of, c)
	return nil
}

func (f *solveFn) options() addsub.Options {
	return addsub.Options{
		Lines: true, Values: f.Options.Values, Move: f.Options.Move, JSON: f.Options.JSON,
		Work: game.Work{Workers: f.Options.Workers},
	}
}

// explain solves a shard again and counts its vertices by class and way.
func (f *solveFn) explain(ctx context.Context, s *Shard, c *Counts) error {
	o, auto, ws := f.options(), kernel.Auto().(kernel.Explainer), &kernel.Workspace{}
	o.Each = func(v *addsub.Vertex) error {
		x, err := v.Explain(auto, ws)
		if err == nil {
			c.addVertices(x.Class, x.Way, 1)
		}
		return err
	}
	_, err := s.solve(ctx, io.Discard, o)
	return err
}

// solve solves the games of the shard. The damage is why it ends early, and where,
// if that is no failure of the file system.
func (s *Shard) solve(ctx context.Context, w io.Writer, o addsub.Options) (damage *text.Error, err error) {
	fs, err := filesystem.New(ctx, s.Path)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	file, err := fs.OpenRead(ctx, s.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw := &source{r: file}
	games := &source{}
	if games.r, games.err = text.Decompress(raw); games.err == nil {
		err = addsub.Solve(ctx, games, w, o)
	}
	switch {
	case raw.err != nil:
		return nil, raw.err
	case games.err != nil:
		return &text.Error{Pos: text.Pos{Line: games.lines + 1}, Msg: games.err.Error()}, nil
	}
	return nil, err
}

// A source counts lines, and remembers why it ended early.
type source struct {
	r     io.Reader
	lines int
	err   error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.lines += bytes.Count(p[:n], []byte("\n"))
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}
