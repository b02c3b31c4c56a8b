//go:build !purego

package asm

import (
	"errors"
	"go/build"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// scalar are the instructions that every amd64 CPU has.
var scalar = strings.Fields(`
	MOVQ MOVL MOVW MOVWLZX MOVBLZX LEAQ XORL XORQ XORW ANDL ANDQ ORQ SHLL SHLQ SHRL SHRQ SARQ
	ADDQ SUBQ NEGQ INCQ BSRQ CMOVQLT CMOVQGT CMPL CMPQ TESTL TESTQ JMP JCS JEQ JNE JLT JGE JGT JLE JHI RET
	MOVWQSX LEAL ANDW ORW XORB CMOVLCS ORL ADDL SUBL INCL IMUL3L CMOVLLT CMOVLGT SETEQ SETLE`)

// vex and evex have the feature that each other instruction needs, in either of
// the two encodings. Many that need AVX2 in vex need only AVX with X registers;
// the tables do not tell them apart.
var (
	vex = features(map[cpuid.FeatureID]string{
		cpuid.AVX: `VMOVDQU VMOVQ VMOVHPS VSHUFPS VPTEST VZEROUPPER VMOVD VPHMINPOSUW VPEXTRB`,
		cpuid.AVX2: `VPERMD VPSHUFB VPSRLW VPSRLD VPSRLQ VPSLLD VPAND VPANDN VPOR VPXOR VPADDB VPADDW VPADDD VPADDQ VPSUBUSW
			VPERM2I128 VPALIGNR VPUNPCKLBW VPUNPCKHBW VPMADDUBSW VPMADDWD VPMULUDQ VPMULLW VINSERTI128 VEXTRACTI128 VPACKUSDW
			VPMASKMOVQ VPERMQ VPSHUFD VPSLLW VPSUBW VPSUBD VPCMPGTW VPACKSSWB VPMINUB VPUNPCKLWD VPUNPCKHWD VPUNPCKLDQ VPUNPCKHDQ VPUNPCKLQDQ VPUNPCKHQDQ
			VPCMPEQB VPCMPEQW VPCMPEQD VPCMPGTB VPMOVMSKB VPACKUSWB VPMAXUB VPMAXUW VPMAXUD VPMINUW VPMINUD VPMOVZXWD VPMOVZXWQ
			VPBROADCASTB VPBROADCASTW VPBROADCASTD VPBROADCASTQ VBROADCASTI128`,
		cpuid.BMI1:   `TZCNTL TZCNTQ BLSRL BLSRQ ANDNQ`,
		cpuid.BMI2:   `SHLXL`,
		cpuid.POPCNT: `POPCNTL POPCNTQ`,
	})
	evex = features(map[cpuid.FeatureID]string{
		cpuid.AVX512F: `VMOVDQA64 VMOVDQU64 VPANDD VPANDQ VPORD VPORQ VPXORD VPTERNLOGD VPTERNLOGQ VPERMD VPADDD
			VPSRLD VPSLLD VPSRLVD VPMAXUD VPMINUD VPCMPEQQ VPTESTMD VPMOVZXWD VPMOVDW VSHUFI64X2 VEXTRACTI64X4
			VBROADCASTI32X4 VBROADCASTI64X4 VPBROADCASTD VPBROADCASTQ KORTESTW KANDNW KMOVW KXNORW VMOVDQU32 VPSUBD VPSLLVD
			VPCMPUD VPTESTNMD VPMOVZXBD VPUNPCKLDQ VPUNPCKHDQ VPUNPCKLQDQ VPUNPCKHQDQ VEXTRACTI32X4`,
		cpuid.AVX512BW: `VPSHUFB VPSRLW VPADDB VPADDW VPSUBUSW VPACKUSWB VPMAXUW VPMINUW VPCMPUB VPCMPUW
			VPBROADCASTB VPBROADCASTW KMOVD KMOVQ KORTESTD KORTESTQ KANDD KANDQ KXNORD KXNORQ KUNPCKDQ
			VMOVDQU16 VPMOVUSWB VPTESTNMW VPTESTNMB VPMAXUB VPMINUB VPSLLW VPUNPCKLBW VPUNPCKHBW VPUNPCKLWD VPUNPCKHWD`,
		cpuid.AVX512CD:     `VPLZCNTD`,
		cpuid.AVX512DQ:     `KMOVB KORTESTB`,
		cpuid.AVX512BITALG: `VPOPCNTW`,
	})
)

// features returns the feature of each instruction.
func features(lists map[cpuid.FeatureID]string) map[string]cpuid.FeatureID {
	m := map[string]cpuid.FeatureID{}
	for f, list := range lists {
		for _, name := range strings.Fields(list) {
			m[name] = f
		}
	}
	return m
}

// encoded returns the features that an instruction needs, nil if it is in no
// table. An instruction that has both encodings is EVEX if it has a Z or K
// register, a register from 16 on, or a suffix.
func encoded(name, line string) []cpuid.FeatureID {
	v, hasVEX := vex[name]
	e, hasEVEX := evex[name]
	switch {
	case hasVEX && (!hasEVEX || !onlyEVEX.MatchString(line)):
		return []cpuid.FeatureID{v}
	case hasEVEX && narrowRegister.MatchString(line) && !wideRegister.MatchString(line):
		return []cpuid.FeatureID{e, cpuid.AVX512VL}
	case hasEVEX:
		return []cpuid.FeatureID{e}
	}
	return nil
}

// asWhole are features that a tier needs without using them: its others are, with
// these, a level of the architecture, x86-64-v4.
var asWhole = []cpuid.FeatureID{cpuid.AVX512VL}

var (
	// listed is a line of the assembler's listing: place, instruction, operands.
	listed = regexp.MustCompile(`(?m)^\t0x\w+ \d+ \((.+)\)\t([A-Z]\w*)(.*)$`)
	body   = regexp.MustCompile(`^\tmexlab/asm\.(\w+)\(SB\)`)

	vectorRegister = regexp.MustCompile(`\b[XYZK]\d+\b`)
	narrowRegister = regexp.MustCompile(`\b[XY]\d+\b`)
	wideRegister   = regexp.MustCompile(`\bZ\d+\b`)
	onlyEVEX       = regexp.MustCompile(`\b(Z\d+|K\d|[XY](1[6-9]|2\d|3[01]))\b|^\w+\.`)
)

// TestInstructions reads what the assembler makes of the .s files, macros and
// headers included. A body may only use instructions whose features its tier
// needs, and each instruction has to be in a table. A body that returns clears
// the upper halves of the vectors right before.
func TestInstructions(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	found := map[string]bool{}
	used := map[string]map[cpuid.FeatureID]bool{} // by tier
	for _, file := range files {
		var tier *Tier
		last := ""
		for _, m := range listed.FindAllStringSubmatch(listing(t, file), -1) {
			where, name, line := m[1], m[2], m[2]+m[3]
			switch {
			case name == "TEXT":
				function := body.FindStringSubmatch(m[3])[1]
				found[function] = true
				if tier = tierOf(function); tier == nil {
					t.Fatalf("%s: %s is named for no tier: it has to end in the upper-case name of one in stubs_amd64.go", where, function)
				}
				if used[tier.Name] == nil {
					used[tier.Name] = map[cpuid.FeatureID]bool{}
				}
				continue
			case name == "FUNCDATA" || name == "PUSHQ" || name == "POPQ" || strings.HasSuffix(line, ", SP"):
				continue // what the assembler adds
			case name == "RET" && last != "VZEROUPPER":
				t.Errorf("%s: RET without VZEROUPPER before it", where)
			}
			last = name
			list := encoded(name, line)
			if list == nil && (!slices.Contains(scalar, name) || vectorRegister.MatchString(line)) {
				t.Errorf("%s: %s is in no table of features_amd64_test.go; add it with the CPU feature that it needs", where, line)
			}
			for _, f := range list {
				used[tier.Name][f] = true
				if !slices.Contains(tier.features, f) {
					t.Errorf("%s: %s needs %v, which %s does not; add it to the tier's needs in stubs_amd64.go, or use another instruction", where, line, f, tier.Name)
				}
			}
		}
	}
	// Each tier needs all that the one before it does, and uses what it adds.
	inStubs, before := map[string]bool{}, []cpuid.FeatureID{}
	for _, tier := range vectorTiers {
		for _, f := range tier.features {
			if !used[tier.Name][f] && !slices.Contains(before, f) && !slices.Contains(asWhole, f) {
				t.Errorf("%s needs %v in stubs_amd64.go, but no body uses it", tier.Name, f)
			}
		}
		for _, f := range before {
			if !slices.Contains(tier.features, f) {
				t.Errorf("in stubs_amd64.go, %s does not need %v, but the tier before it does", tier.Name, f)
			}
		}
		before = tier.features
		for _, f := range bodies(&tier) {
			name := runtime.FuncForPC(f.Pointer()).Name()
			inStubs[name[strings.LastIndex(name, ".")+1:]] = true
		}
	}
	for name := range found {
		if !inStubs[name] {
			t.Errorf("%s is in a .s file, but no tier of stubs_amd64.go has it", name)
		}
	}
}

// tierOf returns the tier that a body is named for.
func tierOf(function string) *Tier {
	for i := range vectorTiers {
		if strings.HasSuffix(function, strings.ToUpper(vectorTiers[i].Name)) {
			return &vectorTiers[i]
		}
	}
	return nil
}

// listing returns the assembler's listing of a file.
func listing(t *testing.T, file string) string {
	include := filepath.Join(build.Default.GOROOT, "pkg", "include")
	cmd := exec.Command("go", "tool", "asm", "-S", "-p", "mexlab/asm", "-I", include, "-o", filepath.Join(t.TempDir(), "o"), file)
	out, err := cmd.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// TestEncoded reads single lines.
func TestEncoded(t *testing.T) {
	for line, want := range map[string][]cpuid.FeatureID{
		"VPMINUW Y6, Y0, Y0":            {cpuid.AVX2},
		"VPMINUW Y16, Y0, Y0":           {cpuid.AVX512BW, cpuid.AVX512VL},
		"VPMINUW Z6, Z0, Z0":            {cpuid.AVX512BW},
		"VPADDD.Z X1, X2, K1, X3":       {cpuid.AVX512F, cpuid.AVX512VL},
		"VEXTRACTI64X4 $1, Z3, Y6":      {cpuid.AVX512F},
		"VPTERNLOGD $1, Y1, Y2, Y3":     {cpuid.AVX512F, cpuid.AVX512VL},
		"VGF2P8AFFINEQB $0, Z0, Z1, Z2": nil, // some emulators do it wrong
	} {
		name, _, _ := strings.Cut(line, " ")
		name, _, _ = strings.Cut(name, ".")
		if got := encoded(name, line); !slices.Equal(got, want) {
			t.Errorf("%s: needs %v, want %v", line, got, want)
		}
	}
}
