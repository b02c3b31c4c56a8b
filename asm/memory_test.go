package asm

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// A memory is a page of random bytes in which a test places a slice. The bytes
// around the slice must stay as they are. On Unix, any access before or after the
// page is a fault.
type memory struct {
	page, before []byte
}

func newMemory(t *testing.T, rng *rand.Rand) *memory {
	m := &memory{page: guardedPage(t)}
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&m.page[0])), len(m.page)/8)
	for i := range words {
		words[i] = rng.Uint64()
	}
	return m
}

const pageSize = 1 << 16 // a multiple of every system's page

// A place says where in the page a slice lies.
type place int

const (
	atStart place = iota
	atEnd
	inside // inside+i is at offset i in a cache line
)

// places returns the two ends, and every offset in a cache line for elements of a
// size.
func places(size int) []place {
	list := []place{atStart, atEnd}
	for off := 0; off < 64; off += size {
		list = append(list, inside+place(off))
	}
	return list
}

// put returns n elements at a place.
func put[T any](m *memory, at place, n int) []T {
	var zero T
	size := n * int(unsafe.Sizeof(zero))
	off := 0
	switch {
	case at == atEnd:
		off = len(m.page) - size
	case at >= inside:
		off = 256 + int(at-inside)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(m.page[off:]))), n)
}

// save saves all bytes, for check.
func (m *memory) save() { m.before = append(m.before[:0], m.page...) }

// check fails if out is not want, or if any other byte is not as it was saved.
// Without out, all bytes count.
func check[T comparable](t *testing.T, m *memory, out, want []T) {
	t.Helper()
	if out != nil {
		if !slices.Equal(out, want) {
			t.Fatalf("got %v, want %v", out, want)
		}
		accept(m, out)
	}
	if !bytes.Equal(m.page, m.before) {
		for i := range m.page {
			if m.page[i] != m.before[i] {
				t.Fatalf("byte %d of the memory was overwritten", i)
			}
		}
	}
}

// accept saves out as it is now.
func accept[T any](m *memory, out []T) {
	if len(out) == 0 {
		return
	}
	var zero T
	off := int(uintptr(unsafe.Pointer(&out[0])) - uintptr(unsafe.Pointer(&m.page[0])))
	end := off + len(out)*int(unsafe.Sizeof(zero))
	copy(m.before[off:end], m.page[off:end])
}
