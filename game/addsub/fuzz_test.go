package addsub

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"mexlab/game/text"
	"mexlab/kernel"
)

// No input panics, errors have a position, and the kernels auto and naive print
// the same.
func FuzzSolve(f *testing.F) {
	f.Add([]byte("1\n4 5\n0 1\n0 2\n1 3\n2 1\n2 3\n2 1 3 2\n2\n3 4 5 6\n0 0 0 5\n"))
	f.Add([]byte("3\n" + good + "2 2\n0 1\n1 0\n1 1\n0\n"))
	f.Add(boards(rand.New(rand.NewPCG(7, 8)), 3, 6, 12, 2, 4, 5))
	f.Add([]byte("1 0 0 3"))
	f.Add([]byte("1 4294967294 4294967294 1 2"))
	naive, err := kernel.Lookup("naive")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 1<<10 {
			t.Skip("small inputs find the same faults sooner")
		}
		opt := Options{Values: true, Budget: 1e6}
		var auto, plain, one, many page
		autoErr := Solve(t.Context(), bytes.NewReader(in), &auto, opt)
		if errors.Is(autoErr, errFull) {
			t.Skip("rounds without values make more output than a page")
		}
		if autoErr != nil && !wraps[*text.Error](autoErr) {
			t.Errorf("%v has no position in the input", autoErr)
		}
		opt.Kernel = naive
		naiveErr := Solve(t.Context(), bytes.NewReader(in), &plain, opt)
		if cannot(naiveErr) || wraps[*kernel.BudgetError](naiveErr) || wraps[*kernel.BudgetError](autoErr) {
			return
		}
		if auto.String() != plain.String() {
			t.Errorf("auto printed\n%s\nnaive printed\n%s", &auto, &plain)
		}
		if (autoErr == nil) != (naiveErr == nil) || autoErr != nil && autoErr.Error() != naiveErr.Error() {
			t.Errorf("auto: %v\nnaive: %v", autoErr, naiveErr)
		}

		// With moves and as JSON, at least nothing panics, and groups of one game
		// print the same as one group of all.
		all := Options{Values: true, Move: true, JSON: true, Budget: 1e6}
		err1 := solve(t.Context(), stream{bytes.NewReader(in)}, &one, all, 1)
		err2 := solve(t.Context(), stream{bytes.NewReader(in)}, &many, all, groupSize)
		if one.String() != many.String() || (err1 == nil) != (err2 == nil) {
			t.Errorf("in groups of one game: %v\n%s\nin one group: %v\n%s", err1, &one, err2, &many)
		}
	})
}

// A page has room for a megabyte.
type page struct{ bytes.Buffer }

func (p *page) Write(b []byte) (int, error) {
	if p.Len()+len(b) > 1<<20 {
		return 0, errFull
	}
	return p.Buffer.Write(b)
}
