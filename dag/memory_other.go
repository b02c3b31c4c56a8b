//go:build !linux

package dag

// advise asks for huge pages, where that can be asked.
func advise(s []byte) {}
