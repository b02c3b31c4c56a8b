package model

import (
	"slices"
	"testing"
)

// What is passed in an iteration of loops with rare cases out of line, with a jump to
// the next iteration in the middle, and with a loop inside that is left by a jump.
func TestStraight(t *testing.T) {
	next := func() step { return step{-1, false} }
	branch := func(to int) step { return step{to, false} }
	jump := func(to int) step { return step{to, true} }
	ret := step{-1, true}
	for _, c := range []struct {
		name   string
		code   []step
		want   []int // of the first loop
		passes bool
	}{
		{"out of line", []step{next(), branch(4), branch(0), ret, next(), jump(2)}, []int{0, 1, 2}, false},
		{"next iteration", []step{next(), branch(0), next(), branch(0), ret}, []int{0, 1, 2, 3}, false},
		{"entered in the middle", []step{jump(2), next(), next(), branch(1), ret}, []int{2, 3, 1}, false},
		{"a loop inside", []step{next(), next(), branch(1), branch(0), ret}, []int{0, 1, 2, 3}, true},
		{"a loop inside, left by a jump", []step{next(), next(), branch(0), jump(1)}, []int{0, 1, 2}, true},
	} {
		found := cycles(c.code)
		line := straight(c.code, found[0])
		if !slices.Equal(line, c.want) || passes(line, found) != c.passes {
			t.Errorf("%s: got %v, want %v", c.name, line, c.want)
		}
	}
}
