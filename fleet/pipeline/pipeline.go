// Package pipeline solves files of games on the workers of an Apache Beam runner.
//
// A file of games, one a line, is a shard. Steps:
//
//	command.go   reads flags, runs the pipeline, prints what was counted.
//	shards.go    lists the files, and numbers them. Beam hands them to its workers.
//	solve.go     solves a shard in process, by package addsub, and writes its
//	             answers in the order of the games: one file in, one file out.
//	output.go    writes a file under a temporary name, and renames it when it is whole.
//	counts.go    what is counted of a shard, and of all of them.
//	finish.go    writes the bad lines and the counts of all shards.
//
// A shard is not cut up: neither gzip nor Beam's file systems can start in the
// middle of a file, and the number of a line is known only if all before it are.
// So no game and no answer passes through Beam itself. Only counts and bad lines do.
//
// A runner may do a shard again, or twice at the same time. Each time writes the same
// answers, and renames them to the same name. Beam keeps the counts and the bad
// lines of one attempt that succeeded.
package pipeline

import (
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Options say what to solve and what to write.
type Options struct {
	Input  string // a pattern of file names, in a file system of Beam
	Output string // what the names of all written files begin with

	JSON    bool // write one JSON object a game
	Values  bool // with JSON, write the nimber of every vertex, too
	Move    bool // with JSON, write a winning move if there is one, too
	Explain bool // count classes of vertices and ways, too: all games are then solved twice

	Workers int // goroutines that solve a shard, at least 1
}

// check refuses options that are missing or do not go together.
func (o *Options) check() error {
	switch {
	case o.Input == "" || o.Output == "":
		return errors.New("expected --input and --output")
	case !o.JSON && (o.Values || o.Move):
		return errors.New("--values and --move need --json: only objects have room for them in a line")
	}
	return nil
}

// Build adds the pipeline to s. It writes, for n files of games,
//
//	OUTPUT-00000-of-n ...   the answers, a file for each file of games, in the order of their names
//	OUTPUT.bad.jsonl        the bad lines, a BadLine each, in no order
//	OUTPUT.counts.json      Counts, when all else is written
//
// The error is about the options.
func Build(s beam.Scope, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	shards := beam.Reshuffle(s, beam.ParDo(s, &listFn{o.Input, o.Output}, beam.Impulse(s)))
	counts, bad := beam.ParDo2(s, &solveFn{o}, shards)
	beam.ParDo0(s, &finishFn{o.Output}, beam.Impulse(s), beam.SideInput{Input: counts}, beam.SideInput{Input: bad})
	return nil
}
