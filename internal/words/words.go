// Package words writes lists as sentences do.
package words

import "strings"

// List joins words: a, b and c.
func List(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
