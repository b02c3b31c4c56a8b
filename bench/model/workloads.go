package model

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mexlab/bench/insns"
	"mexlab/track/benchfile"
	"mexlab/track/stat"
)

// A Workload is what a kernel executes on a workload, a vertex.
type Workload struct {
	Load   string // the workload's name: uva
	Kernel string // affine/avx2, or auto
	Insns  float64
	Inside float64 // those of Insns that are in loops
	Runs   []Runs
}

// Runs is how many iterations of a loop a vertex takes.
type Runs struct {
	Body, Label string
	Runs        float64
}

// Workloads counts what kernels with vector code execute on the named workloads. The
// results have the loops of the architecture.
func Workloads(ctx context.Context, goarch string, results []Result, folder string) ([]Workload, error) {
	counter, err := insns.NewCounter(ctx, goarch, folder)
	if err != nil {
		return nil, err
	}
	tier := emulated[goarch]
	var loops []Loop
	for _, r := range Of(results, tier, "") {
		loops = append(loops, r.Loop)
	}
	only := []string{"kernel=affine/isa=" + tier, "kernel=paritysplit/isa=" + tier, "kernel=auto"}
	for _, g := range insns.Groups(nil) {
		if g.Suite == "Mex" {
			only = append(only, g.Suite+"/"+g.Key)
		}
	}
	counts, err := counter.Blocks(ctx, only...)
	if err != nil {
		return nil, err
	}
	var all []Workload
	for _, c := range counts {
		all = append(all, workload(c, loops))
	}
	return all, nil
}

func workload(c insns.Count, loops []Loop) Workload {
	_, keys := fields(c.Name)
	w := Workload{Load: keys["load"], Kernel: keys["kernel"], Insns: c.PerVertex()}
	if tier := keys["isa"]; tier != "best" {
		w.Kernel += "/" + tier
	}
	for i, n := range runs(loops, c.Case) {
		if n > 0 {
			n /= float64(c.Vertices)
			w.Runs = append(w.Runs, Runs{loops[i].Body, loops[i].Label, n})
			w.Inside += n * float64(len(loops[i].Code))
		}
	}
	return w
}

// Cycles returns the cycles a vertex of the loops, as a model of a CPU predicts them.
func (w Workload) Cycles(cpu string, results []Result) float64 {
	sum := 0.0
	for _, r := range results {
		if r.CPU != cpu {
			continue
		}
		for _, n := range w.Runs {
			if n.Body == r.Body && n.Label == r.Label {
				sum += n.Runs * r.Cycles
			}
		}
	}
	return sum
}

// Predicted returns the cycles a vertex, if the CPU does rate instructions outside
// loops in a cycle.
func (w Workload) Predicted(cpu string, results []Result, rate float64) float64 {
	return w.Cycles(cpu, results) + (w.Insns-w.Inside)/rate
}

// Rate returns the rate for Predicted that fits what was measured: the median over the
// workloads whose cycles a vertex are known, or 0 if none are.
func Rate(workloads []Workload, cpu string, results []Result, measured func(Workload) (cycles float64, ok bool)) float64 {
	var rates []float64
	for _, w := range workloads {
		if cycles, ok := measured(w); ok {
			if outside := cycles - w.Cycles(cpu, results); outside > 0 {
				rates = append(rates, (w.Insns-w.Inside)/outside)
			}
		}
	}
	if rates == nil {
		return 0
	}
	return stat.Median(rates)
}

// Lines writes a workload as benchmark output.
func (w Workload) Lines() string {
	var out strings.Builder
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	key := fmt.Sprintf("BenchmarkRuns/kernel=%s/load=%s", strings.Replace(w.Kernel, "/", "/isa=", 1), w.Load)
	fmt.Fprintf(&out, "%s 1 %s insns/vertex %s loop-insns/vertex\n", key, number(w.Insns), number(w.Inside))
	for _, r := range w.Runs {
		fmt.Fprintf(&out, "%s/body=%s/loop=%s 1 %s runs/vertex\n", key, r.Body, r.Label, number(r.Runs))
	}
	return out.String()
}

// ReadWorkloads reads workloads from benchmark output. Errors begin with the name.
func ReadWorkloads(name string, raw []byte) ([]Workload, error) {
	file, err := benchfile.Read(bytes.NewReader(raw), name, nil)
	if err != nil {
		return nil, err
	}
	var all []Workload
	for b := range file.Benchmarks() {
		suite, keys := fields(b.Name)
		w := Workload{Load: keys["load"], Kernel: keys["kernel"]}
		if tier, ok := keys["isa"]; ok {
			w.Kernel += "/" + tier
		}
		r := Runs{Body: keys["body"], Label: keys["loop"]}
		at := slices.IndexFunc(all, func(other Workload) bool { return other.Load == w.Load && other.Kernel == w.Kernel })
		insns, inside, n := b.Values("insns/vertex"), b.Values("loop-insns/vertex"), b.Values("runs/vertex")
		switch {
		case suite == "Runs" && r.Body == "" && at < 0 && len(insns) == 1 && len(inside) == 1:
			w.Insns, w.Inside = insns[0], inside[0]
			all = append(all, w)
		case suite == "Runs" && r.Label != "" && at >= 0 && len(n) == 1:
			r.Runs = n[0]
			all[at].Runs = append(all[at].Runs, r)
		default:
			return nil, fmt.Errorf("%s:%d: %s is not a count of the model", name, b.Line, b.Name)
		}
	}
	return all, nil
}
