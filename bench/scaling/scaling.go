// Package scaling measures how time and memory of "mexlab solve" grow with one
// large graph: whole processes, from the text of a file to the answer, beside
// one that only reads the numbers of the same file.
package scaling

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"mexlab/bench/generate"
	"mexlab/game/text"
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

// Programs are what is measured and what that needs.
type Programs struct {
	Mexlab string   // a binary
	Read   []string // a command that reads the numbers of the file that is its last argument
	Folder string   // for inputs, one at a time
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
func (p Programs) Measure(ctx context.Context, most uint64, workers []int, found func(Result) error) error {
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
func (p Programs) input(ctx context.Context, cases []Case) ([]Result, error) {
	c := cases[0]
	name := filepath.Join(p.Folder, "input")
	defer os.Remove(name)
	// Another process makes it: the memory of the one that starts a process
	// counts in that one's peak.
	generator := exec.CommandContext(ctx, p.Mexlab, "generate", "random", "--game", c.Game, "--order", string(c.Order),
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
func (p Programs) once(ctx context.Context, input string, r *Result, first bool) error {
	command := append([]string{}, p.Read...)
	if r.Workers > 0 {
		command = []string{p.Mexlab, "solve", "--game", r.Game, "-j", strconv.Itoa(r.Workers)}
	}
	cmd := exec.CommandContext(ctx, command[0], append(command[1:], input)...)
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

// Read reads the numbers of a file, and writes how many there are and their sum.
func Read(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r := text.NewReader(f)
	var some [1024]uint64
	count, sum := 0, uint64(0)
	for {
		n, err := r.Uints(some[:])
		count += n
		for _, x := range some[:n] {
			sum += x
		}
		if err != nil {
			break
		}
	}
	if err := r.End(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, count, sum)
	return out.Flush()
}
