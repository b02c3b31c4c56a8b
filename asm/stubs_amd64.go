//go:build !purego

package asm

import "github.com/klauspost/cpuid/v2"

// vectorTiers are the tiers of this architecture.
var vectorTiers = []compiled{{
	name:     AVX2,
	features: []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.BMI1},
	bodies: bodies{
		orPermuted:  orPermutedAVX2,
		orExchanged: orExchangedAVX2,
		fullWords:   fullWordsAVX2,
		scanWeights: scanWeightsAVX2,
		scanSums:    scanSumsAVX2,
		eliminate16: eliminate16AVX2,
		eliminate32: eliminate32AVX2,
		coordinates: coordinatesAVX2,
	},
}}

// What each does is said at the fields of bodies, how in the .s files.

//go:noescape
func orPermutedAVX2(dst, src *uint64, words int, v uint64)

//go:noescape
func orExchangedAVX2(a, b *uint64, words int, v uint64)

//go:noescape
func fullWordsAVX2(words *uint64, n int) int

//go:noescape
func scanWeightsAVX2(units [16]uint16, origin uint16, k, n int) int

//go:noescape
func scanSumsAVX2(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int

//go:noescape
func eliminate16AVX2(cols *uint16, d int, odd *[16]uint16, out *Lanes16)

//go:noescape
func eliminate32AVX2(cols *uint32, d int, odd *[16]uint32, out *Lanes32)

//go:noescape
func coordinatesAVX2(cols *uint32, d, n int)
