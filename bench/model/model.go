// Package model predicts how many cycles the loops of package asm take on CPUs that
// are not at hand, by LLVM's machine code analyzer. A prediction is a model's, never
// a time.
//
//	expand.go       the assembly with its macros replaced
//	source.go       the names of loops, and what an iteration does, from comments there
//	flow.go         the loops of a body, in the assembly or in a binary
//	disassemble.go  the code of bodies in a test binary
//	join.go         the loops of a binary with their names: Loops
//	cpus.go         the CPUs: CPUs
//	predict.go      llvm-mca's simulation, and its bounds by ports and issue width
//	chain.go        the bound by what waits for the iteration before
//	operands.go     what an instruction reads and writes, for chains
//	doubts.go       where a model is known to be wrong: Doubts
//	results.go      all predictions, as benchmark output: All, Read
//	fields.go       the parts of a benchmark's name, and its results
//	model.go        Loop and Prediction
//	trials.go       trials: two calls of a primitive that differ in one loop; more are in
//	                trials_lanes.go and trials_search.go
//	runs.go         how often loops run in a trial, by an emulator: guest is its program
//	cycles.go       the cycles of a trial on this machine
//	measured.go     the cycles of an iteration of each loop, from those: Measure
//	measurement.go  these as benchmark output: ReadMeasurement
//	workloads.go    how often loops run on workloads, and so the cycles of a vertex
package model

// A Loop is a loop in a test binary of package asm.
type Loop struct {
	Name
	Arch string // GOARCH
	Tier string // as MEXLAB_ISA has it

	// Start and End are where the loop's code is, in bytes from the start of the
	// body's symbol. Head is the instruction that each iteration passes once.
	Start, Head, End int

	// Code is one iteration as a straight line, an instruction each, as LLVM writes it.
	Code []string
	// Branches is how many branches in it may leave that line, besides the end of the loop.
	Branches int
	// Passes says that the line goes once through loops inside, which may repeat.
	Passes bool
}

// A Prediction is what a model of a CPU says of a loop that does not miss a cache or
// a branch, in cycles an iteration.
type Prediction struct {
	CPU    string  // as in llvm-mca -mcpu
	Cycles float64 // in the long run

	// The least cycles that each of these allows: the busiest port, the number of
	// micro-operations that may start in a cycle, and what waits for the iteration
	// before.
	Ports, Issue, Chain float64
}
