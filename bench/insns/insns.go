// Package insns counts the instructions that kernels execute in an emulator. The
// counts are exact, the same on every machine, and possible for architectures
// that are not at hand. They are no times.
//
// The program in guest does each case between two marks. Package qemu runs it,
// and counts the instructions between the marks. A Counter joins names and counts.
package insns

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mexlab/bench"
	"mexlab/internal/command"
	"mexlab/internal/qemu"
)

// degrees are the points of the sweep that are counted. With more of them, kernels
// that enumerate would take minutes in the emulator.
var degrees = []string{"2", "4", "8", "12", "16", "17", "20", "31", "32", "33", "64"}

// Groups returns what is counted: the named workloads and some degrees. If only
// names groups, it has those alone.
func Groups(only []string) []bench.Group {
	_, names := split(only)
	return slices.DeleteFunc(bench.Groups(), func(g bench.Group) bool {
		degree, _, _ := strings.Cut(strings.TrimPrefix(g.Key, "deg="), "/")
		counted := g.Suite == "Mex" || g.Suite == "Degree" && slices.Contains(degrees, degree)
		return !counted || len(names) > 0 && !slices.Contains(names, g.Suite+"/"+g.Key)
	})
}

// Counted reports whether a case of a group is counted: if only names kernels, as
// kernel=affine, its kernel must be one of them.
func Counted(name string, only []string) bool {
	kernels, _ := split(only)
	return len(kernels) == 0 || slices.ContainsFunc(kernels, func(k string) bool { return strings.Contains(name, "/"+k+"/") })
}

// split returns the kernels and the groups that only names.
func split(only []string) (kernels, groups []string) {
	for _, name := range only {
		if strings.HasPrefix(name, "kernel=") {
			kernels = append(kernels, name)
		} else {
			groups = append(groups, name)
		}
	}
	return kernels, groups
}

// Tries is how often each case is counted. If Go's scheduler interferes, a count
// is a few instructions off: a count that comes twice is right.
const Tries = 3

// A Count is the number of instructions of one case. If asked for, it has the blocks
// that ran.
type Count struct {
	Name     string
	Vertices int
	qemu.Case
}

// PerVertex returns the number of instructions per vertex.
func (c Count) PerVertex() float64 { return float64(c.Insns) / float64(c.Vertices) }

// A Counter counts for one architecture.
type Counter struct {
	counter *qemu.Counter
	guest   string // the path of the program that runs in the emulator
}

// NewCounter compiles the emulator's plugin and the guest into a folder. It needs
// gcc, and the current folder must be in the module.
func NewCounter(ctx context.Context, arch, folder string) (*Counter, error) {
	counter, err := qemu.New(ctx, arch, folder)
	if err != nil {
		return nil, err
	}
	c := &Counter{counter, filepath.Join(folder, "guest")}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", c.guest, "mexlab/bench/insns/guest")
	build.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0")
	_, err = command.Output(build)
	return c, err
}

// Assembly is in the symbols of functions in assembly, and in no others.
const Assembly = ".abi0"

// Blocks counts once, and also how often each block of assembly runs.
func (c *Counter) Blocks(ctx context.Context, only ...string) ([]Count, error) {
	return c.count(ctx, Assembly, only)
}

// count also counts blocks of the functions whose symbol contains text.
func (c *Counter) count(ctx context.Context, text string, only []string) ([]Count, error) {
	names, cases, err := c.counter.BetweenMarks(exec.CommandContext(ctx, c.guest, only...), text)
	if err != nil {
		return nil, err
	}
	return merge(names, cases)
}

// Twice counts everything twice, at the same time. The counts must not differ.
func (c *Counter) Twice(ctx context.Context, only ...string) ([]Count, error) {
	var counts [2][]Count
	var errs [2]error
	var both sync.WaitGroup
	for run := range counts {
		both.Go(func() { counts[run], errs[run] = c.count(ctx, "", only) })
	}
	both.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return counts[0], same(counts[0], counts[1])
}

// merge joins the guest's lines of names with the emulator's counts. It subtracts
// the first case: what the marks themselves take.
func merge(names []byte, cases []qemu.Case) ([]Count, error) {
	lines := strings.Fields(string(names))
	if len(lines)/2*Tries != len(cases) || len(cases) == 0 {
		return nil, fmt.Errorf("%d counts for %d cases; do the emulator's plugins know symbols?", len(cases), len(lines)/2)
	}
	var counts []Count
	for i := 0; i < len(lines); i += 2 {
		vertices, err := strconv.Atoi(lines[i+1])
		if err != nil {
			return nil, err
		}
		c, err := Agreed(cases[i/2*Tries : (i/2+1)*Tries])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", lines[i], err)
		}
		counts = append(counts, Count{lines[i], vertices, c})
	}
	marks := counts[0].Insns
	counts = counts[1:]
	for i := range counts {
		counts[i].Insns -= min(marks, counts[i].Insns)
	}
	return counts, nil
}

// Agreed returns the one of some tries that comes at least twice.
func Agreed(tries []qemu.Case) (qemu.Case, error) {
	var counts []uint64
	for i, c := range tries {
		if slices.ContainsFunc(tries[:i], func(other qemu.Case) bool { return reflect.DeepEqual(c, other) }) {
			return c, nil
		}
		counts = append(counts, c.Insns)
	}
	return qemu.Case{}, fmt.Errorf("no count comes twice: %v, or the blocks differ", counts)
}

// same returns an error that says how two runs differ, or nil.
func same(a, b []Count) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d cases, then %d", len(a), len(b))
	}
	for i, x := range a {
		if !reflect.DeepEqual(x, b[i]) {
			return fmt.Errorf("%s: %d instructions, then %d", x.Name, x.Insns, b[i].Insns)
		}
	}
	return nil
}
