package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"

	"mexlab/asm"
	"mexlab/track/benchfile"
)

// settingNames are what a record has to say, in the order of its first lines.
var settingNames = []string{"cpu", "tier", "toolchain", "gomaxprocs", "commit", "commit-date"}

// Settings are configuration lines by key.
type Settings map[string]string

// Parse adds KEY=VALUE.
func (s Settings) Parse(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok || strings.TrimSpace(value) == "" || strings.ContainsAny(value, "\r\n") || !slices.Contains(settingNames, key) {
		return fmt.Errorf("found %q, expected KEY=VALUE with one of the keys %s", text, strings.Join(settingNames, ", "))
	}
	s[key] = strings.TrimSpace(value)
	return nil
}

// complete returns the settings of a file: what the caller says, else the file,
// else this machine and the commit that is checked out in dir. Only a file that
// was measured on a CPU like this one may take the machine's.
func complete(ctx context.Context, f *benchfile.File, given Settings, dir string) (Settings, error) {
	s := Settings{}
	for _, name := range settingNames {
		value, err := only(f, name)
		if err != nil {
			return nil, err
		}
		s[name] = cmp.Or(given[name], value)
	}
	if err := fromMachine(ctx, f, s, dir); err != nil {
		return nil, err
	}
	s["gomaxprocs"] = cmp.Or(s["gomaxprocs"], strings.TrimPrefix(f.Procs(), "-"), "1")
	if s["commit"] == "" {
		commit, err := git(ctx, dir, "rev-parse", "HEAD")
		if err != nil {
			return nil, fmt.Errorf("%s does not name its commit, and git does not either: %w", f.Name, err)
		}
		if changes, err := git(ctx, dir, "status", "--porcelain", "--untracked-files=no"); err == nil && changes != "" {
			commit += "+changes"
		}
		s["commit"] = commit
	}
	if s["commit-date"] == "" {
		date, err := git(ctx, dir, "show", "-s", "--format=%cI", strings.TrimSuffix(s["commit"], "+changes"), "--")
		if err != nil {
			return nil, fmt.Errorf("the date of commit %s is not known: %w", s["commit"], err)
		}
		s["commit-date"] = date
	}
	if _, err := parseDate(s["commit-date"]); err != nil {
		return nil, err
	}
	return s, nil
}

// fromMachine fills in what the file does not say about the machine.
func fromMachine(ctx context.Context, f *benchfile.File, s Settings, dir string) error {
	if s["cpu"] != "" && s["tier"] != "" && s["toolchain"] != "" {
		return nil
	}
	arch, err := only(f, "goarch")
	if err != nil {
		return err
	}
	here := thisCPU()
	if cpu := cmp.Or(s["cpu"], here); cpu != here || arch != "" && arch != runtime.GOARCH {
		return fmt.Errorf("%s is from another machine (%s, %s) than this one (%s, %s), and lacks %s; expected them in the file, or given",
			f.Name, cpu, cmp.Or(arch, "unknown architecture"), here, runtime.GOARCH, strings.Join(missing(s, "cpu", "tier", "toolchain"), ", "))
	}
	if here == "" {
		return fmt.Errorf("%s does not name its CPU, and neither does this machine; expected it to be given", f.Name)
	}
	s["cpu"] = here
	s["tier"] = cmp.Or(s["tier"], asm.Best().Name)
	if s["toolchain"] == "" {
		// The tests are built by the Go that is installed, which need not be the
		// one that built this program.
		cmd := exec.CommandContext(ctx, "go", "env", "GOVERSION")
		cmd.Dir = dir
		out, _ := cmd.Output()
		s["toolchain"] = cmp.Or(strings.TrimSpace(string(out)), runtime.Version())
	}
	return nil
}

func missing(s Settings, names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return s[name] != "" })
}

// header returns the settings as the first lines of a record.
func (s Settings) header() string {
	var out strings.Builder
	for _, name := range settingNames {
		fmt.Fprintf(&out, "%s: %s\n", name, s[name])
	}
	return out.String()
}

// thisCPU returns the name of this machine's CPU, as Go's benchmarks print it;
// on arm64, where Linux has no name for it and they print none, its implementer
// and part.
func thisCPU() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	return cmp.Or(strings.TrimSpace(cpuid.CPU.BrandName), part(string(info)))
}

// part returns the implementer and the part in arm64's /proc/cpuinfo.
func part(info string) string {
	fields := map[string]string{}
	for line := range strings.Lines(info) {
		key, value, _ := strings.Cut(line, ":")
		fields[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	implementer, part := fields["CPU implementer"], fields["CPU part"]
	if implementer == "" || part == "" {
		return ""
	}
	return fmt.Sprintf("arm64 implementer %s part %s", implementer, part)
}

// git runs git in a folder and returns the first line of what it writes.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && len(exit.Stderr) > 0 {
			message, _, _ := strings.Cut(string(exit.Stderr), "\n")
			return "", errors.New(message)
		}
		return "", err
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, nil
}
