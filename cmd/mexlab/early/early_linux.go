package early

import (
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20 // bytes, on the architectures that matter here
	heap     = 3       // huge pages: what the runtime has mapped ends in the last of them
)

// The heap begins somewhere in a huge page, of which small ones are in use by
// now. To make it huge they would have to be copied, and the kernel waits for
// every CPU before it does that: 0.3 ms when all are idle, 60 when they are
// not. So a hole, which is never touched, takes the rest of that page, and what
// follows is huge when it is touched.
var (
	mark = new([64]byte)
	hole []byte
)

func init() { askForHugePages() }

// askForHugePages expresses a wish: refused, everything works as before.
func askForHugePages() (refused syscall.Errno) {
	at := uintptr(unsafe.Pointer(mark))
	first := at &^ (hugePage - 1)
	hole = make([]byte, first+hugePage-at)
	_, _, refused = syscall.RawSyscall(syscall.SYS_MADVISE, first, heap*hugePage, syscall.MADV_HUGEPAGE)
	if refused == syscall.ENOMEM {
		refused = 0 // not all of that is mapped
	}
	return refused
}
