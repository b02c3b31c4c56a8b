//go:build !linux

package hugepage

// advise does nothing: only Linux can be asked for huge pages.
func advise(s []byte) {}
