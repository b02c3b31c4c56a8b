// Package scaling measures how time and memory of "mexlab solve" grow with one
// large graph. It measures whole processes, from the text of a file to the answer,
// and one that only reads the numbers of the file: no solver can do less.
package scaling

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"mexlab/bench/generate"
	"mexlab/internal/command"
)

// A Case is a graph and what is done with its text.
type Case struct {
	Game    string // addsub or election
	Order   generate.Order
	Edges   uint64
	Workers int // that solve it; 0: the text is only read
}

const (
	edgesPerVertex = 10
	least          = 100_000 // edges of the smallest graph; each further one has ten times as many
)

// A Result is the best of some runs of a case.
type Result struct {
	Case
	Bytes int64         // of text
	Wall  time.Duration // from start to end
	CPU   time.Duration // user and system
	Peak  int64         // bytes of resident memory; 0 if the system does not say
}

// Programs are what is measured.
type Programs struct {
	mexlab, read string // binaries
	folder       string // for an input
}

// Build builds the programs into a folder, which later holds the inputs as
// well, one at a time. The current folder must be that of the module.
func Build(ctx context.Context, folder string) (*Programs, error) {
	p := &Programs{filepath.Join(folder, "mexlab"), filepath.Join(folder, "read"), folder}
	for path, name := range map[string]string{"mexlab/cmd/mexlab": p.mexlab, "mexlab/bench/report/scaling/read": p.read} {
		if _, err := command.Output(exec.CommandContext(ctx, "go", "build", "-o", name, path)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// rounds is how often a case is run: short ones more often, as they differ more.
func rounds(edges uint64) int {
	switch {
	case edges <= 1_000_000:
		return 15
	case edges <= 10_000_000:
		return 7
	}
	return 2
}

// Measure runs the cases of up to most edges with each number of workers, and
// passes each result to found. The cases of one text take turns.
func (p *Programs) Measure(ctx context.Context, most uint64, workers []int, found func(Result) error) error {
	for _, game := range []string{"addsub", "election"} {
		for _, order := range []generate.Order{generate.Children, generate.Shuffled} {
			for edges := uint64(least); edges <= most; edges *= 10 {
				results, err := p.measureText(ctx, Case{game, order, edges, 0}, workers)
				if err != nil {
					return err
				}
				for _, r := range results {
					if err := found(r); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// measureText writes the text of a case, and measures reading it and solving it
// with each number of workers.
func (p *Programs) measureText(ctx context.Context, c Case, workers []int) ([]Result, error) {
	name := filepath.Join(p.folder, "input")
	defer os.Remove(name)
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Another process generates it: a process's peak includes the memory of the
	// one that started it.
	generate := exec.CommandContext(ctx, p.mexlab, "generate", "random", "--game", c.Game, "--order", string(c.Order),
		"--edges", strconv.FormatUint(c.Edges, 10), "--vertices", strconv.FormatUint(c.Edges/edgesPerVertex, 10))
	generate.Stdout = f
	if err := command.Run(generate); err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	results := []Result{{Case: c, Bytes: info.Size()}}
	for _, w := range workers {
		c.Workers = w
		results = append(results, Result{Case: c, Bytes: info.Size()})
	}
	for range rounds(c.Edges) {
		for i := range results {
			if err := p.once(ctx, name, &results[i]); err != nil {
				return nil, err
			}
		}
	}
	return results, nil
}

// once runs a case, and keeps the best times and the highest peak.
func (p *Programs) once(ctx context.Context, input string, r *Result) error {
	cmd := exec.CommandContext(ctx, p.read, input)
	if r.Workers > 0 {
		cmd = exec.CommandContext(ctx, p.mexlab, "solve", "--game", r.Game, "-j", strconv.Itoa(r.Workers), input)
	}
	start := time.Now()
	if err := command.Run(cmd); err != nil {
		return err
	}
	wall := time.Since(start)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if r.Wall == 0 || wall < r.Wall {
		r.Wall = wall
	}
	if r.CPU == 0 || cpu < r.CPU {
		r.CPU = cpu
	}
	r.Peak = max(r.Peak, peak(cmd.ProcessState))
	return nil
}

// peak returns the most bytes of resident memory that a process had, or 0 if the
// system does not say. On Unix it does: peak_unix.go.
var peak = func(*os.ProcessState) int64 { return 0 }
