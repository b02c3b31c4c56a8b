//go:build unix

package scaling

import (
	"os"
	"runtime"
	"syscall"
)

func init() {
	peak = func(p *os.ProcessState) int64 {
		usage, ok := p.SysUsage().(*syscall.Rusage)
		switch {
		case !ok:
			return 0
		case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
			return int64(usage.Maxrss)
		}
		return int64(usage.Maxrss) << 10 // elsewhere it is in KiB
	}
}
