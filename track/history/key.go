package history

import (
	"cmp"
	"fmt"
	"strings"

	"mexlab/track/benchfile"
)

// A Key says under what conditions results were measured. Results compare only
// under the same ones.
type Key struct {
	CPU       string
	Tier      string // the tier chosen
	Toolchain string // the version of Go
	Procs     string // GOMAXPROCS
}

func (k Key) String() string {
	return fmt.Sprintf("%s, tier %s, %s, GOMAXPROCS %s", k.CPU, k.Tier, k.Toolchain, k.Procs)
}

func (k Key) compare(o Key) int {
	return cmp.Or(cmp.Compare(k.CPU, o.CPU), cmp.Compare(k.Tier, o.Tier),
		cmp.Compare(k.Toolchain, o.Toolchain), cmp.Compare(k.Procs, o.Procs))
}

// folder returns the path, below the history, of the key's files. It is for
// people: what a file holds is in the file.
func (k Key) folder() string {
	return slug(k.CPU) + "/" + slug(k.Tier) + "-" + slug(k.Toolchain) + "-procs" + slug(k.Procs)
}

// slug makes a name fit for a file.
func slug(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return ' '
	}, strings.ToLower(s))
	return cmp.Or(strings.Trim(strings.Join(strings.Fields(s), "-"), "-."), "none")
}

// only returns the one value of a setting in a file, "" when it has none.
func only(f *benchfile.File, key string) (string, error) {
	settings := f.Settings(key)
	if len(settings) > 1 {
		return "", fmt.Errorf("%s:%d: %s is %q, and %q at line %d; expected results measured under the same conditions",
			f.Name, settings[1].Line, key, settings[1].Value, settings[0].Value, settings[0].Line)
	}
	return settings[0].Value, nil
}
