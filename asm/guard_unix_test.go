//go:build unix

package asm

import (
	"syscall"
	"testing"
)

// guardedPage returns a page between two that cannot be accessed.
func guardedPage(t *testing.T) []byte {
	all, err := syscall.Mmap(-1, 0, 3*pageSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(all) })
	for _, guard := range [][]byte{all[:pageSize], all[2*pageSize:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return all[pageSize : 2*pageSize]
}
