package history

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"mexlab/internal/machine"
	"mexlab/track/benchfile"
)

// A Key says under what conditions results were measured. Results compare only
// with results of the same key.
type Key struct {
	CPU       string
	Tier      string // of results that say one themselves, as those of vector code may; else ""
	Toolchain string // the version of Go
	Procs     string // GOMAXPROCS
}

func (k Key) String() string {
	tier := ""
	if k.Tier != "" {
		tier = "tier " + k.Tier + ", "
	}
	return fmt.Sprintf("%s, %s%s, GOMAXPROCS %s", k.CPU, tier, k.Toolchain, k.Procs)
}

func (k Key) compare(o Key) int {
	return cmp.Or(cmp.Compare(k.CPU, o.CPU), cmp.Compare(k.Tier, o.Tier),
		cmp.Compare(k.Toolchain, o.Toolchain), cmp.Compare(k.Procs, o.Procs))
}

// folder returns the path of the key's files, below the history. It is for
// people: Load goes by the lines in the files.
func (k Key) folder() string {
	conditions := machine.Slug(k.Toolchain) + "-procs" + machine.Slug(k.Procs)
	if k.Tier != "" {
		conditions = machine.Slug(k.Tier) + "-" + conditions
	}
	return machine.Slug(k.CPU) + "/" + conditions
}

// Settings are what a record says about its results, by configuration key.
type Settings map[string]string

// settingNames are the keys, in the order of a record's first lines. A record
// has all of them, except for a tier that its results do not name.
var settingNames = []string{"cpu", "toolchain", "gomaxprocs", tier, "commit", "commit-date"}

const tier = "tier"

// Parse adds KEY=VALUE.
func (s Settings) Parse(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok || strings.TrimSpace(value) == "" || strings.ContainsAny(value, "\r\n") || !slices.Contains(settingNames, key) {
		return fmt.Errorf("found %q, expected KEY=VALUE with one of the keys %s", text, strings.Join(settingNames, ", "))
	}
	s[key] = strings.TrimSpace(value)
	return nil
}

// header returns the settings as the first lines of a record.
func (s Settings) header() string {
	var out strings.Builder
	for _, name := range settingNames {
		if s[name] != "" {
			fmt.Fprintf(&out, "%s: %s\n", name, s[name])
		}
	}
	return out.String()
}

// settingsOf returns the settings in a file. Each may have only one value.
func settingsOf(f *benchfile.File) (Settings, error) {
	s := Settings{}
	for _, name := range settingNames {
		value, err := only(f, name)
		if err != nil {
			return nil, err
		}
		s[name] = value
	}
	return s, nil
}

// only returns the one value of a setting in a file, or "" if it has none. Some
// packages of a file may name a tier and others none.
func only(f *benchfile.File, key string) (string, error) {
	values := f.Settings(key)
	if key == tier {
		values = slices.DeleteFunc(slices.Clone(values), func(s benchfile.Setting) bool { return s.Value == "" })
	}
	switch len(values) {
	case 0:
		return "", nil
	case 1:
		return values[0].Value, nil
	}
	return "", fmt.Errorf("%s:%d: %s is %q, but %q at line %d; expected results measured under the same conditions",
		f.Name, values[1].Line, key, values[1].Value, values[0].Value, values[0].Line)
}

// complete returns the settings of new results: what is given, else what their
// own lines say, else this machine's and those of the commit that is checked out
// in dir. Only results of a CPU like this one may take this machine's.
func complete(ctx context.Context, f *benchfile.File, own, given Settings, dir string) (Settings, error) {
	s := Settings{}
	for _, name := range settingNames {
		s[name] = cmp.Or(given[name], own[name])
	}
	if err := s.completeMachine(ctx, f, given, dir); err != nil {
		return nil, err
	}
	s["gomaxprocs"] = cmp.Or(s["gomaxprocs"], strings.TrimPrefix(f.Procs(), "-"), "1")
	if s["commit"] == "" {
		commit, err := machine.Commit(ctx, dir)
		if err != nil {
			return nil, fmt.Errorf("%s does not name its commit, and git knows none here: %w", f.Name, err)
		}
		s["commit"] = commit
	}
	if s["commit-date"] == "" {
		date, err := machine.Git(ctx, dir, "show", "-s", "--format=%cI", strings.TrimSuffix(s["commit"], "+changes"), "--")
		if err != nil {
			return nil, fmt.Errorf("git does not know the date of commit %s: %w", s["commit"], err)
		}
		s["commit-date"] = date
	}
	_, err := parseDate(s["commit-date"])
	return s, err
}

// completeMachine adds the CPU and the toolchain. Go's benchmarks may name less
// of the CPU than is known here.
func (s Settings) completeMachine(ctx context.Context, f *benchfile.File, given Settings, dir string) error {
	arch, err := only(f, "goarch")
	if err != nil {
		return err
	}
	here := machine.CPU()
	cpu := cmp.Or(s["cpu"], here)
	native := machine.Same(cpu, here) && (arch == "" || arch == runtime.GOARCH)
	if native && given["cpu"] == "" && len(cpu) <= len(here) {
		s["cpu"] = here
	}
	missing := slices.DeleteFunc([]string{"cpu", "toolchain"}, func(name string) bool { return s[name] != "" })
	if len(missing) == 0 {
		return nil
	}
	if !native {
		return fmt.Errorf("%s is from another machine (%s, %s) than this one (%s, %s), and lacks %s; add that to the file, or give it with --set",
			f.Name, cpu, cmp.Or(arch, "unknown architecture"), here, runtime.GOARCH, strings.Join(missing, ", "))
	}
	s["toolchain"] = cmp.Or(s["toolchain"], machine.Toolchain(ctx, dir))
	return nil
}
