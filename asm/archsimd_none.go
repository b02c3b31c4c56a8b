//go:build !purego && amd64 && !(goexperiment.simd && go1.27)

package asm

// intrinsics are the tiers written in Go with package simd/archsimd: none in this build.
var intrinsics []Tier
