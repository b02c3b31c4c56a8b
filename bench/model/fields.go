package model

import (
	"strings"

	"mexlab/track/benchfile"
)

// fields splits the name of a benchmark into its suite and the values of its keys.
func fields(name string) (suite string, values map[string]string) {
	suite, rest, _ := strings.Cut(name, "/")
	values = map[string]string{}
	for part := range strings.SplitSeq(rest, "/") {
		key, value, _ := strings.Cut(part, "=")
		values[key] = value
	}
	return suite, values
}

// list splits a value that has several words, joined by plus signs. It is nil if there
// are none.
func list(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "+")
}

// single returns the result of a benchmark in a unit, or 0 if it does not have one.
func single(b *benchfile.Benchmark, unit string) float64 {
	if values := b.Values(unit); len(values) == 1 {
		return values[0]
	}
	return 0
}
