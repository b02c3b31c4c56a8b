package hugepage

import "syscall"

// advise asks the kernel to back s, whole pages, with huge pages. If it refuses,
// the memory works all the same.
func advise(s []byte) { _ = syscall.Madvise(s, syscall.MADV_HUGEPAGE) }
