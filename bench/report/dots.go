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
	if len(all[0].series[0].Turns) > 0 {
		w.note += " Pale bars and ± are 95% intervals."
	}
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
	ranges, folded := "", bench.Row{Results: at.series}
	if len(at.series[0].Turns) > 0 {
		ranges = " ranges"
	}
	fmt.Fprintf(p, "<table class=\"dots%s\"><caption>%s</caption>\n<tbody>\n", ranges, table.HTML(at.machine.short()))
	floor, _ := at.Cost(bench.Floor)
	for _, x := range slices.SortedStableFunc(slices.Values(at.series), func(a, b bench.Result) int { return cmp.Compare(a.Cost, b.Cost) }) {
		off, cost, times, from, reach := "", w.digits(x.Cost), "", percent(x.Cost), ""
		if p.colors.aside(x.Kernel) {
			off = " off"
		}
		if floor > 0 && x.Kernel != bench.Floor {
			times, from = table.Digits(x.Cost/floor)+" ×", min(percent(floor), from)
		}
		if f := x.Figure(); f.Within() != "" { // of the lab, whose costs are times
			low, high := max(0, percent(f.Low)), min(100, percent(f.High))
			reach = fmt.Sprintf("<s style=\"left:%.1f%%;width:%.1f%%\"></s>", low, high-low)
			cost = inUnit(f.Value, f.Digits) + within(f)
			if f, ok := folded.Times(x.Kernel, bench.Floor); ok && times != "" {
				times = f.Digits(f.Value) + " ×" + within(f)
			}
		}
		name := table.HTML(x.Kernel)
		fmt.Fprintf(p, "<tr class=\"series %s%s\" data-name=\"%s\"><th scope=\"row\">%s</th>"+
			"<td class=\"track\">%s<i style=\"left:%.1f%%;width:%.1f%%\"></i></td><td>%s</td><td>%s</td></tr>\n",
			p.colors.class(x.Kernel), off, name, strings.Replace(name, "/", "/<wbr>", 1), reach, from, percent(x.Cost)-from, cost, times)
	}
	p.WriteString("</tbody></table>\n")
}

// within is HTML for how far a figure's range reaches, if it has one.
func within(f bench.Figure) string {
	if f.Within() == "" {
		return ""
	}
	return " <small>" + f.Within() + "</small>"
}
