// Package kernel computes the Grundy value of a vertex of the add-subtract game:
// the mex of the XORs of exactly K picks, repetition allowed, from the Grundy
// values of its successors.
//
// For one vertex call [Mex]. For many, fill a [Batch] and give it to [Auto], or
// to a kernel that [Lookup] finds by its name, with a [Workspace] for each
// goroutine. [Witness] finds the picks that make a value. A row that a kernel
// cannot do is a [RowError], never a wrong answer.
//
// # From a row to a loop
//
// All kernels have the interface [Kernel] and stand in one list, so that they
// can be exchanged, timed, and checked against one another. Kernel auto takes
// this way through the files, down to the primitives of an asm.Tier:
//
//	batch.go     rows of successors' values
//	auto.go      rows go into lanes; a few rows, and rows that do not fit, one by one
//	lanes.go     sixteen rows of a kind at once, one in each lane: Gather16
//	             - K >= rank: 0 or a power of two, by Eliminate16 (affine.go)
//	             - K < rank is possible: bounded_lanes.go
//	             - values of 2^16 and more: lanes_wide.go, by Eliminate32
//	unit.go      values 0 and powers of two: a closed form of their OR
//	affine.go    a single row, K >= rank: the span of the values (span.go)
//	bounded.go   K < rank: not all of the span is reachable, so the mex is searched for
//
// bounded.go chooses the search by its cost, within the budget:
//
//	bounded_lanes.go         sixteen rows at once: Sort16, Coordinates, Settle16, Search16
//	bounded_coordinates.go   one bounded row: basis, extras, coordinates
//	bounded_chunks.go        one row of few small values: Search16
//	bounded_closed.go        K = 1 and K = rank-1: closed forms
//	bounded_subsets.go       enumerates subsets, for several searches
//	bounded_scan.go          tries 0, 1, 2, ...; for small mexes: ScanWeights, ScanSums
//	bounded_nearby.go        the same with many extras: by sets of one, of two, ...
//	bounded_near_rank.go     K little below the rank: the few numbers that the basis does not reach
//	bounded_closure.go       bitset of all that is reachable: OrPermuted
//	bounded_dilation.go      the same bitset by Walsh-Hadamard transforms; for many successors
//	bounded_quotient.go      shows by a smaller bitset that everything is reachable
//	bounded_meet.go          meet in the middle; for large ranks and small K
//	bounded_growing.go       a bitset that grows from row to row, if each has the values of the one before
//	bounded_growing_mex.go   the mex by that bitset
//
// Two files answer other questions about a vertex:
//
//	bounded_witness.go       Witness: which picks make a given XOR
//	explain.go               Explain: which way a vertex took, and why
//
// plan.go says which tier does what, and from which size on; timed.go, on which
// CPUs AVX-512 was timed; revision.go, which code that was. workspace.go has the
// memory of a goroutine and its budget, errors.go what a kernel says about a row that
// it cannot do. Package wide, in a folder of this one, does rows of more than 64 bits.
//
// The other kernels are there to be measured. naive, gray and lowbit look at all
// 2^d subsets of d values; paritysplit keeps bitsets of the numbers reached
// (OrPermuted, OrExchanged, FirstZero). kernel.go has what all kernels share. A
// new kernel is a file like naive.go, and a line in registry.go.
//
// # What it is worth
//
// Nanoseconds for a vertex with 17 values of 10 bits, on an AMD EPYC family 26
// model 2. With K = 6 most rows are bounded. BENCHMARKS.md has more, and names the
// commit that was timed: affine and auto have got other searches since.
//
//	                          K = 100      K = 6
//	naive                   1,219,140    248,411
//	gray                      226,875    197,554
//	lowbit                    181,596    140,744
//	paritysplit                 1,170      3,598
//	paritysplit/avx2              354      1,279
//	affine                       83.4      1,288
//	affine/avx2                  19.9        484
//	auto                         19.5        485
//	only reading the row          6.9        7.0
//
// # Tuning
//
// [DefaultPlan] uses the tier asm.Best, but on a CPU of timed.go those that were
// faster there. Command mexlab tune measures which tiers and thresholds are best on
// this CPU. [NewAuto] makes an auto of such a [Plan], and [Plan.Choices] says in words
// what it does.
package kernel
