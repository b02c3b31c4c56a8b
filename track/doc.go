// Package track is the folder of regression tracking, for the benchmarks of any
// Go module. It has no code of its own:
//
//	benchfile    reads files of "go test -bench": log lines, several runs, any units
//	compare      two files: which benchmarks changed ("mexlab compare")
//	gate         two versions, run in pairs: which became slower ("mexlab gate")
//	history      results in git, and the commits where levels changed ("mexlab history")
//	report       the words of verdicts, and what all JSON has
//	stat         all statistics
//	table        all tables, as text, Markdown and HTML, and the pages around them
//
// Packages here import each other and those in internal, and nothing else of
// this project: a tracker knows no kernels. imports_test.go asserts it.
package track
