package report

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"mexlab/asm"
	"mexlab/internal/machine"
	"mexlab/internal/qemu"
	"mexlab/kernel"
)

// A Setting is a configuration line of benchmark output.
type Setting struct{ Key, Value string }

// Settings are the configuration lines at the head of a report.
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

// Folder returns the folder of a report below reports/, with slashes. A processor
// has one for each system.
func (s Settings) Folder() string {
	name := machine.Slug(s.Get("cpu"))
	if s.Get("emulator") != "" {
		name = "emulated"
	}
	if system := s.Get("goos"); system != "linux" {
		name += "-" + system
	}
	return path.Join(s.Get("goarch"), name)
}

// Header returns the settings that have a value as benchmark output.
func (s Settings) Header() []byte {
	var out []byte
	for _, x := range s {
		if x.Value != "" {
			out = fmt.Appendf(out, "%s: %s\n", x.Key, x.Value)
		}
	}
	return out
}

// sameRun reports whether a log began with these settings, apart from the date.
func (s Settings) sameRun(log []byte) bool {
	undated := func(text []byte) []byte {
		return regexp.MustCompile(`(?m)^date: .*\n`).ReplaceAll(text, nil)
	}
	return bytes.HasPrefix(undated(log), append(undated(s.Header()), "Benchmark"...))
}

// ThisMachine returns the settings of a run here and now, followed by more. The
// current folder must be that of the module.
func ThisMachine(ctx context.Context, now time.Time, more ...Setting) Settings {
	s := Settings{
		{"goos", runtime.GOOS},
		{"goarch", runtime.GOARCH},
		{"pkg", "mexlab/bench"},
		{"cpu", machine.CPU()},
		{"features", strings.ToLower(strings.Join(machine.Features(), ","))},
		{"tier", asm.Best().Name},
		{"kernels", kernel.Revision},
		{"toolchain", runtime.Version()},
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, x := range info.Settings {
			if x.Key == "GOAMD64" || x.Key == "GOARM64" {
				s = append(s, Setting{strings.ToLower(x.Key), x.Value})
			}
		}
	}
	governor, _ := os.ReadFile("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") // Linux, and not every machine
	s = append(s,
		Setting{"gomaxprocs", fmt.Sprint(runtime.GOMAXPROCS(0))},
		Setting{"governor", strings.TrimSpace(string(governor))})
	return append(append(s, origin(ctx, now)...), more...)
}

// Emulated returns the settings of instruction counts for an architecture.
func Emulated(ctx context.Context, arch string, now time.Time) (Settings, error) {
	version, err := qemu.Version(ctx, arch)
	if err != nil {
		return nil, err
	}
	return append(Settings{
		{"goos", "linux"},
		{"goarch", arch},
		{"pkg", "mexlab/bench"},
		{"cpu", "emulated, QEMU's " + qemu.CPU},
		{"emulator", version},
		{"toolchain", runtime.Version()},
	}, origin(ctx, now)...), nil
}

const dateForm = "2006-01-02 15:04:05"

// origin says which programs were measured, and when. Other files do not count.
func origin(ctx context.Context, now time.Time) Settings {
	commit, _ := machine.Commit(ctx, ".", "*.go", "*.s", "*.h", "*.c", "go.mod") // "" outside of git
	return Settings{{"commit", commit}, {"date", now.UTC().Format(dateForm)}}
}
