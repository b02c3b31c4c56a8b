package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mexlab/bench"
	"mexlab/track/table"
)

// A finding is a claim in a few words, and the figures behind it in sentences.
type finding struct{ claim, figures string }

// findings says what the reports of some machines show. What they do not have is
// left out. The lab says itself what it found, with intervals.
func findings(machines []*Machine) []finding {
	var found []finding
	for _, m := range machines {
		for _, sentence := range m.Found {
			found = append(found, finding{figures: sentence})
		}
	}
	if found != nil {
		return found
	}
	timed, counted := split(machines)
	return slices.Concat(speedup(timed), distance(timed), fastest(timed), choices(timed), registers(timed), largest(timed), instructions(counted))
}

// split returns the machines with times and those with counts.
func split(machines []*Machine) (timed, counted []*Machine) {
	for _, m := range machines {
		if m.Counted {
			counted = append(counted, m)
		} else {
			timed = append(timed, m)
		}
	}
	return timed, counted
}

// A reach is the least and the greatest of some positive numbers, and whose they are.
type reach struct {
	low, high float64
	name      string
}

func (r *reach) add(x float64) {
	if r.high == 0 || x < r.low {
		r.low = x
	}
	r.high = max(r.high, x)
}

func (r reach) String() string { return r.write(table.Digits) }

func (r reach) write(digits func(float64) string) string {
	if low, high := digits(r.low), digits(r.high); low != high {
		return low + " to " + high
	}
	return digits(r.high)
}

// reaches returns how far a figure of the rows of a workload reaches over the
// machines, for the workloads with the least figure and with the greatest one.
func reaches(machines []*Machine, figure func(r *bench.Row) (float64, bool)) (least, most reach, ok bool) {
	var list []reach
	for _, m := range machines {
		for _, r := range m.Suite("Mex") {
			x, ok := figure(r)
			if !ok {
				continue
			}
			i := slices.IndexFunc(list, func(w reach) bool { return w.name == r.Input() })
			if i < 0 {
				i, list = len(list), append(list, reach{name: r.Input()})
			}
			list[i].add(x)
		}
	}
	if len(list) == 0 {
		return least, most, false
	}
	least = slices.MinFunc(list, func(a, b reach) int { return cmp.Compare(a.low, b.low) })
	most = slices.MaxFunc(list, func(a, b reach) int { return cmp.Compare(a.high, b.high) })
	return least, most, true
}

// quotient is how many times as long as the second kernel the first one takes.
func quotient(r *bench.Row, first, second string) (float64, bool) {
	x, ok := r.Cost(first)
	y, both := r.Cost(second)
	return x / y, ok && both && y > 0
}

func speedup(timed []*Machine) []finding {
	least, most, ok := reaches(timed, func(r *bench.Row) (float64, bool) { return quotient(r, "lowbit", "auto") })
	if !ok {
		return nil
	}
	return []finding{{"Auto is up to " + table.Digits(most.high) + " times as fast as enumeration",
		fmt.Sprintf("The usual kernel, lowbit, enumerates subsets. Auto is %s times as fast on %s%s.", most, most.name, also(least, most))}}
}

// also ends a sentence about a workload with the figure of the other extreme.
func also(other, first reach) string {
	if other.name == first.name {
		return ""
	}
	return fmt.Sprintf(", and %s times on %s", other, other.name)
}

func distance(timed []*Machine) []finding {
	least, most, ok := reaches(timed, func(r *bench.Row) (float64, bool) { return r.Ratio("auto") })
	if !ok {
		return nil
	}
	return []finding{{"Auto takes as little as " + table.Digits(least.low) + " times the floor",
		fmt.Sprintf("The floor is to read K and every value, which no kernel can avoid. Auto takes %s times as long on %s%s.",
			least, least.name, also(most, least))}}
}

// A place is a workload on a machine.
type place struct {
	*bench.Row
	machine *Machine
	best    string         // the fastest kernel, auto left out; "" if there is no other
	series  []bench.Result // as fold makes them
}

func (p place) String() string { return p.Input() + " (" + p.machine.short() + ")" }

// places lists the workloads of some machines, machine by machine.
func places(machines []*Machine) []place {
	var list []place
	for _, m := range machines {
		for _, r := range m.Suite("Mex") {
			best, _ := r.Best()
			if series := fold([]*bench.Row{r})[0].Results; len(series) > 0 {
				list = append(list, place{r, m, best.Kernel, series})
			}
		}
	}
	return list
}

