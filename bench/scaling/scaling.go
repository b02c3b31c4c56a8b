// Package scaling measures how time and memory of "mexlab solve" grow with one
// large graph: whole processes, from the text of a file to the answer, beside
// one that only reads the numbers of the same file.
package scaling

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"mexlab/bench/generate"
)

// A Case is a graph and what is done with its text.
type Case struct {
	Game    string // addsub or election
	Order   generate.Order
	Edges   uint64
	Workers int // that solve it; 0: the text is only read
}

// edgesAVertex is how many edges a graph has for each vertex.
const edgesAVertex = 10

// least is the number of edges of the smallest graph; each further one has ten
// times as many.
const least = 100_000

// A Result is the best of some runs of a case.
type Result struct {
	Case
	Bytes int64         // of text
	Wall  time.Duration // from start to end
	CPU   time.Duration // user and system
	Peak  int64         // bytes of memory, as resident pages
}

// Programs are what is measured.
type Programs struct {
	mexlab, read string // binaries
	folder       string // for an input
}

// Build builds the programs in a folder, in which inputs will lie as well, one
// at a time. It is called in the folder of the module.
func Build(ctx context.Context, folder string) (*Programs, error) {
	p := &Programs{filepath.Join(folder, "mexlab"), filepath.Join(folder, "read"), folder}
	for path, name := range map[string]string{"mexlab/cmd/mexlab": p.mexlab, "mexlab/bench/scaling/read": p.read} {
		if err := run(exec.CommandContext(ctx, "go", "build", "-o", name, path)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// rounds is how often a case is run: small ones, which are over at once and
// differ more, more often.
func rounds(edges uint64) int {
	switch {
	case edges <= 1_000_000:
		return 15
	case edges <= 10_000_000:
		return 7
	}
	return 2
}

// Measure runs the cases of up to most edges, and hands each result to found.
// The runs on one text take turns.
func (p *Programs) Measure(ctx context.Context, most uint64, workers []int, found func(Result) error) error {
	for _, game := range []string{"addsub", "election"} {
		for _, order := range []generate.Order{generate.Children, generate.Shuffled} {
			for edges := uint64(least); edges <= most; edges *= 10 {
				var cases []Case
				for _, w := range append([]int{0}, workers...) {
					cases = append(cases, Case{game, order, edges, w})
				}
				results, err := p.input(ctx, cases)
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

// input makes the text that the cases have in common, and runs them.
func (p *Programs) input(ctx context.Context, cases []Case) ([]Result, error) {
	c := cases[0]
	name := filepath.Join(p.folder, "input")
	defer os.Remove(name)
	// Another process makes it: the memory of the one that starts a process
	// counts in that one's peak.
	generator := exec.CommandContext(ctx, p.mexlab, "generate", "random", "--game", c.Game, "--order", string(c.Order),
		"--edges", strconv.FormatUint(c.Edges, 10), "--vertices", strconv.FormatUint(c.Edges/edgesAVertex, 10))
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	generator.Stdout = f
	if err := run(generator); err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	results := []Result{}
	for _, c := range cases {
		results = append(results, Result{Case: c, Bytes: info.Size()})
	}
	for round := range rounds(c.Edges) {
		for i := range results {
			if err := p.once(ctx, name, &results[i], round == 0); err != nil {
				return nil, err
			}
		}
	}
	return results, nil
}

// once runs a case, and keeps what is better than before.
func (p *Programs) once(ctx context.Context, input string, r *Result, first bool) error {
	cmd := exec.CommandContext(ctx, p.read, input)
	if r.Workers > 0 {
		cmd = exec.CommandContext(ctx, p.mexlab, "solve", "--game", r.Game, "-j", strconv.Itoa(r.Workers), input)
	}
	start := time.Now()
	if err := run(cmd); err != nil {
		return err
	}
	wall := time.Since(start)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if first || wall < r.Wall {
		r.Wall = wall
	}
	if first || cpu < r.CPU {
		r.CPU = cpu
	}
	r.Peak = max(r.Peak, peak(cmd.ProcessState))
	return nil
}

// run runs a command, whose words about a failure become the error.
func run(cmd *exec.Cmd) error {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", cmd, err, bytes.TrimSpace(stderr.Bytes()))
	}
	return nil
}
