package gate

import (
	"context"
	"fmt"
	goversion "go/version"
	"strings"

	"mexlab/internal/command"
)

// A linker is what the linkers of both versions can do about where functions
// stand. The zero value can do all.
type linker struct {
	cannotAlign, cannotOrder bool
	users                    []string // values of -ldflags that the user has in GOFLAGS
}

// Functions begin at multiples of so many bytes. The same loop is then at the same
// place in its cache lines and fetch blocks, whatever stands before it: of a fifth
// that an unrelated function made, a hundredth remained. A binary grows by a fifth.
const alignment = 512

// The first versions of Go whose linkers can align functions and order them at random.
const (
	aligns = "go1.25"
	orders = "go1.23"
)

// findLinker sets the linker for two versions. They may ask for different Gos.
func (w *workspace) findLinker(ctx context.Context, base, head *tree) error {
	out, err := command.Line(base.command(ctx, "go", "env", "GOFLAGS"))
	if err != nil {
		return err
	}
	w.linker = linker{users: userFlags(out)}
	for _, t := range []*tree{base, head} {
		out, err := command.Line(t.command(ctx, "go", "env", "GOVERSION"))
		if err != nil {
			return err
		}
		v, _, _ := strings.Cut(strings.TrimPrefix(out, "devel "), " ")
		l, noted := &w.linker, w.linker.cannotAlign
		l.cannotAlign = l.cannotAlign || goversion.Compare(v, aligns) < 0
		l.cannotOrder = l.cannotOrder || goversion.Compare(v, orders) < 0
		if l.cannotAlign && !noted {
			w.note("%s is built with %s, whose linker cannot align functions: those that only moved may look changed; that of %s can", t.name, v, aligns)
		}
	}
	return nil
}

// flags are the flags of the build. Those on the command line take the place of
// those in GOFLAGS, so that they have to repeat them.
func (l *linker) flags(seed int) []string {
	var own []string
	if !l.cannotAlign {
		own = append(own, fmt.Sprintf("-funcalign=%d", alignment))
	}
	if seed != 0 {
		own = append(own, fmt.Sprintf("-randlayout=%d", seed), "-w") // without what debuggers read, linking is faster
	}
	if len(own) == 0 {
		return nil
	}
	flags := []string{"-ldflags=" + strings.Join(own, " ")}
	for _, user := range l.users { // the last one whose pattern matches the package counts
		flags = append(flags, "-ldflags="+strings.TrimSpace(user+" "+strings.Join(own, " ")))
	}
	return flags
}

// userFlags returns the values of -ldflags in GOFLAGS, where an item that contains
// spaces stands in quotes.
func userFlags(goflags string) (values []string) {
	for rest := strings.TrimSpace(goflags); rest != ""; rest = strings.TrimSpace(rest) {
		var item string
		if quote := rest[:1]; quote == "'" || quote == `"` {
			item, rest, _ = strings.Cut(rest[1:], quote)
		} else {
			item, rest, _ = strings.Cut(rest, " ")
		}
		name, value, _ := strings.Cut(item, "=")
		if strings.TrimLeft(name, "-") == "ldflags" {
			values = append(values, value)
		}
	}
	return values
}
