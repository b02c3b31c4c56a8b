package dag

import (
	"sync"
	"sync/atomic"
)

// inParallel calls do with the numbers below n, each once, in so many
// goroutines.
func inParallel(workers, n int, do func(i int)) {
	var taken atomic.Int64
	work := func() {
		for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
			do(i)
		}
	}
	var all sync.WaitGroup
	for range min(workers, n) - 1 {
		all.Go(work)
	}
	work()
	all.Wait()
}
