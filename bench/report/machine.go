package report

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"

	"mexlab/asm"
)

// A Setting is a configuration line of benchmark output.
type Setting struct{ Key, Value string }

// Settings are the configuration lines of a report.
type Settings []Setting

// Get returns the value of a key, or "".
func (s Settings) Get(key string) string {
	for _, x := range s {
		if x.Key == key {
			return x.Value
		}
	}
	return ""
}

// Header returns the settings as benchmark output.
func (s Settings) Header() []byte {
	var out []byte
	for _, x := range s {
		if x.Value != "" {
			out = fmt.Appendf(out, "%s: %s\n", x.Key, x.Value)
		}
	}
	return out
}

// sameRun tells whether a log was begun with the same settings, but for the
// date.
func (s Settings) sameRun(log []byte) bool {
	undated := func(text []byte) []byte {
		return regexp.MustCompile(`(?m)^date: .*\n`).ReplaceAll(text, nil)
	}
	return bytes.HasPrefix(undated(log), append(undated(s.Header()), "Benchmark"...))
}

// ThisMachine returns the settings of a run here and now, in the folder of the
// module.
func ThisMachine(opt Options, now time.Time) Settings {
	s := Settings{
		{"goos", runtime.GOOS},
		{"goarch", runtime.GOARCH},
		{"pkg", "mexlab/bench"},
		{"cpu", cpuName(procCPUInfo())},
		{"features", strings.ToLower(strings.Join(cpuid.CPU.FeatureSet(), ","))},
		{"tier", asm.Best().Name},
		{"toolchain", runtime.Version()},
	}
	s = append(s, levels()...)
	return append(s,
		Setting{"gomaxprocs", fmt.Sprint(runtime.GOMAXPROCS(0))},
		Setting{"governor", firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
		Setting{"commit", commit()},
		Setting{"date", now.UTC().Format("2006-01-02 15:04:05")},
		Setting{"rounds", fmt.Sprint(opt.Rounds)},
		Setting{"turn", opt.Turn.String()},
	)
}

// levels returns the architecture's level that this program was compiled for:
// goamd64 or goarm64.
func levels() Settings {
	var s Settings
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	for _, x := range info.Settings {
		if x.Key == "GOAMD64" || x.Key == "GOARM64" {
			s = append(s, Setting{strings.ToLower(x.Key), x.Value})
		}
	}
	return s
}

// commit names the commit that is checked out, and tells whether programs were
// changed since. It is "" when git does not know.
func commit() string {
	hash, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return ""
	}
	changed, err := exec.Command("git", "status", "--porcelain", "--", "*.go", "*.s", "*.c", "go.mod").Output()
	name := strings.TrimSpace(string(hash))
	if err == nil && len(changed) > 0 {
		name += "+changes"
	}
	return name
}

// firstLine returns the first line of a file, or "".
func firstLine(path string) string {
	text, _ := os.ReadFile(path)
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}

func procCPUInfo() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	return string(text)
}

// cpuName names the CPU: with the family and the model where the brand says
// little, and on arm64, where Linux gives no brand, with the implementer and
// the part.
func cpuName(cpuinfo string) string {
	field := func(name string) string {
		m := regexp.MustCompile(`(?m)^` + name + `\s*: *(.*)$`).FindStringSubmatch(cpuinfo)
		if m == nil {
			return ""
		}
		return m[1]
	}
	if brand := field("model name"); brand != "" {
		return fmt.Sprintf("%s family %s model %s", brand, field("cpu family"), field("model"))
	}
	if implementer := field("CPU implementer"); implementer != "" {
		part := field("CPU part")
		if name := arm64Parts[implementer+" "+part]; name != "" {
			return name
		}
		return fmt.Sprintf("arm64 implementer %s part %s", implementer, part)
	}
	if brand := cpuid.CPU.BrandName; brand != "" {
		return brand
	}
	return "unknown " + runtime.GOARCH
}

// arm64Parts has names for parts that servers have, from the Main ID Registers
// in their reference manuals.
var arm64Parts = map[string]string{
	"0x41 0xd0c": "Arm Neoverse-N1",
	"0x41 0xd40": "Arm Neoverse-V1",
	"0x41 0xd49": "Arm Neoverse-N2",
	"0x41 0xd4f": "Arm Neoverse-V2",
	"0x41 0xd08": "Arm Cortex-A72",
	"0xc0 0xac3": "Ampere-1",
}

// Folder returns the name of the folder of a CPU's report.
func Folder(cpu string) string {
	slug := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(cpu), "-")
	return strings.Trim(slug, "-")
}
