package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"

	"mexlab/asm"
)

// Findings are what a run of the lab found out.
type Findings struct {
	GOOS      string    `json:"goos"`
	GOARCH    string    `json:"goarch"`
	CPUs      int       `json:"cpus"`
	Tier      string    `json:"tier"` // of CPU features
	Toolchain string    `json:"toolchain"`
	Rounds    int       `json:"rounds"`
	Results   []Finding `json:"results"`
}

// A Finding is one kernel, or the floor, on one workload.
type Finding struct {
	Workload string  `json:"workload"`
	Degree   int     `json:"degree"`
	Kernel   string  `json:"kernel"`
	Vertices int     `json:"vertices"` // that it was timed on
	Cost     float64 `json:"ns_per_vertex,omitempty"`
	XFloor   float64 `json:"x_floor,omitempty"`
	Limit    string  `json:"limit,omitempty"` // why it could not
}

func newFindings(b budget) *Findings {
	return &Findings{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Tier: asm.Best().Name, Toolchain: runtime.Version(), Rounds: b.rounds,
	}
}

// add takes in the entries of a workload, the floor first.
func (f *Findings) add(w Workload, entries []*Entry) {
	for _, e := range entries {
		x := Finding{Workload: w.Name, Degree: w.Degree, Kernel: e.Kernel.Info().String(), Vertices: e.Batch.Len()}
		if e.Limit != nil {
			x.Limit = shortLimit(e.Limit)
		} else {
			x.Cost, x.XFloor = e.Cost, e.Cost/entries[0].Cost
		}
		f.Results = append(f.Results, x)
	}
}

// WriteJSON writes the findings as one JSON object.
func (f *Findings) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(f)
}

// conclusions are the lines that matter: the fastest kernel of each workload,
// how far it is from the floor, and how good auto's choices were.
func (f *Findings) conclusions() []string {
	var fastest, floors, auto []string
	good := 0
	for _, w := range f.workloads() {
		best, own := f.best(w)
		if best == nil {
			continue
		}
		fastest = append(fastest, best.Kernel+" on "+w)
		floors = append(floors, number(best.XFloor)+" on "+w)
		switch {
		case own == nil:
		case own.Cost <= best.Cost*asGood:
			good++
		default:
			auto = append(auto, fmt.Sprintf("%.0f%% behind %s on %s", 100*(own.Cost/best.Cost-1), best.Kernel, w))
		}
	}
	lines := []string{
		"The fastest, auto left out: " + strings.Join(fastest, ", ") + ".",
		"Times the floor: " + strings.Join(floors, ", ") + ".",
	}
	if good+len(auto) > 0 {
		line := fmt.Sprintf("Auto was as good as the fastest, within %.0f%%, on %d of %d workloads", 100*(asGood-1), good, good+len(auto))
		if len(auto) > 0 {
			line += "; " + strings.Join(auto, ", ")
		}
		lines = append(lines, line+".")
	}
	return lines
}

// asGood is the ratio up to which two times count as the same: the lab's turns
// are short.
const asGood = 1.1

func (f *Findings) workloads() (names []string) {
	for _, x := range f.Results {
		if len(names) == 0 || names[len(names)-1] != x.Workload {
			names = append(names, x.Workload)
		}
	}
	return names
}

// best returns the fastest kernel of a workload, auto left out, and auto; nil
// where there is none.
func (f *Findings) best(workload string) (best, auto *Finding) {
	for i := range f.Results {
		x := &f.Results[i]
		switch {
		case x.Workload != workload || x.Limit != "" || x.Kernel == Floor:
		case x.Kernel == "auto":
			auto = x
		case best == nil || x.Cost < best.Cost:
			best = x
		}
	}
	return best, auto
}
