//go:build !unix

package scaling

import "os"

// peak returns the most bytes of memory that a process had, where that is told.
func peak(p *os.ProcessState) int64 { return 0 }
