package bench

import (
	"io"
	"strconv"

	"mexlab/track/report"
)

// WriteJSON writes one JSON object: a list of the results of all workloads, and
// one of those of the election. An interval has the true value with 95% confidence.
func (s *Results) WriteJSON(w io.Writer) error {
	type interval [2]float64
	type result struct {
		Workload string `json:"workload"`
		Degree   int    `json:"degree"`
		Result
		Interval        *interval `json:"ns_per_vertex_interval,omitempty"`
		XFloor          float64   `json:"x_floor,omitempty"`
		XFloorInterval  *interval `json:"x_floor_interval,omitempty"`
		XLowbit         float64   `json:"x_lowbit,omitempty"`
		XLowbitInterval *interval `json:"x_lowbit_interval,omitempty"`
	}
	figure := func(f Figure, ok bool) (float64, *interval) {
		if !ok {
			return 0, nil
		}
		return f.Value, &interval{f.Low, f.High}
	}
	list := []result{}
	for _, row := range s.Rows {
		degree, _ := strconv.Atoi(row.Get("deg"))
		for _, x := range row.Results {
			r := result{Workload: row.Get("load"), Degree: degree, Result: x}
			if x.Limit == "" {
				_, r.Interval = figure(x.Figure(), true)
			}
			r.XFloor, r.XFloorInterval = figure(row.Times(x.Kernel, Floor))
			r.XLowbit, r.XLowbitInterval = figure(row.Times("lowbit", x.Kernel))
			list = append(list, r)
		}
	}
	type solver struct {
		Solver         string    `json:"solver"`
		Vertices       int       `json:"vertices"`
		Cost           float64   `json:"ns_per_vertex"`
		Interval       *interval `json:"ns_per_vertex_interval"`
		XPlain         float64   `json:"x_plain"`
		XPlainInterval *interval `json:"x_plain_interval"`
	}
	var election []solver
	if s.Election != nil {
		for _, x := range s.Election.Results {
			r := solver{Solver: x.Kernel, Vertices: x.Vertices}
			r.Cost, r.Interval = figure(x.Figure(), true)
			r.XPlain, r.XPlainInterval = figure(s.Election.Times(plainSolver, x.Kernel))
			election = append(election, r)
		}
	}
	return report.WriteJSON(w, struct {
		Schema report.Schema `json:"schema"`
		*Results
		List     []result `json:"results"`
		Election []solver `json:"election,omitempty"`
	}{report.Schema{}, s, list, election})
}
