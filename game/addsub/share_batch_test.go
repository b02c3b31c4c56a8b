package addsub

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Workers that share a batch find what one call of the kernel does. If a row is
// over budget, they leave the batch to that call.
func TestShareBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for _, budget := range []uint64{0, 1} {
		s := &sharing{solver: newSolver(Options{Budget: budget}), workers: 3}
		defer s.stop()
		for _, rows := range []int{1, 2, 5, 100, 700} {
			s.batch.Reset()
			for range rows {
				for range 1 + rng.IntN(15) {
					s.batch.Succ = append(s.batch.Succ, rng.Uint64N(1000))
				}
				s.batch.Close(rng.Uint64N(9))
			}
			done := s.share()
			got := slices.Clone(s.batch.Mex)
			err := s.kernel.Mex(&s.ws, &s.batch)
			if done = done && err == nil; done != (budget == 0) && rows > 100 || done && !slices.Equal(got, s.batch.Mex) {
				t.Errorf("%d rows, budget %d: done is %v, and one call gives %v", rows, budget, done, err)
			}
		}
	}
}
