// Package machine says on what results were measured: the processor, the
// toolchain and the commit. All reports and the history use these names, so
// that results of one machine compare wherever they were written.
package machine

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"

	"mexlab/internal/command"
)

// CPU returns the processor's model as an administrator knows it: its brand. A
// brand without any number, as virtual machines give it, is followed by family
// and model. On arm64, whose processors have no brand, it is what the system says
// or, on Linux, the designer and the part. It is never empty.
func CPU() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // of Linux
	if len(info) == 0 && cpuid.CPU.Family != 0 {
		info = fmt.Appendf(nil, "cpu family: %d\nmodel: %d\n", cpuid.CPU.Family, cpuid.CPU.Model)
	}
	return cpuName(cmp.Or(strings.TrimSpace(cpuid.CPU.BrandName), systemBrand()), string(info))
}

func cpuName(brand, info string) string {
	fields := firstCore(info)
	if brand == "" {
		brand = fields["model name"]
	}
	brand = strings.Join(strings.Fields(brand), " ")
	implementer, part := fields["CPU implementer"], fields["CPU part"]
	switch {
	case strings.ContainsAny(brand, "0123456789"):
		return brand
	case brand != "" && fields["cpu family"] != "":
		return brand + " family " + fields["cpu family"] + " model " + fields["model"]
	case brand != "":
		return brand
	case implementer != "":
		return ArmName(implementer, part)
	}
	return "unknown " + runtime.GOARCH + " processor"
}

// firstCore returns the fields of the first core in /proc/cpuinfo.
func firstCore(info string) map[string]string {
	fields := map[string]string{}
	for line := range strings.Lines(info) {
		key, value, _ := strings.Cut(line, ":")
		key = strings.TrimSpace(key)
		if _, seen := fields[key]; !seen {
			fields[key] = strings.TrimSpace(value)
		}
	}
	return fields
}

// The designers by "CPU implementer", and common parts by both numbers, from the
// descriptions of the Main ID Register in the cores' reference manuals.
var (
	armDesigners = map[string]string{"0x41": "Arm", "0x42": "Broadcom", "0x48": "HiSilicon", "0x51": "Qualcomm", "0x61": "Apple", "0xc0": "Ampere"}
	armParts     = map[string]string{
		"0x41 0xd03": "Cortex-A53", "0x41 0xd08": "Cortex-A72", "0x41 0xd0b": "Cortex-A76", "0x41 0xd0c": "Neoverse N1",
		"0x41 0xd40": "Neoverse V1", "0x41 0xd49": "Neoverse N2", "0x41 0xd4f": "Neoverse V2", "0xc0 0xac3": "Ampere-1",
	}
)

// ArmName returns the name of a processor by its "CPU implementer" and "CPU
// part" in arm64's /proc/cpuinfo.
func ArmName(implementer, part string) string {
	designer, ok := armDesigners[implementer]
	if !ok {
		designer = "implementer " + implementer
	}
	if name, ok := armParts[implementer+" "+part]; ok {
		return designer + " " + name
	}
	return designer + " part " + part
}

var familyAndModel = regexp.MustCompile(` family \d+ model \d+$`)

// Same reports whether two names may be of one processor. Go's benchmarks write
// the brand alone: it goes with any family and model behind the same brand.
func Same(a, b string) bool {
	bare := func(name string) string { return familyAndModel.ReplaceAllString(name, "") }
	return a == b || a == bare(b) || bare(a) == b
}

// Slug makes of a name, such as a CPU's, one for a file: lower-case letters,
// digits and dots, with hyphens for all else. It is never empty.
func Slug(name string) string {
	return cmp.Or(strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(name), "-"), "-."), "none")
}

var notInSlug = regexp.MustCompile(`[^a-z0-9.]+`)

// Features lists the processor's features that vector code of any project could use.
func Features() []string {
	var list []string
	for _, f := range vectorFeatures {
		if cpuid.CPU.Supports(f) {
			list = append(list, f.String())
		}
	}
	return list
}

var vectorFeatures = []cpuid.FeatureID{
	cpuid.SSE42, cpuid.POPCNT, cpuid.BMI1, cpuid.BMI2, cpuid.AVX, cpuid.AVX2, cpuid.GFNI,
	cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512CD, cpuid.AVX512DQ, cpuid.AVX512VL, cpuid.AVX512BITALG, cpuid.AVX512VPOPCNTDQ,
	cpuid.ASIMD, cpuid.SVE,
}

// Toolchain returns the version of the Go that builds what is in dir. It need
// not be the version that built this program.
func Toolchain(ctx context.Context, dir string) string {
	if line, err := command.Line(Command(ctx, dir, "go", "env", "GOVERSION")); err == nil && line != "" {
		return line
	}
	return runtime.Version()
}
