//go:build !purego

package asm

// vectorTiers are the tiers of this architecture. NEON is part of it, so there
// is no feature to ask for.
var vectorTiers = []Tier{{
	Name:        NEON,
	Words:       2,
	Timed:       true,
	orPermuted:  orPermutedNEON,
	orExchanged: orExchangedNEON,
	fullWords:   fullWordsNEON,
	scanWeights: scanWeightsNEON,
	scanSums:    scanSumsNEON,
	eliminate16: eliminate16NEON,
	eliminate32: eliminate32NEON,
	gather16:    gather16NEON,
	sort16:      sort16NEON,
	coordinates: coordinatesNEON,
	settle16:    settle16NEON,
	searchFirst: searchFirstNEON,
	searchMore:  searchMoreNEON,
	numbers:     numbersNEON,
}}

// The fields of Tier say what each does, the .s files how.

//go:noescape
func orPermutedNEON(dst, src *uint64, words int, v uint64)

//go:noescape
func orExchangedNEON(a, b *uint64, words int, v uint64)

//go:noescape
func fullWordsNEON(words *uint64, n int) int

//go:noescape
func scanWeightsNEON(units [16]uint16, origin uint16, k, n int) int

//go:noescape
func scanSumsNEON(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int

//go:noescape
func eliminate16NEON(cols *uint16, d int, odd *[16]uint16, out *Lanes16)

//go:noescape
func eliminate32NEON(cols *uint32, d int, odd *[16]uint32, out *Lanes32)

//go:noescape
func gather16NEON(cols *uint16, n int, succ *uint64, off, rows *uint32, count int) (or uint64)

//go:noescape
func sort16NEON(cols *uint16, d int, v0 *[16]uint16)

//go:noescape
func coordinatesNEON(words *uint32, cols *uint16, n, d int)

//go:noescape
func settle16NEON(cols *uint16, words *uint32, d, width int, k *[16]uint16, out *Bounded16)

//go:noescape
func searchFirstNEON(b *Bounded16) (open uint16)

//go:noescape
func searchMoreNEON(b *Bounded16, open uint16, start, end int) (left uint16)

//go:noescape
func numbersNEON(dst *uint64, room int, text *byte, size int) (n, length int)
