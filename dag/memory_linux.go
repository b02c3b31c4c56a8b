package dag

import "syscall"

// advise asks for huge pages under s, which are whole ones.
func advise(s []byte) {
	_ = syscall.Madvise(s, syscall.MADV_HUGEPAGE) // a wish: refused, all works as before
}
