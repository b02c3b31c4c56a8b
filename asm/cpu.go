package asm

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// CPU names the processor's model. On arm64, whose kernel gives no name, it is
// the designer and the part number, by name where they are common.
func CPU() string {
	if name := strings.TrimSpace(cpuid.CPU.BrandName); name != "" {
		return strings.Join(strings.Fields(name), " ")
	}
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if name := armModel(string(info)); name != "" {
			return name
		}
	}
	return "unknown " + runtime.GOARCH + " processor"
}

// designers are the values of "CPU implementer", parts those of "CPU part"
// (Arm: Main ID Register, and the reference manuals of the cores).
var (
	designers = map[string]string{"0x41": "Arm", "0x42": "Broadcom", "0x48": "HiSilicon", "0x51": "Qualcomm", "0x61": "Apple", "0xc0": "Ampere"}
	parts     = map[string]string{
		"0x41 0xd03": "Cortex-A53", "0x41 0xd08": "Cortex-A72", "0x41 0xd0b": "Cortex-A76", "0x41 0xd0c": "Neoverse N1",
		"0x41 0xd40": "Neoverse V1", "0x41 0xd49": "Neoverse N2", "0x41 0xd4f": "Neoverse V2",
	}
)

// armModel reads the first core of arm64's /proc/cpuinfo.
func armModel(info string) string {
	fields := map[string]string{}
	for line := range strings.Lines(info) {
		key, value, _ := strings.Cut(line, ":")
		key = strings.TrimSpace(key)
		if _, seen := fields[key]; !seen {
			fields[key] = strings.TrimSpace(value)
		}
	}
	implementer, part := fields["CPU implementer"], fields["CPU part"]
	if implementer == "" {
		return ""
	}
	designer, ok := designers[implementer]
	if !ok {
		designer = "implementer " + implementer
	}
	if name, ok := parts[implementer+" "+part]; ok {
		return fmt.Sprintf("%s %s", designer, name)
	}
	return fmt.Sprintf("%s part %s", designer, part)
}

// CPUFeatures lists the features that matter here and that this processor has,
// used by a tier or not.
func CPUFeatures() []string {
	var list []string
	for _, f := range relevant {
		if cpuid.CPU.Supports(f) {
			list = append(list, f.String())
		}
	}
	return list
}

var relevant = []cpuid.FeatureID{
	cpuid.SSE42, cpuid.POPCNT, cpuid.BMI1, cpuid.BMI2, cpuid.AVX, cpuid.AVX2, cpuid.GFNI,
	cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512CD, cpuid.AVX512DQ, cpuid.AVX512VL, cpuid.AVX512BITALG, cpuid.AVX512VPOPCNTDQ,
	cpuid.ASIMD, cpuid.SVE,
}
