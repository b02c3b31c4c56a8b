package bench

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"mexlab/asm"
	"mexlab/track/stat"
)

// A Row is what the cases of a Group cost. The floor is the first.
type Row struct {
	Suite, Key string // of the Group
	Results    []Result
}

// A Result is what one kernel, or the floor, costs.
type Result struct {
	Kernel   string  `json:"kernel"`                  // registered name, or Floor
	Vertices int     `json:"vertices"`                // that it was timed on; 0 in a report
	Cost     float64 `json:"ns_per_vertex,omitempty"` // in a report, in the unit of its suite
	Limit    string  `json:"limit,omitempty"`         // why the kernel has no cost here

	Turns  []float64 `json:"-"` // of the lab: nanoseconds per vertex, by round
	stride int       // 1 if all vertices were timed, n if every n-th was
}

// Figure returns the cost and, of the lab's turns, its range.
func (x *Result) Figure() Figure {
	if len(x.Turns) == 0 {
		return Figure{x.Cost, x.Cost, x.Cost}
	}
	return figureOf(x.Turns)
}

// Name returns the name of the row's group: "Mex/deg=15/k=uniform/load=uva".
func (r *Row) Name() string { return r.Suite + "/" + r.Key }

// Get returns the value of one of the key's parts, such as deg, or "".
func (r *Row) Get(name string) string {
	for part := range strings.SplitSeq(r.Key, "/") {
		if value, ok := strings.CutPrefix(part, name+"="); ok {
			return value
		}
	}
	return ""
}

// Input names the input of the row's cases, for people.
func (r *Row) Input() string {
	load, v := r.Get("load"), r.Get("v")
	switch {
	case load == "":
		return strings.ReplaceAll(r.Key, "/", " ")
	case v != "":
		return load + " v=" + v
	}
	return load
}

// Cost returns what a kernel, or the floor, costs.
func (r *Row) Cost(kernel string) (float64, bool) {
	x := r.result(kernel)
	if x == nil {
		return 0, false
	}
	return x.Cost, true
}

// result returns the result of a kernel that has a cost, or nil.
func (r *Row) result(kernel string) *Result {
	for i, x := range r.Results {
		if x.Kernel == kernel && x.Limit == "" {
			return &r.Results[i]
		}
	}
	return nil
}

// Times returns how many times as much a kernel costs as another one. Both have
// turns. Each round is a comparison of its own, so that the moments in which the
// machine was slow do not count.
func (r *Row) Times(kernel, other string) (f Figure, ok bool) {
	x, y := r.result(kernel), r.result(other)
	if x == nil || y == nil || len(x.Turns) == 0 || len(x.Turns) != len(y.Turns) {
		return f, false
	}
	ratios := make([]float64, len(x.Turns))
	for i := range ratios {
		ratios[i] = x.Turns[i] / y.Turns[i]
	}
	return figureOf(ratios), true
}

// Ratio returns a kernel's cost as a multiple of the floor.
func (r *Row) Ratio(kernel string) (float64, bool) {
	cost, ok := r.Cost(kernel)
	floor, hasFloor := r.Cost(Floor)
	if !ok || !hasFloor || floor == 0 {
		return 0, false
	}
	return cost / floor, true
}

// Best returns the cheapest kernel besides auto.
func (r *Row) Best() (best Result, ok bool) {
	for _, x := range r.Results {
		if x.Limit == "" && x.Kernel != Floor && x.Kernel != "auto" && (!ok || x.Cost < best.Cost) {
			best, ok = x, true
		}
	}
	return best, ok
}

// Kernels lists the kernels of some rows, without the floor, in the order in
// which they occur first. Auto is the last.
func Kernels(rows []*Row) []string {
	var names []string
	for _, r := range rows {
		for _, x := range r.Results {
			if x.Kernel != Floor && !slices.Contains(names, x.Kernel) {
				names = append(names, x.Kernel)
			}
		}
	}
	if i := slices.Index(names, "auto"); i >= 0 {
		names = append(slices.Delete(names, i, i+1), "auto")
	}
	return names
}

// Results are what a run of the lab measured.
type Results struct {
	GOOS      string `json:"goos"`
	GOARCH    string `json:"goarch"`
	CPUs      int    `json:"cpus"`
	Tier      string `json:"tier"` // of CPU features
	Toolchain string `json:"toolchain"`
	Rounds    int    `json:"rounds"`

	Apart float64 `json:"halves_apart"` // by how much two halves of the rounds disagree: 0.05 is 5%

	Rows     []*Row `json:"-"` // one for each workload
	Election *Row   `json:"-"` // its solvers, if they were timed
}

func newResults(b budget) *Results {
	return &Results{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Tier: asm.Best().Name, Toolchain: runtime.Version(), Rounds: b.rounds,
	}
}

func newResult(kernel string, vertices int, turns []float64, limit string, stride int) Result {
	x := Result{Kernel: kernel, Vertices: vertices, Limit: limit, Turns: turns, stride: stride}
	if len(turns) > 0 {
		x.Cost = stat.Median(turns)
	}
	return x
}

func (s *Results) add(w Workload, entries []*entry) *Row {
	row := &Row{Suite: w.suite, Key: w.Key}
	for _, e := range entries {
		row.Results = append(row.Results, newResult(e.String(), e.batch.Len(), e.turns, e.limit, e.stride))
	}
	s.Rows = append(s.Rows, row)
	return row
}

// limits lists why kernels have no cost.
func (s *Results) limits() (list []string) {
	for _, row := range s.Rows {
		for _, x := range row.Results {
			if x.Limit != "" {
				list = append(list, fmt.Sprintf("on workload %s, %s %s", row.Get("load"), x.Kernel, x.Limit))
			}
		}
	}
	return list
}
