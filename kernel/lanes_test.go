package kernel

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLanesError mixes rows of all queues with some that are over the budget, which
// is found at different times. The error is about the first of them, and all rows
// before it are done.
func TestLanesError(t *testing.T) {
	over := vertex{30, []uint64{0}} // all numbers of 20 bits are reachable
	for i := range 20 {
		over.succ = append(over.succ, 1<<i)
	}
	rng := rand.New(rand.NewPCG(71, 72))
	for len(over.succ) < LaneDegree {
		over.succ = append(over.succ, rng.Uint64()>>2)
	}
	overLong := vertex{30, append(over.succ[:len(over.succ):len(over.succ)], rng.Uint64()>>2)}

	ws := &Workspace{Budget: 1e4}
	kernels := slices.DeleteFunc(testedKernels(), func(kn Kernel) bool {
		return !slices.Contains([]string{"affine", "lanes", "auto"}, kn.Info().Name)
	})
	for range 300 {
		var vertices []vertex
		var want []uint64
		first := -1
		for i := range 1 + rng.IntN(100) {
			v := vertex{rng.Uint64N(20), make([]uint64, rng.IntN(20))}
			width := []int{1, 4, 10, 10, 10, 20, 40}[rng.IntN(7)]
			if width > 10 {
				v.k = 30 // needs no search
			}
			for j := range v.succ {
				v.succ[j] = rng.Uint64N(1 << width)
			}
			if bad := rng.IntN(100); bad < 2 {
				if v = over; bad == 0 {
					v = overLong
				}
				if first < 0 {
					first = i
				}
			} else if first < 0 {
				b := batchOf([]vertex{v})
				if err := newAffine(generic).Mex(ws, b); err != nil {
					t.Fatal(err)
				}
				want = append(want, b.Mex[0])
			}
			vertices = append(vertices, v)
		}
		for _, kn := range kernels {
			b := batchOf(vertices)
			err := kn.Mex(ws, b)
			row, ok := errors.AsType[*RowError](err)
			if _, budget := errors.AsType[*BudgetError](err); ok != (first >= 0) || ok && (row.Row != first || !budget) {
				t.Fatalf("%v: error %v, want a *BudgetError about row %d of %d", kn.Info(), err, first, len(vertices))
			}
			for i, mex := range want {
				if b.Mex[i] != mex {
					t.Fatalf("%v: row %d: %v: mex %d, want %d", kn.Info(), i, vertices[i], b.Mex[i], mex)
				}
			}
		}
	}
}
