package scaling

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"mexlab/bench/generate"
	"mexlab/track/benchfile"
	"mexlab/track/table"
)

// Line writes a result as benchmark output.
func (r Result) Line() string {
	return fmt.Sprintf("BenchmarkScaling/game=%s/order=%s/edges=%d/workers=%d 1 %d ns/op %d cpu-ns/op %d text-B %d peak-B\n",
		r.Game, r.Order, r.Edges, r.Workers, r.Wall.Nanoseconds(), r.CPU.Nanoseconds(), r.Bytes, r.Peak)
}

// Read reads results from benchmark output. Errors begin with the name.
func Read(name string, raw []byte) ([]Result, error) {
	file, err := benchfile.Read(bytes.NewReader(raw), name, nil)
	if err != nil {
		return nil, err
	}
	var results []Result
	for b := range file.Benchmarks() {
		value := func(unit string) float64 {
			if values := b.Values(unit); len(values) > 0 {
				return values[0]
			}
			return 0
		}
		duration := func(unit string) time.Duration { return time.Duration(math.Round(value(unit) * float64(time.Second))) }
		r := Result{Bytes: int64(value("text-B")), Wall: duration("sec/op"), CPU: duration("cpu-sec/op"), Peak: int64(value("peak-B"))}
		if err := r.parse(b.Name); err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", name, b.Line, b.Name, err)
		}
		if r.Edges == 0 || r.Wall <= 0 || r.CPU <= 0 {
			return nil, fmt.Errorf("%s:%d: %s: expected edges, ns/op and cpu-ns/op above 0", name, b.Line, b.Name)
		}
		results = append(results, r)
	}
	return results, nil
}

func (c *Case) parse(name string) (err error) {
	for part := range strings.SplitSeq(name, "/") {
		switch key, value, _ := strings.Cut(part, "="); key {
		case "game":
			c.Game = value
		case "order":
			c.Order = generate.Order(value)
		case "edges":
			c.Edges, err = strconv.ParseUint(value, 10, 64)
		case "workers":
			c.Workers, err = strconv.Atoi(value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Table makes a table with a row for each result.
func Table(results []Result) *table.Table {
	byCase := map[Case]Result{}
	for _, r := range results {
		byCase[r.Case] = r
	}
	var rows [][]table.Cell
	for _, r := range results {
		rows = append(rows, r.row(byCase))
	}
	return &table.Table{Rows: slices.Values(rows), Columns: append(table.Words("game, order, edges", "process"),
		table.Numbers("text MB", "ms", "x read", "CPU ms", "x read", "exponent", "peak B/edge")...)}
}

// row compares a result with the process that only reads the same text, and
// with the smallest graph of the same kind: t ~ edges^exponent.
func (r Result) row(byCase map[Case]Result) []table.Cell {
	process := "read"
	if r.Workers > 0 {
		process = fmt.Sprintf("solve -j%d", r.Workers)
	}
	cells := append(table.Row(fmt.Sprintf("%s, %s, %s", r.Game, r.Order, power(r.Edges)), process),
		table.Number(float64(r.Bytes)/1e6),
		table.Number(ms(r.Wall)), table.None(), table.Number(ms(r.CPU)), table.None(),
		table.None(), table.None())
	if r.Peak > 0 {
		cells[8] = table.Number(float64(r.Peak) / float64(r.Edges))
	}
	reading, small := r.Case, r.Case
	reading.Workers, small.Edges = 0, least
	if read, ok := byCase[reading]; ok && r.Workers > 0 {
		cells[4] = table.Number(float64(r.Wall) / float64(read.Wall))
		cells[6] = table.Number(float64(r.CPU) / float64(read.CPU))
	}
	if first, ok := byCase[small]; ok && r.Edges > least {
		cells[7] = table.Number(math.Log(float64(r.Wall)/float64(first.Wall)) / math.Log(float64(r.Edges)/least))
	}
	return cells
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

// power writes a power of ten as one.
func power(x uint64) string {
	if e := math.Round(math.Log10(float64(x))); math.Pow(10, e) == float64(x) {
		return fmt.Sprintf("10^%.0f", e)
	}
	return fmt.Sprint(x)
}
