package model

import (
	"regexp"
	"slices"
	"strings"
)

// An effect is what an instruction reads and writes, as far as a chain of
// dependences needs it. Registers have the name of the whole register: rax, v3, x7.
type effect struct {
	data      []string // registers read, those of addresses left out
	addresses []string // registers read for addresses
	results   []string // registers written, flags among them
	updated   string   // the register that writeback adds to, "" without one
	load      bool
	store     bool
}

const flags = "flags"

// effectOf reads an instruction as LLVM's disassembler writes it.
func effectOf(goarch, text string) effect {
	mnemonic, rest, _ := strings.Cut(strings.Join(strings.Fields(text), " "), " ")
	operands := split(rest)
	if goarch == "arm64" {
		return effectARM(mnemonic, operands)
	}
	return effectX86(mnemonic, operands)
}

// kind matches the mnemonics of a kind.
func kind(mnemonics string) *regexp.Regexp { return regexp.MustCompile(`^(` + mnemonics + `)$`) }

var (
	x86Jump     = kind(`j\w+`)
	x86Compares = kind(`(cmp|test)[bwlq]|vptest|kortest[bwdq]|ktest[bwdq]`)
	x86SetFlags = kind(`(add|sub|and|or|xor|inc|dec|neg|shl|shr|sar|imul)[bwlq]|(popcnt|tzcnt|lzcnt|bsr|blsr|andn)[lq]`)
	x86GetFlags = kind(`j[^m]\w*|set\w+|cmov\w+`)
	// x86Fresh write a result that does not depend on what was in the register.
	x86Fresh  = kind(`mov\w*|lea[lq]|(popcnt|tzcnt|lzcnt|blsr|andn|shlx|shrx)[lq]|v\w+|k\w+`)
	x86Merges = kind(`vpternlog[dq]|vpermt2\w+|vpermi2\w+`)
	x86Zero   = kind(`xor[lq]|sub[lq]|vpxor[dq]?|vpcmpeq[bwdq]|vpsub[bwdq]`)

	x86Register = regexp.MustCompile(`%(\w+)`)
	x86Memory   = regexp.MustCompile(`\([^)]*\)`)
)

func effectX86(mnemonic string, operands []string) effect {
	var e effect
	last := len(operands) - 1
	if x86GetFlags.MatchString(mnemonic) {
		e.data = append(e.data, flags)
	}
	if x86SetFlags.MatchString(mnemonic) || x86Compares.MatchString(mnemonic) {
		e.results = append(e.results, flags)
	}
	if x86Jump.MatchString(mnemonic) {
		return e
	}
	for i, operand := range operands {
		memory := x86Memory.FindString(operand)
		e.addresses = append(e.addresses, x86Registers(memory)...)
		registers := x86Registers(strings.Replace(operand, memory, "", 1))
		isResult := i == last && !x86Compares.MatchString(mnemonic)
		if memory != "" && !strings.HasPrefix(mnemonic, "lea") {
			e.store = e.store || isResult
			e.load = e.load || !isResult || !x86Fresh.MatchString(mnemonic)
		}
		if !isResult || memory != "" || len(registers) == 0 {
			e.data = append(e.data, registers...)
			continue
		}
		// A result may have a mask behind it, which is read. A merge reads the result.
		e.results = append(e.results, registers[:1]...)
		e.data = append(e.data, registers[1:]...)
		masked := len(registers) > 1 && !strings.Contains(operand, "{z}")
		fresh := x86Fresh.MatchString(mnemonic) || len(operands) == 3 // imul $64, %ebx, %eax
		if masked || !fresh || x86Merges.MatchString(mnemonic) {
			e.data = append(e.data, registers[0])
		}
	}
	if x86Zero.MatchString(mnemonic) && len(operands) > 1 && operands[0] == operands[1] {
		e.data = nil
	}
	return e
}

// x86Registers returns the registers in an operand by the names of the whole ones.
func x86Registers(operand string) []string {
	var all []string
	for _, m := range x86Register.FindAllStringSubmatch(operand, -1) {
		name := m[1]
		switch {
		case len(name) > 3 && name[1:3] == "mm": // xmm0, ymm0, zmm0
			name = "v" + name[3:]
		case name[0] == 'k':
		case name[0] == 'r' && name[1] >= '1' && name[1] <= '9': // r8, r8d, r8w, r8b
			name = strings.TrimRight(name, "dwb")
		default: // rax, eax, ax, al
			name = strings.TrimSuffix(strings.TrimLeft(name, "re"), "l")
			name = strings.TrimSuffix(name, "x") + "."
		}
		all = append(all, name)
	}
	return all
}

var (
	armBranch   = kind(`b(\.\w+)?|cbn?z|tbn?z|ret`)
	armCompares = kind(`cmp|cmn|tst|ccmp`)
	armSetFlags = kind(`(add|sub|and|bic)s`)
	armGetFlags = kind(`b\.\w+|csel|cset|csetm|csinc|csinv|csneg|ccmp`)
	armStores   = kind(`st\w+`)
	armLoads    = kind(`ld\w+`)
	armMerges   = kind(`tbx|bit|bif|bsl|ml[as]|[us]ml[as]l2?|sli|sri|movk|x?tn2|shrn2|uaddw2|ins`)

	armRegister = regexp.MustCompile(`\b([xwvqdshb])(\d+)\b|\bsp\b`)
)

func effectARM(mnemonic string, operands []string) effect {
	var e effect
	if armGetFlags.MatchString(mnemonic) {
		e.data = append(e.data, flags)
	}
	if armSetFlags.MatchString(mnemonic) || armCompares.MatchString(mnemonic) {
		e.results = append(e.results, flags)
	}
	e.load, e.store = armLoads.MatchString(mnemonic), armStores.MatchString(mnemonic)
	results := 1
	switch {
	case e.store || armCompares.MatchString(mnemonic) || armBranch.MatchString(mnemonic):
		results = 0
	case mnemonic == "ldp":
		results = 2
	}
	for i, operand := range operands {
		registers := armRegisters(operand)
		switch {
		case (e.load || e.store) && strings.HasPrefix(operand, "["):
			e.addresses = append(e.addresses, registers...)
			if len(registers) > 0 && (i+1 < len(operands) || strings.HasSuffix(operand, "!")) {
				e.updated = registers[0]
			}
		case i < results:
			e.results = append(e.results, registers...)
			if armMerges.MatchString(mnemonic) || strings.Contains(operand, "[") { // a lane of a vector
				e.data = append(e.data, registers...)
			}
		default:
			e.data = append(e.data, registers...)
		}
	}
	return e
}

func armRegisters(operand string) []string {
	var all []string
	for _, m := range armRegister.FindAllStringSubmatch(operand, -1) {
		name := m[0]
		switch {
		case m[1] == "w":
			name = "x" + m[2]
		case m[1] != "" && m[1] != "x":
			name = "v" + m[2]
		}
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}
