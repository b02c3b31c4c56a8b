// Package hugepage allocates large arrays in whole huge pages of 2 MiB. Random
// access then misses the translation buffer far less often, and the first touch
// of a page clears 2 MiB at once instead of trapping 512 times.
package hugepage

import "unsafe"

// size is in bytes. All architectures that matter here have huge pages of it.
const size = 2 << 20

// Make is make([]T, n). A large array starts at a huge page and has its pages
// to itself; a small one comes from the ordinary heap.
//
// A large array is allocated with one page more than it needs, so that it can
// start at a page boundary. Memory before that boundary is never touched and
// therefore costs only address space.
func Make[T uint8 | uint16 | uint32 | uint64](n int) []T {
	const smallest = size / 8 // bytes: 64 traps
	width := int(unsafe.Sizeof(T(0)))
	if n < smallest/width {
		return make([]T, n)
	}
	perPage := size / width
	whole := (n + perPage - 1) / perPage * perPage
	s := make([]T, whole+perPage)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(s)))%size) / width
	s = s[skip : skip+whole]
	advise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), whole*width))
	return s[:n:n]
}
