package hugepage

import (
	"testing"
	"unsafe"
)

// A large array starts at a huge page. All of it is zero and can be written.
func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 1 << 17, 1<<19 + 1, 3 << 20} {
		s := Make[uint32](n)
		if len(s) != n || cap(s) != n {
			t.Errorf("%d numbers: length %d, capacity %d", n, len(s), cap(s))
		}
		if at := uintptr(unsafe.Pointer(unsafe.SliceData(s))); n >= 1<<17 && at%size != 0 {
			t.Errorf("%d numbers: the array starts at %#x, inside a huge page", n, at)
		}
		for i := range s {
			if s[i] != 0 {
				t.Fatalf("%d numbers: number %d is not 0", n, i)
			}
			s[i] = 1
		}
	}
}
