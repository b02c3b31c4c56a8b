// Package insns counts the instructions that kernels execute, in an emulator
// with a plugin: exact numbers, the same on every machine and every time, for
// architectures that are not at hand too. They say nothing about time.
package insns

import (
	"bytes"
	"context"
	_ "embed"
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
)

// Emulators names QEMU's program by GOARCH, and the CPU that has every feature
// that it can do.
var Emulators = map[string]struct{ Program, CPU string }{
	"amd64": {"qemu-x86_64", "max"},
	"arm64": {"qemu-aarch64", "max"},
}

// degrees are the points of the sweep that are counted: the emulator takes
// minutes for what enumerates beyond.
var degrees = []string{"2", "4", "8", "12", "16", "17", "20", "31", "32", "33", "64"}

// Groups returns what is counted: the named workloads and the degrees, or those
// of them that are named in only.
func Groups(only []string) []bench.Group {
	return slices.DeleteFunc(bench.Groups(), func(g bench.Group) bool {
		degree, _, _ := strings.Cut(strings.TrimPrefix(g.Key, "deg="), "/")
		counted := g.Suite == "Mex" || g.Suite == "Degree" && slices.Contains(degrees, degree)
		return !counted || len(only) > 0 && !slices.Contains(only, g.Suite+"/"+g.Key)
	})
}

// Tries is how often each case is counted. Should Go's scheduler come
// between unseen, a count is a few instructions off; the number that comes twice
// is right.
const Tries = 3

// A Count is the number of instructions of one case.
type Count struct {
	Name     string
	Vertices int
	Insns    uint64
}

// PerVertex returns the instructions of a vertex.
func (c Count) PerVertex() float64 { return float64(c.Insns) / float64(c.Vertices) }

//go:embed plugin/count.c
var plugin []byte

// A Counter has what is needed to count for an architecture, in a folder.
type Counter struct {
	arch, folder string
}

// NewCounter compiles the plugin and the program that runs in the emulator into
// a folder. It needs gcc, and is to be called inside the module.
func NewCounter(ctx context.Context, arch, folder string) (*Counter, error) {
	c := &Counter{arch, folder}
	source := filepath.Join(folder, "count.c")
	if err := os.WriteFile(source, plugin, 0o644); err != nil {
		return nil, err
	}
	gcc := exec.CommandContext(ctx, "gcc", "-O2", "-Wall", "-shared", "-fPIC", "-fvisibility=hidden", "-o", c.file("count.so"), source)
	if _, err := output(gcc); err != nil {
		return nil, err
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", c.file("guest-"+arch), "mexlab/bench/insns/guest")
	build.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0")
	_, err := output(build)
	return c, err
}

func (c *Counter) file(name string) string { return filepath.Join(c.folder, name) }

// count runs the groups, or those that are named in only, once; run tells the
// files of runs apart.
func (c *Counter) count(ctx context.Context, run int, only ...string) ([]Count, error) {
	emulator := Emulators[c.arch]
	counts := c.file(fmt.Sprintf("counts-%s-%d", c.arch, run))
	args := []string{"-cpu", emulator.CPU, "-plugin", c.file("count.so") + ",out=" + counts, c.file("guest-" + c.arch)}
	cmd := exec.CommandContext(ctx, emulator.Program, append(args, only...)...)
	// One goroutine at a time, no signal to make it give way, and no collector,
	// in whose time pointers are written by other code.
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1")
	names, err := output(cmd)
	if err != nil {
		return nil, err
	}
	numbers, err := os.ReadFile(counts)
	if err != nil {
		return nil, err
	}
	return merge(names, numbers)
}

// Twice counts everything twice, at the same time, and checks that the counts
// are the same.
func (c *Counter) Twice(ctx context.Context, only ...string) ([]Count, error) {
	var counts [2][]Count
	var errs [2]error
	var both sync.WaitGroup
	for run := range counts {
		both.Go(func() { counts[run], errs[run] = c.count(ctx, run, only...) })
	}
	both.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return counts[0], same(counts[0], counts[1])
}

// merge joins the program's lines of names and the plugin's lines of numbers,
// and takes from each count what the marks themselves took.
func merge(names, numbers []byte) ([]Count, error) {
	lines, values := strings.Fields(string(names)), strings.Fields(string(numbers))
	if len(lines)/2*Tries != len(values) || len(values) == 0 {
		return nil, fmt.Errorf("%d numbers for %d cases; do the emulator's plugins know symbols?", len(values), len(lines)/2)
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
	nothing := counts[0].Insns
	counts = counts[1:]
	for i := range counts {
		counts[i].Insns -= min(nothing, counts[i].Insns)
	}
	return counts, nil
}

// agreed returns the number that comes most often, which must be twice at least.
func agreed(values []string) (uint64, error) {
	best, most := "", 1
	times := map[string]int{}
	for _, v := range values {
		if times[v]++; times[v] > most {
			best, most = v, times[v]
		}
	}
	if most < 2 {
		return 0, fmt.Errorf("no count comes twice: %v", values)
	}
	return strconv.ParseUint(best, 10, 64)
}

// same tells whether two runs counted the same, and else what differs.
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

// output runs a program. Its error has what the program said.
func output(cmd *exec.Cmd) ([]byte, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", cmd, err), errors.New(strings.TrimSpace(stderr.String())))
	}
	return out, nil
}
