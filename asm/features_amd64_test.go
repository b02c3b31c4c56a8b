//go:build !purego

package asm

import (
	"bufio"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// scalar are the instructions that every amd64 CPU has.
var scalar = strings.Fields(`
	MOVQ MOVL MOVW MOVWLZX MOVBLZX LEAQ XORL XORQ XORW ANDL ANDQ SHLL SHLQ SHRL SHRQ
	ADDQ SUBQ INCQ CMPQ TESTL TESTQ JMP JCS JEQ JNE JLT JGE JGT RET`)

// needs has the feature that each other instruction needs; those of AVX2 are
// of AVX where all their registers are X.
var needs = func() map[string]cpuid.FeatureID {
	m := map[string]cpuid.FeatureID{}
	for f, list := range map[cpuid.FeatureID]string{
		cpuid.AVX: `VMOVDQU VMOVQ VPTEST VZEROUPPER`,
		cpuid.AVX2: `VPERMD VPSHUFB VPSRLW VPSRLD VPSLLD VPAND VPANDN VPOR VPXOR VPADDB VPADDW VPADDD VPSUBUSW
			VPCMPEQB VPCMPEQW VPCMPEQD VPCMPGTB VPMOVMSKB VPACKUSWB VPMAXUB VPMAXUW VPMAXUD VPMINUW VPMINUD
			VPBROADCASTB VPBROADCASTW VPBROADCASTD VPBROADCASTQ VBROADCASTI128`,
		cpuid.BMI1: `TZCNTL TZCNTQ`,
	} {
		for _, name := range strings.Fields(list) {
			m[name] = f
		}
	}
	return m
}()

var (
	textLine = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	macro    = regexp.MustCompile(`^#define (\w+)`)
	label    = regexp.MustCompile(`^\w+:$`)
	word     = regexp.MustCompile(`^[A-Z]\w*`)
	legacy   = regexp.MustCompile(`\b[XYZ]\d+\b`)
)

// TestInstructions reads the assembly: each body may only use instructions
// whose features the gate of its tier names, all of them are looked at, and a
// body that uses vectors clears their upper halves right before it returns.
func TestInstructions(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	found, used := 0, map[cpuid.FeatureID]bool{}
	for _, file := range files {
		macros, body, tier := map[string]bool{}, "", (*compiled)(nil)
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
			f, vector := needs[name]
			if !vector {
				if !slices.Contains(scalar, name) {
					t.Errorf("%s: %s is in no table", where, name)
				}
				if legacy.MatchString(line) {
					t.Errorf("%s: %s is not a VEX instruction but has a vector register", where, line)
				}
				return
			}
			used[f] = true
			if !slices.Contains(tier.features, f) {
				t.Errorf("%s: %s needs %v, which the gate of %s does not name", where, name, f, tier.name)
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
				found++
				for i := range vectorTiers {
					if strings.HasSuffix(body, strings.ToUpper(vectorTiers[i].name)) {
						tier = &vectorTiers[i]
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
	if want := reflect.TypeFor[bodies]().NumField() * len(vectorTiers); found != want {
		t.Errorf("%d bodies, want %d", found, want)
	}
	for _, tier := range vectorTiers {
		for _, f := range tier.features {
			if !used[f] {
				t.Errorf("the gate of %s names %v, which no body uses", tier.name, f)
			}
		}
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
