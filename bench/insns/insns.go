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
// is not empty, it has the names of those to count.
func Groups(only []string) []bench.Group {
	return slices.DeleteFunc(bench.Groups(), func(g bench.Group) bool {
		degree, _, _ := strings.Cut(strings.TrimPrefix(g.Key, "deg="), "/")
		counted := g.Suite == "Mex" || g.Suite == "Degree" && slices.Contains(degrees, degree)
		return !counted || len(only) > 0 && !slices.Contains(only, g.Suite+"/"+g.Key)
	})
}

// Tries is how often each case is counted. If Go's scheduler interferes, a count
// is a few instructions off: a count that comes twice is right.
const Tries = 3

// A Count is the number of instructions of one case.
type Count struct {
	Name     string
	Vertices int
	Insns    uint64
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

func (c *Counter) count(ctx context.Context, only []string) ([]Count, error) {
	names, counts, err := c.counter.BetweenMarks(exec.CommandContext(ctx, c.guest, only...))
	if err != nil {
		return nil, err
	}
	return merge(names, counts)
}

// Twice counts everything twice, at the same time. The counts must not differ.
func (c *Counter) Twice(ctx context.Context, only ...string) ([]Count, error) {
	var counts [2][]Count
	var errs [2]error
	var both sync.WaitGroup
	for run := range counts {
		both.Go(func() { counts[run], errs[run] = c.count(ctx, only) })
	}
	both.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return counts[0], same(counts[0], counts[1])
}

// merge joins the guest's lines of names with the emulator's counts. It subtracts
// the first case: what the marks themselves take.
func merge(names []byte, values []uint64) ([]Count, error) {
	lines := strings.Fields(string(names))
	if len(lines)/2*Tries != len(values) || len(values) == 0 {
		return nil, fmt.Errorf("%d counts for %d cases; do the emulator's plugins know symbols?", len(values), len(lines)/2)
	}
	var counts []Count
	for i := 0; i < len(lines); i += 2 {
		vertices, err := strconv.Atoi(lines[i+1])
		if err != nil {
			return nil, err
		}
		n, err := agreed(values[i/2*Tries : (i/2+1)*Tries])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", lines[i], err)
		}
		counts = append(counts, Count{lines[i], vertices, n})
	}
	marks := counts[0].Insns
	counts = counts[1:]
	for i := range counts {
		counts[i].Insns -= min(marks, counts[i].Insns)
	}
	return counts, nil
}

// agreed returns the one of three counts that comes at least twice.
func agreed(counts []uint64) (uint64, error) {
	slices.Sort(counts)
	if middle := counts[1]; middle == counts[0] || middle == counts[2] {
		return middle, nil
	}
	return 0, fmt.Errorf("no count comes twice: %v", counts)
}

// same returns an error that says how two runs differ, or nil.
func same(a, b []Count) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d cases, then %d", len(a), len(b))
	}
	for i, x := range a {
		if x != b[i] {
			return fmt.Errorf("%s: %d instructions, then %d", x.Name, x.Insns, b[i].Insns)
		}
	}
	return nil
}
