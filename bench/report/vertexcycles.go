package report

import (
	"fmt"
	"math"
	"slices"

	"mexlab/bench/model"
	"mexlab/track/stat"
	"mexlab/track/table"
)

// A calibration is how many instructions outside loops there are to a cycle, and where
// that comes from.
type calibration struct {
	rate float64
	cpu  string    // where kernels were timed
	off  []float64 // by how much the predictions of the cases there are off, as a share
}

// calibrate takes the rate from the first machine that has times of kernels and cycles
// of loops.
func (l *Loops) calibrate(machines []*Machine) (c calibration) {
	for _, cycles := range l.Measured {
		at := slices.IndexFunc(machines, cycles.of)
		if at < 0 {
			continue
		}
		m, cpu := machines[at], cycles.Settings.Get(ModelKey)
		if !slices.ContainsFunc(l.Predicted, func(r model.Result) bool { return r.CPU == cpu }) {
			continue
		}
		timed := func(w model.Workload) (float64, bool) { return m.cycles(w, cycles.Clock) }
		c = calibration{cpu: m.Settings.Get("cpu"), rate: model.Rate(l.workloads(m.Arch), cpu, l.Predicted, timed)}
		for _, w := range l.workloads(m.Arch) {
			if x, ok := timed(w); ok && c.rate > 0 {
				c.off = append(c.off, math.Abs(w.Predicted(cpu, l.Predicted, c.rate)/x-1))
			}
		}
		if c.rate > 0 {
			return c
		}
	}
	return c
}

// workloads returns those of an architecture. Without loops there is nothing that a
// model knows.
func (l *Loops) workloads(arch string) []model.Workload {
	return slices.DeleteFunc(slices.Clone(l.Runs[arch]), func(w model.Workload) bool { return w.Inside == 0 })
}

// of reports whether the loops were measured on a machine whose kernels were timed.
func (c *Cycles) of(m *Machine) bool { return m.Folder == c.Folder && !m.Counted }

// cycles returns what a kernel took for a vertex of a workload, in cycles, at a
// number of cycles a nanosecond.
func (m *Machine) cycles(w model.Workload, clock float64) (float64, bool) {
	for _, r := range m.Suite("Mex") {
		if r.Get("load") == w.Load {
			ns, ok := r.Cost(w.Kernel)
			return ns * clock, ok
		}
	}
	return 0, false
}

// vertexCycles writes the predicted cycles of kernels on workloads, and what was
// measured.
func (d *document) vertexCycles(machines []*Machine, l *Loops) {
	c := l.calibrate(machines)
	if c.rate <= 0 {
		return
	}
	d.say("### Cycles a vertex, predicted", "",
		"How often each loop runs on each workload, counted exactly by an emulator, times its predicted",
		fmt.Sprintf("cycles. Instructions outside loops count as %s to a cycle. That fits a typical one of the", table.Digits(c.rate)),
		fmt.Sprintf("%d cases that were timed on %s, and so stands for what was waited for", len(c.off), c.cpu),
		fmt.Sprintf("there: half of the predictions are off by %s or less, and the worst by %s. On other CPUs it is", share(stat.Median(c.off)), share(slices.Max(c.off))),
		"a guess. **All of it is a model, and no time.**", "")
	for _, arch := range []string{"amd64", "arm64"} {
		if workloads := l.workloads(arch); len(workloads) > 0 {
			d.details(arch, func() { d.cyclesOf(arch, workloads, machines, l, c.rate) })
		}
	}
}

func (d *document) cyclesOf(arch string, workloads []model.Workload, machines []*Machine, l *Loops, rate float64) {
	columns := append(table.Words("workload", "kernel"), table.Numbers("insns/vertex", "in loops")...)
	rows := make([][]table.Cell, len(workloads))
	for i, w := range workloads {
		rows[i] = append(table.Row(w.Load, w.Kernel), table.Number(w.Insns), table.Cell{Text: share(w.Inside / w.Insns)})
	}
	for _, cpu := range model.CPUs() {
		if cpu.Arch != arch {
			continue
		}
		columns = append(columns, table.Numbers(cpu.Title)...)
		for i, w := range workloads {
			rows[i] = append(rows[i], table.Number(w.Predicted(cpu.Name, l.Predicted, rate)))
		}
	}
	for _, cycles := range l.Measured {
		at := slices.IndexFunc(machines, cycles.of)
		if at < 0 || machines[at].Arch != arch {
			continue
		}
		columns = append(columns, table.Numbers("timed on "+machines[at].Settings.Get("cpu"))...)
		for i, w := range workloads {
			rows[i] = append(rows[i], number(machines[at].cycles(w, cycles.Clock)))
		}
	}
	d.table(columns, rows)
}
