package bench

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"mexlab/asm"
	"mexlab/track/report"
	"mexlab/track/table"
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

	stride int // 1 if all vertices were timed, n if every n-th was
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
	for _, x := range r.Results {
		if x.Kernel == kernel && x.Limit == "" {
			return x.Cost, true
		}
	}
	return 0, false
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

	Rows []*Row `json:"-"` // one for each workload
}

func newResults(b budget) *Results {
	return &Results{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Tier: asm.Best().Name, Toolchain: runtime.Version(), Rounds: b.rounds,
	}
}

func (s *Results) add(w Workload, entries []*entry) *Row {
	row := &Row{Suite: w.suite, Key: w.Key}
	for _, e := range entries {
		row.Results = append(row.Results, Result{e.String(), e.batch.Len(), e.cost, e.limit, e.stride})
	}
	s.Rows = append(s.Rows, row)
	return row
}

// WriteJSON writes one JSON object, with a list of the results of all rows.
func (s *Results) WriteJSON(w io.Writer) error {
	type result struct {
		Workload string `json:"workload"`
		Degree   int    `json:"degree"`
		Result
		XFloor float64 `json:"x_floor,omitempty"`
	}
	list := []result{}
	for _, row := range s.Rows {
		degree, _ := strconv.Atoi(row.Get("deg"))
		for _, x := range row.Results {
			ratio, _ := row.Ratio(x.Kernel)
			list = append(list, result{row.Get("load"), degree, x, ratio})
		}
	}
	return report.WriteJSON(w, struct {
		Schema report.Schema `json:"schema"`
		*Results
		List []result `json:"results"`
	}{report.Schema{}, s, list})
}

// conclusions returns the lines that matter most: which kernel is the fastest on
// each workload, how far it is from the floor, and how good auto's choices were.
func (s *Results) conclusions() []string {
	var fastest, floors, slow []string
	compared := 0
	for _, row := range s.Rows {
		best, ok := row.Best()
		if !ok {
			continue
		}
		workload := row.Get("load")
		ratio, _ := row.Ratio(best.Kernel)
		fastest = append(fastest, best.Kernel+" on "+workload)
		floors = append(floors, table.Digits(ratio)+" on "+workload)
		if auto, ok := row.Cost("auto"); ok {
			compared++
			if auto > best.Cost*asGood {
				slow = append(slow, fmt.Sprintf("%.0f%% behind %s on %s", 100*(auto/best.Cost-1), best.Kernel, workload))
			}
		}
	}
	lines := []string{
		"The fastest, auto left out: " + strings.Join(fastest, ", ") + ".",
		"Times the floor: " + strings.Join(floors, ", ") + ".",
	}
	if compared > 0 {
		line := fmt.Sprintf("Auto was as good as the fastest, within %.0f%%, on %d of %d workloads", 100*(asGood-1), compared-len(slow), compared)
		if len(slow) > 0 {
			line += "; " + strings.Join(slow, ", ")
		}
		lines = append(lines, line+".")
	}
	return lines
}

// asGood is the ratio up to which times count as the same: the lab's turns are short.
const asGood = 1.1
