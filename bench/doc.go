// Package bench is the lab of this project's kernels and solvers. It draws
// inputs, checks that all ways to an answer agree on them, and times the ways in
// turns.
//
// # From an input to a table
//
//	inputs.go        random games, as text and as rows of successors' values.
//	                 Package generate draws all of them.
//	workloads.go     the named workloads: many vertices for every kernel
//	sweeps.go        workloads that differ in one thing: degree, K, width of values
//	solvers.go       whole games of add-subtract, from text to text; the parser
//	election.go      elections, and the plain solver that checks them
//	bitsets.go       the step that kernels on bitsets repeat
//	groups.go        all of these as groups of cases: Groups
//	agreement.go     a workload is done by all kernels, and they must agree
//	floor.go         the part of the work that nobody can avoid
//	timing.go        Timer: cases have turns, round after round
//	results.go       Row and Result: what the cases of a group cost
//	figure.go        a Figure with its interval, and whether the machine was busy
//	table.go         the text form of a Row; package report has the other forms
//	conclusions.go   the sentences below the tables
//	json.go          the JSON form
//
// # What uses it
//
//	lab.go           Lab: a median of 15 rounds of every workload, in 15 to 30
//	                 seconds, or of 7 rounds in under ten
//	tune.go          Tune: which tier kernel auto should use here, in half a minute
//	report           all groups in ten rounds, in six minutes; BENCHMARKS.md, the page
//	insns            instructions instead of time, in an emulator, in three minutes
//	model            cycles of the assembly's loops, as models of CPUs predict
//	report/scaling   whole processes on one large graph, in half an hour
//	bench_test.go    all groups as Go benchmarks, for gate, compare and benchstat
//	intrinsics_test.go   kernels by intrinsics against those by assembly, in turns
//
// # Where to add
//
// A workload is an element of Workloads. The lab, BenchmarkMex and the reports
// then have it. TestInputs fails until it knows the checksum.
//
// A suite is a function that returns groups. Groups calls it, and a benchmark in
// bench_test.go runs it under the suite's name. In package report, suites in
// markdown.go has its title and timeViews in tables.go its table for benchstat.
//
// # Floors
//
// The first case of a group is its floor. For a kernel, that is to read K and,
// unless it is 0, every value: 8.8 ns a vertex on workload xsy. Kernel auto takes 48.6.
// For a solver it is the parser alone, for the parser a look at every byte, and
// for a permuted bitset a plain OR. "x floor" in a table is a cost as a multiple
// of the floor: the rest is what can still be gained.
package bench
