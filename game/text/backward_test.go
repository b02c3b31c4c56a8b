package text

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Counting from the end leads to the places that reading from the start does.
func TestBackward(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, tokens := range []int{0, 1, 2, 3, 30, 5000, 40_000} {
		for _, most := range []int{1, 5, 200} { // spaces between tokens
			var b strings.Builder
			for i := range tokens {
				b.WriteString(strings.Repeat(" \n", rng.IntN(most)) + " ")
				b.WriteString(strconv.FormatUint(rng.Uint64N(1<<rng.IntN(40)), 10))
				if i == tokens-1 {
					b.WriteString(strings.Repeat("\n", rng.IntN(most)))
				}
			}
			r := NewReader(strings.NewReader(b.String()))
			start, _ := r.Mark()
			marks := []Mark{start}
			for range tokens {
				r.Uint()
				m, _ := r.Mark()
				marks = append(marks, m)
			}
			back := r.Backward(start)
			for at := tokens; ; {
				n := 1 + rng.IntN(1+rng.IntN(1+tokens/3))
				m, ok := back.Skip(uint64(n))
				if at -= n; at <= 0 {
					// Before the first token there is none to stand after.
					if ok {
						t.Errorf("%d tokens, %d spaces: a place %d tokens before the start", tokens, most, -at)
					}
					break
				}
				if !ok || m.offset != marks[at].offset {
					t.Fatalf("%d tokens, %d spaces: token %d begins at %d, %v, want %d", tokens, most, at, m.offset, ok, marks[at].offset)
				}
				if rng.IntN(10) > 0 {
					continue
				}
				if err := r.Rewind(m); err != nil {
					t.Fatal(err)
				}
				if x, err := r.Uint(); err != nil || !r.IsAt(marks[at+1]) || r.IsAt(marks[at]) {
					t.Fatalf("%d tokens, %d spaces: read %d, %v from there", tokens, most, x, err)
				}
			}
		}
	}
}
