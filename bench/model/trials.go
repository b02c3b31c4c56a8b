package model

import (
	"slices"

	"mexlab/asm"
	"mexlab/asm/floor"
)

// A trial is how a loop is measured: two calls of a primitive, of which the second
// runs this loop more often, and everything else as often, or nearly.
type trial struct {
	body, label string   // the body without its tier's suffix, and the loop in it
	with        []string // loops of the body that always run as often, measured together
	jobs        func(t *asm.Tier) (less, more func())
}

// trials returns all trials, in the same order each time. A trial in which other loops
// run more often, too, comes after theirs.
func trials() []trial {
	return slices.Concat(bitsetTrials(), scanTrials(), eliminateTrials(), coordinateTrials(), gatherTrials(),
		settleTrials(), searchTrials(), numberTrials())
}

// apart says why loops are not measured by themselves.
var apart = map[string]string{
	"orPermuted short":       "two iterations at most: too few",
	"orExchanged short":      "two iterations at most: too few",
	"fullWords full8":        "three iterations at most: too few",
	"gather16 empty":         "ends the work of the loops over rows",
	"gather16 empty8":        "ends the work of the loops over rows",
	"gather16 none":          "ends the work of loop value",
	"settle16 noColumn":      "ends the work of loop column",
	"settle16 noPower":       "ends the work of loop power",
	"searchMore someOffsets": "as often as someChunk, and measured with it",
	"searchMore wideOffsets": "as often as wideChunk, and measured with it",
}

// Apart says why a loop is not measured by itself, "" if it is or nobody knows how.
func Apart(l Loop) string { return apart[l.Topic()+" "+l.Label] }

// floorTrial is the trial of what no loop on bitsets can avoid, in package floor. Its
// second job does some bytes more.
const (
	floorTrial = "or block"
	floorBytes = 8 * (moreWords - fewWords)

	fewWords, moreWords = 512, 1024 // of bitsets; two of them fit the first cache
)

func bitsetTrials() []trial {
	x, y := make([]uint64, moreWords), make([]uint64, moreWords)
	var all []trial
	add := func(body, label string, v uint64, do func(t *asm.Tier, x, y []uint64, v uint64)) {
		job := func(t *asm.Tier, words int) func() {
			return func() { do(t, x[:words], y[:words], v&uint64(64*words-1)) }
		}
		all = append(all, trial{body, label, nil, func(t *asm.Tier) (func(), func()) { return job(t, fewWords), job(t, moreWords) }})
	}
	for _, p := range []struct {
		body string
		do   func(t *asm.Tier, x, y []uint64, v uint64)
	}{{"orPermuted", (*asm.Tier).OrPermuted}, {"orExchanged", (*asm.Tier).OrExchanged}} {
		add(p.body, "vectors", ^uint64(511), p.do)
		add(p.body, "words", ^uint64(63), p.do) // of NEON; AVX-512 has dwords
		add(p.body, "dwords", ^uint64(31), p.do)
		add(p.body, "bytes", ^uint64(7), p.do)
		add(p.body, "bits", ^uint64(0), p.do)
	}
	add("or", "block", 0, func(_ *asm.Tier, x, y []uint64, _ uint64) { floor.Or(x, y) })

	full := slices.Repeat([]uint64{^uint64(0)}, 16+moreWords) // FirstZero looks at the first 16 words in Go
	return append(all, trial{"fullWords", "full32", nil, func(t *asm.Tier) (func(), func()) {
		return func() { t.FirstZero(full[:16+fewWords]) }, func() { t.FirstZero(full) }
	}})
}

// evenUnits have an even weight, so that no XOR of them and 1 has more than 15 bits:
// no scan for more than 15 ends early.
func evenUnits() []uint16 {
	units := make([]uint16, 16)
	for i := range units {
		units[i] = 3 << (i % 15)
	}
	return units
}

func scanTrials() []trial {
	units := evenUnits()
	sums := slices.Repeat([]asm.Sum{{Size: 17}}, 17) // each passes, so that the next one is tested
	sums[16].Size = 0
	return []trial{
		{"scanWeights", "block", nil, func(t *asm.Tier) (func(), func()) {
			return func() { t.ScanWeights(units, 1, 15, 1<<12) }, func() { t.ScanWeights(units, 1, 15, 1<<13) }
		}},
		{"scanSums", "sum", nil, func(t *asm.Tier) (func(), func()) {
			return func() { t.ScanSums(units, 1, sums[8:], 15, 1<<11) }, func() { t.ScanSums(units, 1, sums, 15, 1<<11) }
		}},
	}
}

func numberTrials() []trial {
	// Lines of 64 bytes, a block each: numbers of some digits that end before its end.
	text := func(digits string, n int) []byte {
		line := []byte(nil)
		for range n {
			line = append(append(line, ' '), digits...)
		}
		line = append(slices.Repeat([]byte{' '}, 63-len(line)), line...)
		return slices.Repeat(append(line, '\n'), 34)
	}
	dst := make([]uint64, 34*asm.BlockMost)
	jobs := func(less, more []byte) func(t *asm.Tier) (func(), func()) {
		return func(t *asm.Tier) (func(), func()) {
			return func() { t.Numbers(dst, less) }, func() { t.Numbers(dst, more) }
		}
	}
	return []trial{
		{"numbers", "four", nil, jobs(text("54321", 1), text("54321", 10))},
	}
}
