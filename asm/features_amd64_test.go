//go:build !purego

package asm

import (
	"bufio"
	"maps"
	"os"
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
	MOVQ MOVL MOVW MOVWLZX MOVBLZX LEAQ XORL XORQ XORW ANDL ANDQ ORQ SHLL SHLQ SHRL SHRQ
	ADDQ SUBQ NEGQ INCQ BSRQ CMOVQLT CMPL CMPQ TESTL TESTQ JMP JCS JEQ JNE JLT JGE JGT JHI RET`)

// vex and evex have the feature that each other instruction needs in either
// encoding; what vex has of AVX2 is of AVX where all its registers are X.
var (
	vex = features(map[cpuid.FeatureID]string{
		cpuid.AVX: `VMOVDQU VMOVQ VPTEST VZEROUPPER`,
		cpuid.AVX2: `VPERMD VPSHUFB VPSRLW VPSRLD VPSRLQ VPSLLD VPAND VPANDN VPOR VPXOR VPADDB VPADDW VPADDD VPADDQ VPSUBUSW
			VPERM2I128 VPALIGNR VPUNPCKLBW VPUNPCKHBW VPMADDUBSW VPMADDWD VPMULUDQ VINSERTI128 VPACKUSDW
			VPCMPEQB VPCMPEQW VPCMPEQD VPCMPGTB VPMOVMSKB VPACKUSWB VPMAXUB VPMAXUW VPMAXUD VPMINUW VPMINUD
			VPBROADCASTB VPBROADCASTW VPBROADCASTD VPBROADCASTQ VBROADCASTI128`,
		cpuid.BMI1:   `TZCNTL TZCNTQ BLSRQ ANDNQ`,
		cpuid.POPCNT: `POPCNTQ`,
	})
	evex = features(map[cpuid.FeatureID]string{
		cpuid.AVX512F: `VMOVDQA64 VMOVDQU64 VPANDD VPANDQ VPORD VPORQ VPXORD VPTERNLOGD VPTERNLOGQ VPERMD VPADDD
			VPSRLD VPSLLD VPSRLVD VPMAXUD VPMINUD VPCMPEQQ VPTESTMD VPMOVZXWD VPMOVDW VSHUFI64X2 VEXTRACTI64X4
			VBROADCASTI32X4 VBROADCASTI64X4 VPBROADCASTD VPBROADCASTQ KORTESTW`,
		cpuid.AVX512BW: `VPSHUFB VPSRLW VPADDB VPADDW VPSUBUSW VPACKUSWB VPMAXUW VPMINUW VPCMPUB VPCMPUW
			VPBROADCASTB VPBROADCASTW KMOVD KMOVQ KORTESTD KORTESTQ KANDD KANDQ KXNORD KXNORQ KUNPCKDQ`,
		cpuid.AVX512CD:     `VPLZCNTD`,
		cpuid.AVX512DQ:     `KMOVB KORTESTB`,
		cpuid.AVX512BITALG: `VPOPCNTW`,
	})
)

// features turns lists of instructions by feature around.
func features(lists map[cpuid.FeatureID]string) map[string]cpuid.FeatureID {
	m := map[string]cpuid.FeatureID{}
	for f, list := range lists {
		for _, name := range strings.Fields(list) {
			m[name] = f
		}
	}
	return m
}

// encoded returns the features that an instruction needs in a body of a tier,
// nil when it is in no table. Where both encodings have it, what only EVEX has
// tells: registers Z and K and those from 16 on, and suffixes. A line of a
// macro that has parameters alone is taken for the widest vectors of the tier.
func encoded(name, line string, tier *Tier) []cpuid.FeatureID {
	v, hasVEX := vex[name]
	e, hasEVEX := evex[name]
	narrow := narrowRegister.MatchString(line)
	if hasEVEX && hasVEX {
		wide := slices.Contains(tier.features, cpuid.AVX512F)
		hasVEX = !onlyEVEX.MatchString(line) && (narrow || !wide)
	}
	switch {
	case hasVEX:
		return []cpuid.FeatureID{v}
	case hasEVEX && narrow && !wideRegister.MatchString(line):
		return []cpuid.FeatureID{e, cpuid.AVX512VL}
	case hasEVEX:
		return []cpuid.FeatureID{e}
	}
	return nil
}

// asWhole are features that a gate names because all CPUs that have the others
// have them too, as a level of the architecture: x86-64-v4.
var asWhole = []cpuid.FeatureID{cpuid.AVX512VL}

var (
	textLine = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	macro    = regexp.MustCompile(`^#define (\w+)`)
	label    = regexp.MustCompile(`^\w+:$`)
	word     = regexp.MustCompile(`^[A-Z]\w*`)
	legacy   = regexp.MustCompile(`\b[XYZK]\d+\b`)

	narrowRegister = regexp.MustCompile(`\b[XY]\d+\b`)
	wideRegister   = regexp.MustCompile(`\bZ\d+\b`)
	onlyEVEX       = regexp.MustCompile(`\b(Z\d+|K\d|[XY](1[6-9]|2\d|3[01]))\b|^\w+\.`)
)

