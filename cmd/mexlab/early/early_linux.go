package early

import (
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20 // bytes, on the architectures that matter here
	heap     = 3       // huge pages: what a run on a small input touches, wherever in the first it begins

	collapse = 25 // MADV_COLLAPSE, of Linux 6.1
)

// mark is somewhere in the first pages of the heap.
var mark = new([64]byte)

func init() { askForHugePages() }

// askForHugePages expresses a wish: refused, everything works as before. The
// first huge page has small ones in use, which have to be copied; the others
// become huge when they are touched.
func askForHugePages() (refused syscall.Errno) {
	at := uintptr(unsafe.Pointer(mark)) &^ (hugePage - 1)
	syscall.RawSyscall(syscall.SYS_MADVISE, at, heap*hugePage, syscall.MADV_HUGEPAGE)
	_, _, refused = syscall.RawSyscall(syscall.SYS_MADVISE, at, hugePage, collapse)
	return refused
}
