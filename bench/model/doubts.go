package model

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Doubt is something that models are known to get wrong.
type Doubt struct {
	Word  string
	Means string
	holds func(l Loop, p Prediction) bool
}

// Doubts returns what may be wrong with a prediction. TestDoubtsHold sees on one or
// two instructions that the models do these things.
func Doubts() []Doubt {
	return []Doubt{
		{"inner", "The loop has others inside. The prediction is for an iteration that goes through each of them once; they may repeat.",
			func(l Loop, p Prediction) bool { return l.Passes }},
		{"fusing", "The model counts a comparison and the jump after it as two; the CPU fuses them. The loop may be faster.",
			func(l Loop, p Prediction) bool {
				return l.Arch == "amd64" && p.Issue >= p.Ports && p.Issue >= p.Chain && fuses(l.Code)
			}},
		{"writeback", "In the model, an address that a load advances waits for the load; in the CPU it does not. The loop may be faster.",
			func(l Loop, p Prediction) bool {
				waits := writebackWaits[p.CPU]
				return waits != nil && slices.ContainsFunc(l.Code, waits.MatchString)
			}},
		{"folding", "In the model, an instruction that also loads makes its other operands wait two cycles longer; in the CPU it does not. The loop may be faster.",
			func(l Loop, p Prediction) bool {
				return p.CPU == "sapphirerapids" && slices.ContainsFunc(l.Code, folds)
			}},
		{"storing", "In the model, stores of vectors take the two pipes that loads of them take; in the CPU they do not. The loop may be faster.",
			func(l Loop, p Prediction) bool {
				return (p.CPU == "znver3" || p.CPU == "znver4") && storesWithLoads(l.Code) >= p.Ports-0.01
			}},
		{"shifting", "In the model, an operation on two registers takes two cycles, as if it also shifted. The loop may be faster.",
			func(l Loop, p Prediction) bool {
				return p.CPU == "apple-a7" && slices.ContainsFunc(l.Code, twoRegisters.MatchString)
			}},
		{"forwarding", "The loop reads what it stored shortly before. The model does not wait for that; the CPU takes some cycles. The loop may be slower.",
			func(l Loop, p Prediction) bool { return forwards(l) }},
	}
}

// writebackWaits are the loads whose writeback a model lets wait.
var writebackWaits = map[string]*regexp.Regexp{
	"cortex-a57": regexp.MustCompile(`^ldr\tq\d+, \[\w+\], `),
	"apple-a7":   regexp.MustCompile(`^ld[1-4]r?\t.*\], `),
}

// twoRegisters are operations that could shift the second register, and do not.
var twoRegisters = regexp.MustCompile(`^(adds?|subs?|ands?|orr|eor|bic|cmp|tst)\t([xw]\d+, )?[xw]\d+, [xw]\d+$`)

// doubts returns the words that hold for a prediction.
func doubts(l Loop, p Prediction) []string {
	var words []string
	for _, d := range Doubts() {
		if d.holds(l, p) {
			words = append(words, d.Word)
		}
	}
	return words
}

// folds reports whether an instruction of amd64 loads one of its vectors.
func folds(text string) bool {
	e := effectOf("amd64", text)
	return e.load && strings.HasPrefix(text, "v") && slices.ContainsFunc(e.data, func(r string) bool { return r[0] == 'v' })
}

// storesWithLoads returns the cycles that two pipes take for all loads and stores of
// vectors, or 0 without a store.
func storesWithLoads(code []string) (cycles float64) {
	stores := false
	for _, text := range code {
		e := effectOf("amd64", text)
		if strings.HasPrefix(text, "v") && (e.load || e.store) {
			cycles += 0.5
			stores = stores || e.store
		}
	}
	if !stores {
		return 0
	}
	return cycles
}

var fusing = regexp.MustCompile(`^(cmp|test|add|sub|and|inc|dec)[bwlq]\t`)

// fuses reports whether an instruction that a jump can fuse with stands before one.
func fuses(code []string) bool {
	for i, text := range code {
		if i > 0 && x86Jump.MatchString(strings.Fields(text)[0]) && fusing.MatchString(code[i-1]) {
			return true
		}
	}
	return false
}

// A stretch is what an instruction reads or writes in memory: bytes from an offset on,
// from where some registers point.
type stretch struct {
	registers    string
	offset, size int64
}

var (
	offsets = regexp.MustCompile(`(-?0x[0-9a-f]+)?\(|#(-?0x[0-9a-f]+)\]`)
	widths  = []struct {
		text *regexp.Regexp
		size int64
	}{
		{regexp.MustCompile(`^(vextracti128|vmovups|vmovdqu)\t.*%xmm|^str\tq`), 16},
		{regexp.MustCompile(`%ymm|^stp\tq`), 32},
		{regexp.MustCompile(`%zmm`), 64},
		{regexp.MustCompile(`^movq|^vmov(q|hps)|^str\tx`), 8},
		{regexp.MustCompile(`^movl|^str\tw`), 4},
		{regexp.MustCompile(`^movw|^strh`), 2},
	}
)

func stretchOf(text string, e effect) stretch {
	s := stretch{registers: strings.Join(e.addresses, "+"), size: 1}
	if m := offsets.FindStringSubmatch(text); m != nil {
		s.offset, _ = strconv.ParseInt(m[1]+m[2], 0, 64) // 0 without one
	}
	for _, w := range widths {
		if w.text.MatchString(text) {
			s.size = w.size
			break
		}
	}
	return s
}

// forwards reports whether an iteration loads from where it has stored before, by the
// same registers and while they have not changed.
func forwards(l Loop) bool {
	var stored []stretch
	for _, text := range l.Code {
		e := effectOf(l.Arch, text)
		here := stretchOf(text, e)
		meets := func(s stretch) bool {
			return s.registers == here.registers && s.offset <= here.offset && here.offset < s.offset+s.size
		}
		if e.load && slices.ContainsFunc(stored, meets) {
			return true
		}
		if e.store {
			stored = append(stored, here)
		}
		stored = slices.DeleteFunc(stored, func(s stretch) bool {
			return slices.ContainsFunc(append(e.results, e.updated), func(r string) bool {
				return r != "" && slices.Contains(strings.Split(s.registers, "+"), r)
			})
		})
	}
	return false
}
