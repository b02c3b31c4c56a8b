package table

import "fmt"

// Count writes a number of things in words: 1 commit, 2 commits.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
