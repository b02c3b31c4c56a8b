package model

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"mexlab/internal/command"
	"mexlab/track/benchfile"
)

// A Result is a loop and what the model of a CPU says of it. One that is read from a
// file has neither the places nor the code of the loop.
type Result struct {
	Loop
	Prediction
	Doubts []string // why the model may be wrong here, in a word each: see Doubts
}

// PerUnit returns the predicted cycles for one unit.
func (r Result) PerUnit() float64 { return r.Cycles / float64(r.Units) }

// Version returns what the analyzer says about its version.
func Version(ctx context.Context) (string, error) {
	if err := Missing(); err != nil {
		return "", err
	}
	return command.Line(exec.CommandContext(ctx, analyzer, "--version"))
}

// All predicts every loop of the assembly of goarch on every CPU. The loops are in
// the order of the files, for one CPU after another. Binaries go into a folder; the
// assembly is that of package asm, and the current folder must be in the module.
func All(ctx context.Context, assembly fs.FS, goarch, folder string) ([]Result, error) {
	names, err := Names(assembly, goarch)
	if err != nil {
		return nil, err
	}
	binary, err := Build(ctx, goarch, folder)
	if err != nil {
		return nil, err
	}
	loops, err := allLoops(ctx, goarch, binary, names)
	if err != nil {
		return nil, err
	}
	var results []Result
	for _, c := range CPUs() {
		predictions, err := c.Predict(ctx, loops)
		if err != nil {
			return nil, err
		}
		for i, l := range loops {
			if p, ok := predictions[i]; ok {
				results = append(results, Result{l, p, doubts(l, p)})
			}
		}
	}
	return results, nil
}

// Line writes a result as benchmark output. Cycles are those of an iteration.
func (r Result) Line() string {
	key := fmt.Sprintf("isa=%s/body=%s/loop=%s/unit=%s/cpu=%s", r.Tier, r.Body, r.Label, r.Unit, r.CPU)
	if len(r.Doubts) > 0 {
		key += "/doubt=" + strings.Join(r.Doubts, "+")
	}
	digits := func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
	return fmt.Sprintf("BenchmarkLoop/%s 1 %s cycles %s port-cycles %s issue-cycles %s chain-cycles %d units %d exits\n",
		key, digits(r.Cycles), digits(r.Ports), digits(r.Issue), digits(r.Chain), r.Units, r.Branches)
}

// Read reads results from benchmark output. Errors begin with the name.
func Read(name, goarch string, raw []byte) ([]Result, error) {
	file, err := benchfile.Read(bytes.NewReader(raw), name, nil)
	if err != nil {
		return nil, err
	}
	var results []Result
	for b := range file.Benchmarks() {
		value := func(unit string) float64 { return single(b, unit) }
		suite, keys := fields(b.Name)
		r := Result{
			Loop: Loop{
				Name: Name{Body: keys["body"], Label: keys["loop"], Units: int(value("units")), Unit: keys["unit"]},
				Arch: goarch, Tier: keys["isa"], Branches: int(value("exits")),
			},
			Prediction: Prediction{keys["cpu"], value("cycles"), value("port-cycles"), value("issue-cycles"), value("chain-cycles")},
			Doubts:     list(keys["doubt"]),
		}
		known := slices.ContainsFunc(CPUs(), func(c CPU) bool { return c.Name == r.CPU })
		if suite != "Loop" || !known || r.Units < 1 || r.Cycles <= 0 {
			return nil, fmt.Errorf("%s:%d: %s is not a prediction for a loop", name, b.Line, b.Name)
		}
		results = append(results, r)
	}
	return results, nil
}
