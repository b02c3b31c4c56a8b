package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mexlab/bench/model"
	"mexlab/track/stat"
	"mexlab/track/table"
)

// farFromBound is how many times its bound a loop takes that is asked why. A
// prediction that is lower by more than unexplained does not tell.
const farFromBound, unexplained = 1.3, 0.15

// A comparison is a measured loop beside what the model of the CPU says of it. If
// several loops were measured together, it is the sum for them.
type comparison struct {
	model.Measured
	predicted float64
	bound     float64 // by ports and by issue width
	limit     string  // what the model says that it waits for
	doubts    []string
}

// compare joins the loops with the predictions for the CPU's model.
func (c *Cycles) compare(results []model.Result) []comparison {
	var all []comparison
	for _, m := range c.Loops {
		x := comparison{Measured: m}
		for _, r := range results {
			if r.CPU != c.Settings.Get(ModelKey) || r.Body != m.Loop.Body || r.Label != m.Loop.Label && !slices.Contains(m.With, r.Label) {
				continue
			}
			if x.predicted += r.Cycles; r.Label == m.Loop.Label {
				x.limit = limit(r)
			}
			x.bound += max(r.Ports, r.Issue)
			for _, word := range r.Doubts {
				if !slices.Contains(x.doubts, word) {
					x.doubts = append(x.doubts, word)
				}
			}
		}
		if x.predicted > 0 && m.Cycles > 0 {
			all = append(all, x)
		}
	}
	return all
}

// name has all loops that were measured together.
func (x comparison) name() string {
	return strings.Join(append([]string{x.Loop.Body + " " + x.Loop.Label}, x.With...), " + ")
}

// off is by how much the prediction is too high, as a share of what was measured.
func (x comparison) off() float64 { return x.predicted/x.Cycles - 1 }

// alone reports whether the measurement is one of this loop, or of a few together.
func (x comparison) alone() bool { return x.Share >= model.Alone }

// against writes the predictions for a machine beside its measurements.
func (d *document) against(c *Cycles, results []model.Result) {
	all := c.compare(results)
	if len(all) == 0 {
		return
	}
	d.say("### Predicted against measured: "+c.Settings.Get("cpu"), "",
		fmt.Sprintf("Cycles an iteration, at %s GHz, by a chain of additions in the same run. It did %s additions", table.Digits(c.Clock), table.Digits(c.Width)),
		"a cycle of those that need not wait: fewer than this CPU can if another thread shared the core.", "")
	var rows [][]table.Cell
	var errors []float64
	worst := all[0]
	for _, x := range all {
		near, speed, floor := table.None(), table.None(), table.None()
		if x.Loop.Unit == "byte" {
			perCycle := float64(x.Loop.Units) / x.Cycles
			speed, floor = table.Number(perCycle*c.Clock), table.Number(perCycle/c.Floor)
		}
		if x.alone() {
			near = table.Number(x.Cycles / x.bound)
			errors = append(errors, math.Abs(x.off()))
			if !worst.alone() || math.Abs(x.off()) > math.Abs(worst.off()) {
				worst = x
			}
		}
		rows = append(rows, []table.Cell{{Text: x.name()}, table.Number(x.predicted), table.Number(x.Cycles), signed(x.off()), {Text: share(x.Share)},
			table.Number(x.bound), near, speed, floor, {Text: strings.Join(x.doubts, ", ")}})
	}
	d.table(slices.Concat(table.Words("loop"), table.Numbers("predicted", "measured", "error", "share", "bound", "how near", "GB/s", "x OR"), table.Words("doubts")), rows)
	if len(errors) > 0 {
		d.say(fmt.Sprintf("The median error is %s, of %s with a share of %s or more. The worst is %s, of `%s`.",
			share(stat.Median(errors)), table.Count(len(errors), "row", "rows"), share(model.Alone), signed(worst.off()).Text, worst.name()), "")
	}
	d.far(all)
	var names []string
	for _, r := range results {
		if why := model.Apart(r.Loop); why != "" && r.CPU == c.Settings.Get(ModelKey) && r.Tier == all[0].Loop.Tier {
			names = append(names, fmt.Sprintf("`%s %s` (%s)", r.Body, r.Label, why))
		}
	}
	if names != nil {
		d.say("Not measured by themselves: "+strings.Join(names, "; ")+".", "")
	}
}

// far says why loops are far from their bounds, as far as the model knows.
func (d *document) far(all []comparison) {
	for _, reason := range []struct {
		text  string
		holds func(x comparison) bool
	}{
		{"The model does not tell why these take so long", func(x comparison) bool { return x.off() < -unexplained }},
		{"In these an iteration waits for the one before it", func(x comparison) bool { return x.limit == "chain" }},
		{"In these, says the model, what is ready finds the pipes that can do it busy, or the CPU cannot hold enough iterations at once",
			func(x comparison) bool { return true }},
	} {
		var names []string
		all = slices.DeleteFunc(slices.Clone(all), func(x comparison) bool {
			found := x.alone() && x.Cycles >= farFromBound*x.bound && reason.holds(x)
			if found {
				names = append(names, fmt.Sprintf("`%s` (%s)", x.name(), table.Digits(x.Cycles/x.bound)))
			}
			return found
		})
		if names != nil {
			d.say("- " + reason.text + ", as multiples of the bound: " + strings.Join(names, ", ") + ".")
		}
	}
	d.say("")
}

// signed writes a change as a percentage with its sign.
func signed(x float64) table.Cell {
	return table.Cell{Text: fmt.Sprintf("%+.0f%%", 100*x), Sort: table.Number(x).Sort}
}

func share(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) }
