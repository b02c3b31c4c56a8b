package compare

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel does the work on the items from 0 to n, on all CPUs; each has a
// scratch of its own.
func inParallel(n int, work func(s *scratch, i int)) {
	const chunk = 64
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk) {
		wait.Go(func() {
			var s scratch
			for {
				end := int(next.Add(chunk))
				if end-chunk >= n {
					return
				}
				for i := end - chunk; i < min(end, n); i++ {
					work(&s, i)
				}
			}
		})
	}
	wait.Wait()
}