func fastest(timed []*Machine) []finding {
	all := slices.DeleteFunc(places(timed), func(p place) bool { return p.best == "" })
	wins, first := map[string]int{}, ""
	family := func(p place) string {
		name, _, _ := strings.Cut(p.best, "/")
		return name
	}
	for _, p := range all {
		name := family(p)
		if wins[name]++; first == "" || wins[name] > wins[first] {
			first = name
		}
	}
	if first == "" {
		return nil
	}
	var others, workloads []string
	for _, p := range all {
		if !slices.Contains(workloads, p.Input()) {
			workloads = append(workloads, p.Input())
		}
		if name := family(p); name != first {
			others = append(others, name+" on "+p.String())
		}
	}
	figures := fmt.Sprintf("That is on %s and %s, auto left out.",
		table.Count(len(workloads), "workload", "workloads"), table.Count(len(timed), "machine", "machines"))
	if others != nil {
		figures += " Otherwise it is " + strings.Join(others, ", ") + "."
	}
	return []finding{{fmt.Sprintf("%s is the fastest in %d cases of %d", capital(first), wins[first], len(all)), figures}}
}

// near is the ratio up to which two kernels count as equally fast.
const near = 1.1

func choices(timed []*Machine) []finding {
	good, all := 0, 0
	worst, where := 0.0, place{}
	for _, p := range places(timed) {
		x, ok := quotient(p.Row, "auto", p.best)
		if !ok {
			continue
		}
		if all++; x <= near {
			good++
		}
		if x > worst {
			worst, where = x, p
		}
	}
	if all == 0 {
		return nil
	}
	figures := fmt.Sprintf("It chooses a kernel for each vertex, and is as fast as the fastest one or at most %.0f%% slower.", 100*(near-1))
	if worst > near {
		figures += fmt.Sprintf(" It is farthest behind on %s: %s times as long.", where, table.Digits(worst))
	}
	return []finding{{fmt.Sprintf("Auto chooses well in %d cases of %d", good, all), figures}}
}

func registers(timed []*Machine) []finding {
	var folded []*Machine
	for _, m := range timed {
		folded = append(folded, &Machine{Rows: fold(m.Rows)})
	}
	least, most, ok := reaches(folded, func(r *bench.Row) (float64, bool) { return quotient(r, "affine", "affine"+vector) })
	if !ok {
		return nil
	}
	return []finding{{"Up to " + table.Digits(most.high) + " times as fast in vector registers",
		fmt.Sprintf("Affine/vector is %s times as fast as affine in plain Go on %s%s.", most, most.name, also(least, most))}}
}

func largest(timed []*Machine) []finding {
	var list []finding
	for _, m := range timed {
		var readings, seconds, peak reach
		edges, workers := "", 0
		for _, g := range graphs(m.Scaling) {
			last := g.points[len(g.points)-1]
			if g.workers < workers {
				continue
			}
			if g.workers > workers {
				readings, seconds, peak, workers = reach{}, reach{}, reach{}, g.workers
			}
			edges = table.Digits(float64(last.Edges) / 1e6)
			readings.add(last.readings)
			seconds.add(last.Wall.Seconds())
			peak.add(float64(last.Peak) / float64(last.Edges))
		}
		if workers == 0 {
			continue
		}
		figures := fmt.Sprintf("A graph of that size takes %s s from text to answer, with %s on %s. That is %s readings of its text.",
			seconds.write(tenths), table.Count(workers, "worker", "workers"), m.short(), readings.write(tenths))
		if peak.low > 0 { // otherwise the system does not say
			figures += fmt.Sprintf(" It holds %s bytes an edge in memory.", peak.write(tenths))
		}
		list = append(list, finding{fmt.Sprintf("%s million edges in %s s", edges, tenths(seconds.low)), figures})
	}
	return list
}

func instructions(counted []*Machine) []finding {
	const name = "uva"
	var claim []string
	for _, m := range counted {
		for _, r := range m.Suite("Mex") {
			if x, ok := r.Cost("auto"); ok && r.Input() == name {
				claim = append(claim, table.Digits(x)+" instructions on "+m.Arch)
			}
		}
	}
	if claim == nil {
		return nil
	}
	return []finding{{strings.Join(claim, ", "), fmt.Sprintf("That is what auto takes for a vertex of %s, counted in emulators.", name)}}
}

// capital writes a word as the first of a sentence.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func tenths(x float64) string { return fmt.Sprintf("%.1f", x) }
