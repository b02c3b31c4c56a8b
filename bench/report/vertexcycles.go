package report

import (
	"fmt"
	"slices"

	"mexlab/bench/model"
	"mexlab/track/table"
)

// A calibration is how many instructions outside loops there are to a cycle, and where
// that comes from.
type calibration struct {
	rate  float64
	cpu   string // where kernels were timed
	cases int
}

// calibrate takes the rate from the first machine that has times of kernels and cycles
// of loops.
func (l *Loops) calibrate(machines []*Machine) (c calibration) {
	for _, cycles := range l.Measured {
		at := slices.IndexFunc(machines, cycles.of)
		if at < 0 {
			continue
		}
		m := machines[at]
		c = calibration{cpu: m.Settings.Get("cpu")}
		c.rate = model.Rate(l.Runs[m.Arch], cycles.Settings.Get(modelSetting), l.Predicted, func(w model.Workload) (float64, bool) {
			x, ok := m.cycles(w, cycles.Clock)
			if ok {
				c.cases++
			}
			return x, ok
		})
		if c.rate > 0 {
			return c
		}
	}
	return c
}

// of tells whether the loops were measured on a machine whose kernels were timed.
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
		fmt.Sprintf("%d cases that were timed on %s, and so stands for what was waited for", c.cases, c.cpu),
		"there. On other CPUs it is a guess. **All of it is a model, and no time.**", "")
	for _, arch := range []string{"amd64", "arm64"} {
		// Without loops there is nothing that a model knows.
		workloads := slices.DeleteFunc(slices.Clone(l.Runs[arch]), func(w model.Workload) bool { return w.Inside == 0 })
		if len(workloads) > 0 {
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
			rows[i] = append(rows[i], table.Number(w.Cycles(cpu.Name, l.Predicted)+(w.Insns-w.Inside)/rate))
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
