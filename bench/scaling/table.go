package scaling

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Table writes results as a table in Markdown. A row is a text; by the number of
// workers it has the times of the solver, as multiples of those of the process
// that only reads, and how they have grown since the first row of the same kind:
// t ~ edges^exponent.
func Table(results []Result) string {
	var workers []int
	texts := map[Case]map[int]Result{}
	var order []Case
	for _, r := range results {
		key := r.Case
		key.Workers = 0
		if texts[key] == nil {
			texts[key] = map[int]Result{}
			order = append(order, key)
		}
		texts[key][r.Workers] = r
		if r.Workers > 0 && !slices.Contains(workers, r.Workers) {
			workers = append(workers, r.Workers)
		}
	}

	var b strings.Builder
	b.WriteString("| game, order, edges | text MB | only reading: ms | CPU ms |")
	for _, w := range workers {
		fmt.Fprintf(&b, " -j%d: ms | x reading | CPU ms | x reading | exponent | peak B/edge |", w)
	}
	b.WriteString("\n|---|--:|--:|--:|" + strings.Repeat("--:|--:|--:|--:|--:|--:|", len(workers)) + "\n")
	for _, key := range order {
		of := texts[key]
		read := of[0]
		fmt.Fprintf(&b, "| %s, %s, %s | %.1f | %s | %s |", key.Game, key.Order, power(key.Edges), float64(read.Bytes)/1e6, ms(read.Wall), ms(read.CPU))
		for _, w := range workers {
			r, ok := of[w]
			if !ok {
				b.WriteString(" - | - | - | - | - | - |")
				continue
			}
			exponent := "-"
			first := key
			first.Edges = least
			if f, ok := texts[first][w]; ok && key.Edges > least {
				exponent = fmt.Sprintf("%.2f", math.Log(float64(r.Wall)/float64(f.Wall))/math.Log(float64(key.Edges)/least))
			}
			fmt.Fprintf(&b, " %s | %.2f | %s | %.2f | %s | %.1f |", ms(r.Wall), float64(r.Wall)/float64(read.Wall),
				ms(r.CPU), float64(r.CPU)/float64(read.CPU), exponent, float64(r.Peak)/float64(r.Edges))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func ms(d time.Duration) string {
	x := d.Seconds() * 1000
	if x < 100 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// power writes a power of ten as one.
func power(x uint64) string {
	e := 0
	for y := x; y >= 10 && y%10 == 0; y /= 10 {
		e++
	}
	if math.Pow10(e) == float64(x) {
		return fmt.Sprintf("10^%d", e)
	}
	return fmt.Sprint(x)
}
