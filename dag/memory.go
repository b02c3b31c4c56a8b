package dag

import "unsafe"

// hugePage is in bytes, the size on the architectures that matter here.
const hugePage = 2 << 20

// Make is make([]T, n) for arrays that may be large: it asks the system for
// huge pages. Access at random then misses the translation buffer far less, and
// a first touch clears 2 MiB at once instead of trapping 512 times.
//
// A large array has its pages to itself. What it has beyond its end, less than
// a page, is memory; what it has before its start is never touched.
func Make[T uint8 | uint16 | uint32 | uint64](n int) []T {
	size := int(unsafe.Sizeof(T(0)))
	const worth = hugePage / 8 // 64 traps
	if n < worth/size {
		return make([]T, n)
	}
	each := hugePage / size
	whole := (n + each - 1) / each * each
	s := make([]T, whole+each)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(s)))%hugePage) / size
	s = s[skip : skip+whole]
	advise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), whole*size))
	return s[:n:n]
}
