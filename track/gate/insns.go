package gate

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Instructions are counted by a plugin of QEMU, which is built when it is
// needed. It counts what a process executes in functions whose symbol contains
// a given text.
//
//go:embed insncount/insncount.c
var pluginSource []byte

// emulators are QEMU's names for Go's architectures.
var emulators = map[string]string{"amd64": "qemu-x86_64", "arm64": "qemu-aarch64"}

// ErrNoEmulator is the error, wrapped, when instructions cannot be counted.
var ErrNoEmulator = errors.New("cannot count instructions")

// A counter counts instructions.
type counter struct{ emulator, plugin, out string }

// newCounter builds the plugin.
func (w *workshop) newCounter(ctx context.Context) (*counter, error) {
	emulator, err := exec.LookPath(emulators[runtime.GOARCH])
	if err != nil {
		return nil, fmt.Errorf("%w: no emulator for %s; install qemu-user", ErrNoEmulator, runtime.GOARCH)
	}
	c := &counter{emulator, filepath.Join(w.dir, "insncount.so"), filepath.Join(w.dir, "insncount.out")}
	source := filepath.Join(w.dir, "insncount.c")
	if err := os.WriteFile(source, pluginSource, 0o666); err != nil {
		return nil, err
	}
	build := exec.CommandContext(ctx, "gcc", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-o", c.plugin, source)
	if _, err := output(build, w.dir); err != nil {
		return nil, fmt.Errorf("%w: building the plugin of QEMU: %w", ErrNoEmulator, err)
	}
	return c, nil
}

// count runs a benchmark for n iterations, and counts the instructions in
// functions whose symbol contains sym.
func (c *counter) count(ctx context.Context, b *binary, name, sym string, n int) (float64, error) {
	os.Remove(c.out)
	cmd := exec.CommandContext(ctx, c.emulator, "-cpu", "max", "-plugin", c.plugin+",sym="+sym+",out="+c.out, "-d", "plugin",
		b.path, "-test.run=^$", "-test.bench="+exactly(name), "-test.benchtime="+strconv.Itoa(n)+"x", "-test.timeout=0")
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", memoryLimit)
	if _, err := output(cmd, b.dir); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(c.out)
	if err != nil {
		return 0, fmt.Errorf("%w: the plugin of QEMU wrote nothing", ErrNoEmulator)
	}
	_, sum, _ := strings.Cut(strings.TrimSpace(string(text)), "sym=")
	return strconv.ParseFloat(sum, 64)
}

// perOp is the instructions of an operation: of n more iterations, divided by
// n, so that neither setting up nor what the testing package does counts. It
// is exact when another pair of runs gives the same.
func (c *counter) perOp(ctx context.Context, b *binary, name, sym string, n int) (insns float64, exact bool, err error) {
	var seen [2]float64
	for i := range seen {
		few, err := c.count(ctx, b, name, sym, n)
		if err != nil {
			return 0, false, err
		}
		many, err := c.count(ctx, b, name, sym, 2*n)
		if err != nil {
			return 0, false, err
		}
		seen[i] = (many - few) / float64(n)
	}
	return seen[0], seen[0] == seen[1], nil
}

// countInsns counts the instructions of the module's own functions in both
// versions, and puts them into the result when they are exact.
func (g *gate) countInsns(ctx context.Context, c *contest, p goPackage) error {
	if g.counter == nil {
		var err error
		if g.counter, err = g.shop.newCounter(ctx); err != nil {
			return err
		}
	}
	g.Progress("counting instructions of " + c.duel.name)
	n := min(max(2, c.duel.iterations/8), mostCounted)
	var insns [2]float64
	for i, a := range []arm{c.duel.base, c.duel.head} {
		per, exact, err := g.counter.perOp(ctx, a.binary, c.duel.name, symbolPrefix(p), n)
		if err != nil {
			return fmt.Errorf("counting instructions of %s: %w", c.duel.name, err)
		}
		if !exact || per <= 0 {
			return nil
		}
		insns[i] = per
	}
	c.result.Insns = &insns
	return nil
}

// mostCounted is the most iterations to count: the emulator is slow.
const mostCounted = 50

// symbolPrefix is what the symbols of a module's functions contain. The linker
// writes a dot after the last slash as %2e.
func symbolPrefix(p goPackage) string {
	path := p.ImportPath
	if p.Module != nil {
		path = p.Module.Path
	}
	slash := strings.LastIndexByte(path, '/') + 1
	return path[:slash] + strings.ReplaceAll(path[slash:], ".", "%2e")
}
