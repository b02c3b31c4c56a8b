package model

import (
	"context"
	"regexp"
	"strings"
)

// window is how many iterations a chain is followed. What it takes an iteration
// settles after as many as the longest cycle of dependences spans: one or two.
const window = 64

// recurrence returns how many cycles an iteration takes if every instruction starts as
// soon as its operands are there: what waits for the iteration before. Latencies are
// those of the results after addresses are there, and after registers are. Writeback
// takes one cycle, and what a store writes is not waited for.
func recurrence(effects []effect, fromAddress, fromData []float64) float64 {
	ready := map[string]float64{}
	half := 0.0
	latest := func() (t float64) {
		for _, r := range ready {
			t = max(t, r)
		}
		return t
	}
	for n := range window {
		if n == window/2 {
			half = latest()
		}
		for i, e := range effects {
			done := 0.0
			for _, r := range e.addresses {
				done = max(done, ready[r]+fromAddress[i])
			}
			for _, r := range e.data {
				done = max(done, ready[r]+fromData[i])
			}
			if e.updated != "" {
				ready[e.updated]++
			}
			for _, r := range e.results {
				ready[r] = done
			}
		}
	}
	return (latest() - half) / (window / 2)
}

var (
	x86Operand = regexp.MustCompile(`(-?0x[0-9a-f]+|%fs:)*\([^)]*\)(\{1to\d+\})?`)
	vectors    = regexp.MustCompile(`%([xyz])mm`)
)

// registerForm returns an instruction of amd64 with a register for its memory operand.
func registerForm(text string) string {
	mnemonic, _, _ := strings.Cut(strings.TrimSpace(text), "\t")
	register := map[byte]string{'b': "%r15b", 'w': "%r15w", 'l': "%r15d", 'q': "%r15"}[mnemonic[len(mnemonic)-1]]
	if m := vectors.FindAllStringSubmatch(text, -1); m != nil {
		size := m[len(m)-1][1]
		if strings.HasPrefix(mnemonic, "vinsert") { // it loads a part of a vector
			size = map[string]string{"y": "x", "z": "y"}[size]
		}
		register = "%" + size + "mm15"
	}
	return x86Operand.ReplaceAllLiteralString(text, register)
}

// registerForms returns how long the instructions of loops that load take without the
// load, by their text. An instruction waits for the load only with what gives the
// address: its other operands take as long as the same instruction on registers.
func (c CPU) registerForms(ctx context.Context, loops []Loop, places []int) (map[string]float64, error) {
	var texts, forms []string
	for _, i := range places {
		for _, text := range loops[i].Code {
			e := effectOf(c.Arch, text)
			// vpmaskmov has no such form.
			if c.Arch == "amd64" && e.load && len(e.data) > 0 && !strings.HasPrefix(text, "vpmaskmov") {
				texts, forms = append(texts, text), append(forms, registerForm(text))
			}
		}
	}
	if forms == nil {
		return nil, nil
	}
	regions, err := c.analyze(ctx, []byte(strings.Join(forms, "\n")+"\n"), 1)
	if err != nil {
		return nil, err
	}
	found := map[string]float64{}
	for i, x := range regions[""].Info.List {
		found[texts[i]] = x.Latency
	}
	return found, nil
}

// chainOf returns the bound by the chain of dependences of a loop.
func (r *region) chainOf(l Loop, registerForms map[string]float64) float64 {
	effects := make([]effect, len(l.Code))
	fromAddress, fromData := make([]float64, len(l.Code)), make([]float64, len(l.Code))
	for i, text := range l.Code {
		effects[i] = effectOf(l.Arch, text)
		fromAddress[i], fromData[i] = r.Info.List[i].Latency, r.Info.List[i].Latency
		if latency, ok := registerForms[text]; ok {
			fromData[i] = latency
		}
	}
	return recurrence(effects, fromAddress, fromData)
}
