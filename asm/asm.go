// Package asm has the inner loops of the kernels and of the reader of numbers
// as vector primitives: slices of words, or text, in, slices of words out. It
// knows neither graphs nor games.
//
// # The way in
//
// A [Tier] is a set of CPU features with the primitives that use them; the
// primitives are its methods. [Best] is the tier to use. Every tier has every
// primitive, and all tiers give the same results, for input of any length.
//
//	tier := asm.Best()
//	tier.OrPermuted(dst, src, v)
//
// # From a method to a loop
//
// A method checks the lengths, and panics before anything is written if they
// break its rules. Then it either calls a loop in assembly, the tier's body, or
// does the work in Go: the generic form. The generic form serves tiers without
// a body and input that is too short or too long for it. Assembly cannot be
// preempted, so the method cuts the work into calls of some ten microseconds.
//
// # What is where
//
//	tier.go           Tier, its bodies, which tiers there are, which one is best
//	permute.go        OrPermuted, OrExchanged: sets of numbers, moved by XOR
//	firstzero.go      FirstZero: the mex of a set
//	scan.go           ScanWeights, ScanSums: the first of many XORs with a large weight
//	eliminate.go      Eliminate16, Eliminate32: linear algebra for 16 vertices at once
//	sort.go           Sort16: the values of 16 vertices, translated and sorted
//	coordinates.go    Coordinates: a basis and coordinates for 16 vertices at once
//	gather.go         Gather16: rows of a ragged array as columns, one row a lane
//	bounded.go        Bounded16: sixteen rows with K < rank in coordinates
//	settle.go         Settle16: the mex of rows for which linear algebra is enough; lays out the others
//	search.go         Search16: the mex of rows that are laid out
//	search_*.go       the tables of its bodies
//	numbers.go        Numbers: text to numbers
//	stubs_*.go        the tiers of an architecture and their bodies
//	*_amd64.s, *_arm64.s, *.h    the bodies, a file a topic
//	archsimd.go, *_archsimd.go   the same for amd64 in Go, with package simd/archsimd
//	encode            fills in instructions that Go's arm64 assembler lacks
//	floor             what reading and writing alone takes, for benchmarks
//
// # What it is worth
//
// With AVX2, on one Zen 3 core, the primitives are faster than their generic
// forms by these factors: permutations of 512 words 4 to 18, scans 18 to 38,
// Gather16 3 to 4, Eliminate16 26 to 70, Eliminate32 13 to 34, Sort16 47 to 100,
// Coordinates 27 to 43, Settle16 33 to 37, Search16 3 to 6, Numbers 3 to 5. To
// measure them:
//
//	go test -run '^$' -bench Ratio ./asm
//
// README.md says how to add a primitive, an instruction or a tier.
package asm
