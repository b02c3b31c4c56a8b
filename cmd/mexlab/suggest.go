package main

import (
	"fmt"
	"mexlab/internal/words"
	"slices"
	"strings"
)

// unknown is the error about a word that is none of names. It says what the word
// should be, and which of the names was probably meant.
func unknown(what, word string, names []string) error {
	if near := nearest(word, names); near != "" {
		return fmt.Errorf("unknown %s %q; did you mean %q?", what, word, near)
	}
	return fmt.Errorf("unknown %s %q; there are %s", what, word, words.List(names))
}

// nearest returns the name that was probably meant by a word: one that begins with
// it, or differs by a letter, from four letters on by two. It returns "" if there is
// none.
func nearest(word string, names []string) string {
	best, least := "", 1
	if len(word) >= 4 {
		least = 2
	}
	for _, name := range slices.Backward(names) { // of several, the first
		n := distance(strings.ToLower(word), name)
		if len(word) > 1 && strings.HasPrefix(name, strings.ToLower(word)) {
			n = min(n, 1)
		}
		if n <= least {
			best, least = name, n
		}
	}
	return best
}

// distance returns how many letters have to be added, dropped, replaced, or swapped
// with their neighbor to turn a into b.
func distance(a, b string) int {
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

// A oneOf is the value of a flag that takes one of some names.
type oneOf struct {
	value *string
	what  string // what the names are of: "game"
	names []string
}

func (o *oneOf) Type() string   { return "NAME" }
func (o *oneOf) String() string { return *o.value }

func (o *oneOf) Set(name string) error {
	if !slices.Contains(o.names, name) {
		return unknown(o.what, name, o.names)
	}
	*o.value = name
	return nil
}

// A someOf is the value of a flag that takes several of some names, with commas.
type someOf struct {
	values *[]string
	what   string
	names  []string
}

func (s *someOf) Type() string   { return "NAMES" }
func (s *someOf) String() string { return strings.Join(*s.values, ",") }

func (s *someOf) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		if !slices.Contains(s.names, name) {
			return unknown(s.what, name, s.names)
		}
		*s.values = append(*s.values, name)
	}
	return nil
}
