package model

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mexlab/internal/command"
)

// triples are LLVM's names for the values of GOARCH.
var triples = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// A steady iteration is one of those between the two numbers: what the first ones
// take to fill the CPU is subtracted.
const few, many = 60, 160

// Predict returns a prediction for each loop that the CPU has the instructions for,
// with the loops' places in the list.
func (c CPU) Predict(ctx context.Context, loops []Loop) (map[int]Prediction, error) {
	var places []int
	for i, l := range loops {
		if l.Arch == c.Arch && slices.Contains(c.Tiers, l.Tier) {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return nil, nil
	}
	input := regions(loops, places)
	short, err := c.analyze(ctx, input, few)
	if err != nil {
		return nil, err
	}
	long, err := c.analyze(ctx, input, many)
	if err != nil {
		return nil, err
	}
	forms, err := c.registerForms(ctx, loops, places)
	if err != nil {
		return nil, err
	}
	found := map[int]Prediction{}
	for _, i := range places {
		name := strconv.Itoa(i)
		a, b := short[name], long[name]
		if a == nil || b == nil || len(a.Instructions) != len(loops[i].Code) {
			return nil, fmt.Errorf("%s -mcpu=%s does not know all instructions of loop %s of %s", analyzer, c.Name, loops[i].Label, loops[i].Body)
		}
		p := a.bounds()
		p.Chain = a.chainOf(loops[i], forms)
		p.CPU, p.Cycles = c.Name, float64(b.Summary.TotalCycles-a.Summary.TotalCycles)/(many-few)
		found[i] = p
	}
	return found, nil
}

var jumpTarget = regexp.MustCompile(`(0x[0-9a-f]+ )?<[^>]*>$|0x[0-9a-f]+$`)

// regions writes loops as the analyzer's input: a region for each, with its place as
// its name. Where a jump leads makes no difference.
func regions(loops []Loop, places []int) []byte {
	var b bytes.Buffer
	for _, i := range places {
		fmt.Fprintf(&b, "# LLVM-MCA-BEGIN %d\n", i)
		for _, text := range loops[i].Code {
			if jumpOf.MatchString(text) {
				text = jumpTarget.ReplaceAllString(text, "elsewhere")
			}
			b.WriteString(text + "\n")
		}
		b.WriteString("# LLVM-MCA-END\n")
	}
	if loops[places[0]].Arch == "arm64" {
		return bytes.ReplaceAll(b.Bytes(), []byte("# LLVM"), []byte("// LLVM")) // # begins a number there
	}
	return b.Bytes()
}

// A region is what the analyzer says of a loop.
type region struct {
	Name         string
	Instructions []string
	Info         struct {
		List []struct{ Latency float64 } `json:"InstructionList"`
	} `json:"InstructionInfoView"`
	Pressure struct {
		Uses []struct {
			InstructionIndex, ResourceIndex int
			ResourceUsage                   float64
		} `json:"ResourcePressureInfo"`
	} `json:"ResourcePressureView"`
	Summary struct {
		BlockRThroughput                                  float64
		DispatchWidth, Iterations, TotalCycles, TotaluOps int
	} `json:"SummaryView"`
}

// analyze returns the analyzer's regions by their names.
func (c CPU) analyze(ctx context.Context, input []byte, iterations int) (map[string]*region, error) {
	cmd := exec.CommandContext(ctx, analyzer, "-mtriple="+triples[c.Arch], "-mcpu="+c.Name, "-json",
		"-iterations="+strconv.Itoa(iterations))
	cmd.Stdin = bytes.NewReader(input)
	out, err := command.Output(cmd)
	if err != nil {
		return nil, err
	}
	var said struct {
		CodeRegions []*region
		TargetInfo  struct{ Resources []string }
	}
	if err := json.Unmarshal(out, &said); err != nil {
		return nil, fmt.Errorf("%s: %w", analyzer, err)
	}
	if units := said.TargetInfo.Resources; len(units) == 0 || !strings.HasPrefix(units[0], c.units) {
		return nil, fmt.Errorf("%s models %s by units %v, expected units %s*; is it LLVM 22?", analyzer, c.Name, units, c.units)
	}
	found := map[string]*region{}
	for _, r := range said.CodeRegions {
		found[r.Name] = r
	}
	return found, nil
}

// bounds returns the bounds by ports and by issue width. The analyzer tells the
// greater one. The other one, if it is that by ports, is the busiest unit's time.
func (r *region) bounds() Prediction {
	busy := map[int]float64{}
	for _, use := range r.Pressure.Uses {
		if use.InstructionIndex == len(r.Instructions) { // the sum over all instructions
			busy[use.ResourceIndex] += use.ResourceUsage
		}
	}
	p := Prediction{Issue: float64(r.Summary.TotaluOps) / float64(r.Summary.Iterations*r.Summary.DispatchWidth)}
	for _, cycles := range busy {
		p.Ports = max(p.Ports, cycles)
	}
	if r.Summary.BlockRThroughput > p.Issue+0.01 {
		p.Ports = r.Summary.BlockRThroughput
	} else {
		p.Ports = min(p.Ports, r.Summary.BlockRThroughput)
	}
	return p
}