// TestInstructions reads the assembly: each body may only use instructions
// whose features the gate of its tier names, all of them are looked at, and a
// body that uses vectors clears their upper halves right before it returns.
func TestInstructions(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	found := map[string]bool{}
	used := map[string]map[cpuid.FeatureID]bool{} // by tier
	for _, file := range files {
		macros, body, tier := map[string]bool{}, "", (*Tier)(nil)
		var pending [][3]string // what macros use, before the body that names its tier
		last := ""
		visit := func(where, name, line string) {
			if macros[name] {
				last = ""
				return
			}
			if name == "RET" && last != "VZEROUPPER" {
				t.Errorf("%s: RET without VZEROUPPER before it", where)
			}
			last = name
			list := encoded(name, line, tier)
			if list == nil {
				if !slices.Contains(scalar, name) {
					t.Errorf("%s: %s is in no table", where, name)
				}
				if legacy.MatchString(line) {
					t.Errorf("%s: %s is no instruction of a table but has a vector register", where, line)
				}
			}
			for _, f := range list {
				used[tier.Name][f] = true
				if !slices.Contains(tier.features, f) {
					t.Errorf("%s: %s needs %v, which the gate of %s does not name", where, line, f, tier.Name)
				}
			}
		}
		for _, line := range sourceLines(t, file) {
			if m := macro.FindStringSubmatch(line); m != nil {
				macros[m[1]] = true
				// A macro's arguments come with its name; its first line has no
				// instructions, or all of them.
				line = line[len(m[0]):]
				if strings.HasPrefix(line, "(") {
					line = line[strings.Index(line, ")")+1:]
				}
			} else if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "DATA") || strings.HasPrefix(line, "GLOBL") {
				continue
			}
			if m := textLine.FindStringSubmatch(line); m != nil {
				body, tier = m[1], nil
				found[body] = true
				for i := range vectorTiers {
					if strings.HasSuffix(body, strings.ToUpper(vectorTiers[i].Name)) {
						tier = &vectorTiers[i]
						if used[tier.Name] == nil {
							used[tier.Name] = map[cpuid.FeatureID]bool{}
						}
					}
				}
				if tier == nil {
					t.Fatalf("%s: %s is named for no tier", file, body)
				}
				for _, p := range pending {
					visit(p[0], p[1], p[2])
				}
				pending, last = nil, ""
				continue
			}
			for part := range strings.SplitSeq(strings.TrimSuffix(line, `\`), ";") {
				part = strings.TrimSpace(part)
				if part == "" || label.MatchString(part) {
					continue
				}
				name := word.FindString(part)
				if name == "STEP" {
					continue // the parameter of a macro
				}
				if tier == nil {
					pending = append(pending, [3]string{file, name, part})
				} else {
					visit(file+": "+body, name, part)
				}
			}
		}
	}
	// The gates: each tier has what the one before it has, and uses what it adds.
	listed, before := map[string]bool{}, []cpuid.FeatureID{}
	for _, tier := range vectorTiers {
		for _, f := range tier.features {
			if !used[tier.Name][f] && !slices.Contains(before, f) && !slices.Contains(asWhole, f) {
				t.Errorf("the gate of %s names %v, which no body uses", tier.Name, f)
			}
		}
		for _, f := range before {
			if !slices.Contains(tier.features, f) {
				t.Errorf("a CPU without %v would have %s, but not the tier before it", f, tier.Name)
			}
		}
		before = tier.features
		for _, f := range bodies(&tier) {
			name := runtime.FuncForPC(f.Pointer()).Name()
			listed[name[strings.LastIndex(name, ".")+1:]] = true
		}
	}
	if !maps.Equal(listed, found) {
		t.Errorf("the tiers of stubs_amd64.go have the bodies %v, the .s files %v", listed, found)
	}
}

// sourceLines returns the lines of a file without comments and blanks.
func sourceLines(t *testing.T, file string) (lines []string) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		line, _, _ := strings.Cut(s.Text(), "//")
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestEncoded is the reading of single lines.
func TestEncoded(t *testing.T) {
	avx2, avx512 := &vectorTiers[0], &vectorTiers[1]
	for _, c := range []struct {
		line string
		tier *Tier
		want []cpuid.FeatureID
	}{
		{"VPMINUW Y6, Y0, Y0", avx512, []cpuid.FeatureID{cpuid.AVX2}},
		{"VPMINUW Y16, Y0, Y0", avx2, []cpuid.FeatureID{cpuid.AVX512BW, cpuid.AVX512VL}},
		{"VPMINUW Z6, Z0, Z0", avx2, []cpuid.FeatureID{cpuid.AVX512BW}},
		{"VPADDD.Z X1, X2, K1, X3", avx2, []cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512VL}},
		{"VPSHUFB t, t, t", avx2, []cpuid.FeatureID{cpuid.AVX2}},
		{"VPSHUFB t, t, t", avx512, []cpuid.FeatureID{cpuid.AVX512BW}},
		{"VEXTRACTI64X4 $1, Z3, Y6", avx512, []cpuid.FeatureID{cpuid.AVX512F}},
		{"VPTERNLOGD $1, Y1, Y2, Y3", avx512, []cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512VL}},
		{"VGF2P8AFFINEQB $0, Z0, Z1, Z2", avx512, nil}, // some emulators do it wrong
	} {
		if got := encoded(word.FindString(c.line), c.line, c.tier); !slices.Equal(got, c.want) {
			t.Errorf("%s in %s: needs %v, want %v", c.line, c.tier.Name, got, c.want)
		}
	}
}
