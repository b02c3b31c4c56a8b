package model

import "mexlab/asm"

// A CPU is a model of LLVM's.
type CPU struct {
	Name  string // as llvm-mca -mcpu
	Title string // for people
	Arch  string // GOARCH
	Tiers []string

	// units is how the names of its execution units begin. LLVM takes the model of
	// another CPU for some names, without a word. Such names are not listed here.
	units string
}

var wide = []string{asm.AVX2, asm.AVX512, asm.AVX512BITALG}

// CPUs returns the CPUs that are predicted. LLVM 22 has no model for these: Zen 5
// takes that of Zen 4, Cortex-A72 and A76 that of Cortex-A57, and all of Apple's CPUs
// that of the A7, of 2013.
func CPUs() []CPU {
	return []CPU{
		{"znver3", "AMD Zen 3", "amd64", []string{asm.AVX2}, "Zn3"},
		{"znver4", "AMD Zen 4", "amd64", wide, "Zn4"},
		{"icelake-server", "Intel Ice Lake", "amd64", wide, "ICX"},
		{"sapphirerapids", "Intel Sapphire Rapids", "amd64", wide, "SPR"},
		{"cortex-a57", "Arm Cortex-A57", "arm64", []string{asm.NEON}, "A57"},
		{"neoverse-n1", "Arm Neoverse N1", "arm64", []string{asm.NEON}, "N1"},
		{"neoverse-v2", "Arm Neoverse V2", "arm64", []string{asm.NEON}, "V2"},
		{"apple-a7", "Apple A7", "arm64", []string{asm.NEON}, "Cy"},
	}
}
