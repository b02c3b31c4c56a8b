//go:build goexperiment.simd && go1.27 && amd64 && !purego

package asm

import (
	"simd/archsimd"
	"unsafe"
)

func fullWordsARCHSIMD(words *uint64, n int) int {
	p, ones := unsafe.Pointer(words), archsimd.BroadcastUint64x4(^uint64(0))
	i := 0
	for ; i <= n-32; i += 32 {
		q := unsafe.Add(p, 8*i)
		a := load64(q, 0).And(load64(q, 128))
		b := load64(q, 32).And(load64(q, 160))
		c := load64(q, 64).And(load64(q, 192))
		d := load64(q, 96).And(load64(q, 224))
		if !ones.AndNot(a.And(b).And(c.And(d))).IsZero() {
			break
		}
	}
	for ; i < n; i += 8 {
		q := unsafe.Add(p, 8*i)
		if !ones.AndNot(load64(q, 0).And(load64(q, 32))).IsZero() {
			break
		}
	}
	archsimd.ClearAVXUpperBits()
	return i
}
