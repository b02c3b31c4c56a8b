package gate

import (
	"strings"
	"testing"
)

// No two benchmarks have the same files, and no name is too long for one.
func TestProfileName(t *testing.T) {
	taken := map[string]bool{}
	long := strings.Repeat("long", 100)
	for i, want := range []string{"f.BenchmarkX_a_b", "f.BenchmarkX_a_b-2", "f.BenchmarkX_a_b-3", long[:longestName], long[:longestName] + "-2"} {
		if got := profileName([]string{"f.BenchmarkX/a/b", "f.BenchmarkX/a_b", "f.BenchmarkX/a|b", long, long + "x"}[i], taken); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}
