package gate

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"mexlab/internal/qemu"
	"mexlab/track/benchfile"
)

// maxCounted is the most iterations to count: the emulator is slow.
const maxCounted = 50

// countInsns counts the instructions of the module's own functions in both
// versions, and puts them into the result if they are exact.
func (g *gate) countInsns(ctx context.Context, b *benchmark) (err error) {
	if g.counter == nil {
		if g.counter, err = qemu.New(ctx, runtime.GOARCH, g.space.dir); err != nil {
			return fmt.Errorf("cannot count instructions: %w", err)
		}
	}
	g.tell("counting instructions of " + b.name)
	n := min(max(2, b.comparison.fast.iterations/8), maxCounted)
	var insns [2]float64
	for i, v := range b.versions {
		per, exact, err := v.binary.insnsPerOp(ctx, g.counter, b.name, symbolPrefix(v.pkg), n)
		if err != nil {
			return fmt.Errorf("counting instructions of %s: %w", b.name, err)
		}
		if !exact || per <= 0 {
			return nil
		}
		insns[i] = per
	}
	b.result.Insns = &insns
	return nil
}

// insnsPerOp returns the instructions of an operation: those of n more
// iterations, divided by n, so that neither setting up nor the testing package
// counts. They are exact if two more runs give the same.
func (b *binary) insnsPerOp(ctx context.Context, counter *qemu.Counter, name, symbol string, n int) (insns float64, exact bool, err error) {
	var perOp [2]float64
	for i := range perOp {
		few, err := b.countInsns(ctx, counter, name, symbol, n)
		if err != nil {
			return 0, false, err
		}
		many, err := b.countInsns(ctx, counter, name, symbol, 2*n)
		if err != nil {
			return 0, false, err
		}
		perOp[i] = (many - few) / float64(n)
	}
	return perOp[0], perOp[0] == perOp[1], nil
}

// countInsns counts n iterations, in functions whose symbol contains a text.
func (b *binary) countInsns(ctx context.Context, counter *qemu.Counter, name, symbol string, n int) (float64, error) {
	cmd := b.command(ctx, "-test.run=^$", "-test.bench="+benchfile.Pattern(name),
		"-test.benchtime="+strconv.Itoa(n)+"x", "-test.timeout=0")
	cmd.Env = append(cmd.Env, memoryLimit)
	count, err := counter.InSymbols(cmd, symbol)
	return float64(count), err
}

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
