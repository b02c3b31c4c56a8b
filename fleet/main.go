// Command fleet solves files of games, one game a line, on the workers of an
// Apache Beam runner: in this process by default, or on Flink, Spark or Dataflow.
// docs/fleets.md has commands. Package pipeline does the work.
//
// Package beamx, which has all runners, is imported only here: the tests compile in
// half the time without it.
package main

import (
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"mexlab/fleet/pipeline"
)

func main() {
	os.Exit(pipeline.Main(os.Stdout, os.Stderr, beamx.Run))
}
