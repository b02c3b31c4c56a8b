package gate

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"mexlab/internal/qemu"
	"mexlab/track/benchfile"
)

// ErrNoEmulator is the error, wrapped, when instructions cannot be counted.
var ErrNoEmulator = errors.New("cannot count instructions")

// newCounter prepares QEMU to count the instructions of test binaries.
func (w *workshop) newCounter(ctx context.Context) (*qemu.Counter, error) {
	c, err := qemu.New(ctx, runtime.GOARCH, w.dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoEmulator, err)
	}
	return c, nil
}

// countInsns runs a benchmark for n iterations, and counts the instructions in
// functions whose symbol contains a text.
func (b *binary) countInsns(ctx context.Context, c *qemu.Counter, name, symbol string, n int) (float64, error) {
	cmd := exec.CommandContext(ctx, b.path, "-test.run=^$", "-test.bench="+benchfile.Pattern(name),
		"-test.benchtime="+strconv.Itoa(n)+"x", "-test.timeout=0")
	cmd.Dir = b.dir
	cmd.Env = append(cmd.Environ(), memoryLimit)
	count, err := c.InSymbols(cmd, symbol)
	return float64(count), err
}

// insnsPerOp is the instructions of an operation: of n more iterations, divided by
// n, so that neither setting up nor what the testing package does counts. It
// is exact when another pair of runs gives the same.
func (b *binary) insnsPerOp(ctx context.Context, c *qemu.Counter, name, symbol string, n int) (insns float64, exact bool, err error) {
	var seen [2]float64
	for i := range seen {
		few, err := b.countInsns(ctx, c, name, symbol, n)
		if err != nil {
			return 0, false, err
		}
		many, err := b.countInsns(ctx, c, name, symbol, 2*n)
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
		per, exact, err := a.binary.insnsPerOp(ctx, g.counter, c.duel.name, symbolPrefix(p), n)
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
