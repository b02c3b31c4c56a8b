package bench

import (
	"fmt"
	"slices"
	"strings"

	"mexlab/internal/words"
	"mexlab/track/table"
)

// asGood is the ratio up to which times count as the same: the lab's turns are short.
const asGood = 1.1

// Conclusions returns the sentences that matter most: which kernel is the fastest on
// each workload, how far it is from the floor, where auto chose badly, and whether
// the machine was busy.
func (s *Results) Conclusions() []string {
	var kernels, floors, slow []string
	on := map[string][]string{} // the workloads on which a kernel is the fastest
	compared := 0
	for _, row := range s.Rows {
		best, ok := row.Best()
		if !ok {
			continue
		}
		workload := row.Get("load")
		if !slices.Contains(kernels, best.Kernel) {
			kernels = append(kernels, best.Kernel)
		}
		on[best.Kernel] = append(on[best.Kernel], workload)
		if f, ok := row.Times(best.Kernel, Floor); ok {
			floors = append(floors, fmt.Sprintf("%v floors on %s", f, workload))
		}
		if f, ok := row.Times("auto", best.Kernel); ok {
			compared++
			if f.Low > asGood {
				slow = append(slow, fmt.Sprintf("%v times as long as %s on %s", f, best.Kernel, workload))
			}
		}
	}
	for i, k := range kernels {
		kernels[i] = k + " on " + words.List(on[k])
	}
	lines := []string{
		"The fastest, besides auto: " + strings.Join(kernels, "; ") + ".",
		"It takes " + words.List(floors) + ".",
	}
	switch {
	case len(slow) > 0:
		lines = append(lines, "Auto takes "+words.List(slow)+".")
	case compared > 0:
		lines = append(lines, fmt.Sprintf("Auto is as fast as the fastest, within %.0f%%, on %s.", 100*(asGood-1), table.Count(compared, "workload", "workloads")))
	}
	if s.Apart >= Busy {
		lines = append(lines, Disturbed(s.Apart))
	}
	return lines
}
