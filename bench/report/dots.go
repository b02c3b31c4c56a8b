package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"mexlab/bench"
	"mexlab/track/table"
)

// A workloads section has the costs of all series on all workloads: for each
// workload what it is and, beside that, the series of each machine as a table in
// which a dot has its place by the logarithm of the cost.
type workloads struct {
	id, question, note string
	best               string // "Fastest": the word for the kernel with the least cost
	machines           []*Machine
	digits, tick       func(cost float64) string // for a cost, and for the ends of the scale
}

func (p *page) workloads(w *workloads) {
	docs := map[string]string{}
	for _, g := range bench.Groups() {
		docs[g.Suite+"/"+g.Key] = capital(g.Doc) + "."
	}
	all := places(w.machines)
	if len(all) == 0 {
		return
	}
	low, high := math.Inf(1), 0.0
	var names []string // of the workloads
	for _, at := range all {
		for _, x := range at.series {
			low, high = min(low, x.Cost), max(high, x.Cost)
		}
		if !slices.Contains(names, at.Input()) {
			names = append(names, at.Input())
		}
	}
	low, high = math.Floor(math.Log10(low)), math.Floor(math.Log10(high))+1
	p.section(w.id, w.question, fmt.Sprintf("%s Lines begin at the floor, on a logarithmic scale from %s to %s.",
		w.note, w.tick(math.Pow(10, low)), w.tick(math.Pow(10, high))), "")
	for _, name := range names {
		on := slices.DeleteFunc(slices.Clone(all), func(at place) bool { return at.Input() != name })
		fmt.Fprintf(p, "<div class=\"load\"><div><h3>%s</h3>\n<p>%s</p>\n", table.HTML(name), table.HTML(docs[on[0].Name()]))
		if kernels := winners(on); kernels != "" {
			fmt.Fprintf(p, "<p class=\"faint\">%s: %s.</p>", w.best, table.HTML(kernels))
		}
		p.WriteString("</div>\n<div class=\"machines\">\n")
		for _, at := range on {
			p.dots(w, at, func(cost float64) float64 { return 100 * (math.Log10(cost) - low) / (high - low) })
		}
		p.WriteString("</div></div>\n")
	}
	p.WriteString("</section>\n")
}

// winners lists the kernels with the least cost of a workload.
func winners(on []place) string {
	var kernels, sentence []string
	for _, at := range on {
		if at.best == "" {
			continue
		}
		if !slices.Contains(kernels, at.best) {
			kernels = append(kernels, at.best)
		}
		sentence = append(sentence, at.best+" on "+at.machine.short())
	}
	if len(kernels) == 1 {
		sentence = kernels
	}
	return strings.Join(sentence, ", ")
}

// dots writes the table of a workload on a machine.
func (p *page) dots(w *workloads, at place, percent func(cost float64) float64) {
	fmt.Fprintf(p, "<table class=\"dots\"><caption>%s</caption>\n<tbody>\n", table.HTML(at.machine.short()))
	floor, _ := at.Cost(bench.Floor)
	for _, x := range slices.SortedStableFunc(slices.Values(at.series), func(a, b bench.Result) int { return cmp.Compare(a.Cost, b.Cost) }) {
		off, times, from := "", "", percent(x.Cost)
		if p.colors.aside(x.Kernel) {
			off = " off"
		}
		if floor > 0 && x.Kernel != bench.Floor {
			times, from = table.Digits(x.Cost/floor)+" ×", min(percent(floor), from)
		}
		name := table.HTML(x.Kernel)
		fmt.Fprintf(p, "<tr class=\"series %s%s\" data-name=\"%s\"><th scope=\"row\">%s</th>"+
			"<td class=\"track\"><i style=\"left:%.1f%%;width:%.1f%%\"></i></td><td>%s</td><td>%s</td></tr>\n",
			p.colors.class(x.Kernel), off, name, strings.Replace(name, "/", "/<wbr>", 1), from, percent(x.Cost)-from, w.digits(x.Cost), times)
	}
	p.WriteString("</tbody></table>\n")
}
