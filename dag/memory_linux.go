package dag

import (
	"syscall"
	"unsafe"
)

// hugePage is in bytes, the size on the architectures that matter here.
const hugePage = 2 << 20

// advise asks for huge pages under s. Access at random then misses the
// translation buffer far less, and a first touch clears 2 MiB at once instead
// of trapping 512 times.
func advise[T any](s []T) {
	var one T
	start := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	size := uintptr(cap(s)) * unsafe.Sizeof(one)
	// Whole huge pages only: what is around the slice is not ours.
	skip := -start & (hugePage - 1)
	if size < skip+hugePage {
		return
	}
	inner := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(s)), skip)), (size-skip)&^(hugePage-1))
	_ = syscall.Madvise(inner, syscall.MADV_HUGEPAGE) // a wish: refused, all works as before
}
