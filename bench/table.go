package bench

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mexlab/kernel"
	"mexlab/track/table"
)

// writeBlock writes the table of one workload: a line for the floor and each
// kernel with nanoseconds per vertex, how many times as fast as lowbit it is,
// and its time as a multiple of the floor.
func writeBlock(w io.Writer, load Workload, entries []*Entry) error {
	var out bytes.Buffer
	rows, stride := 0, 1
	var lowbit, floor float64
	for _, r := range entries {
		if r.Stride == 1 {
			rows = max(rows, r.Batch.Len())
		}
		stride = max(stride, r.Stride)
		switch r.Kernel.Info().String() {
		case "lowbit":
			lowbit = r.Cost
		case Floor:
			floor = r.Cost
		}
	}
	size := fmt.Sprintf("%d vertices", rows)
	if stride > 1 {
		size += fmt.Sprintf("; * timed on every %s", ordinal(stride))
	}
	fmt.Fprintf(&out, "\n%s\n", wrap(load.Name+": "+load.Doc+"; "+size))
	fmt.Fprintf(&out, "  %-18s%14s%14s%12s\n", "kernel", "ns/vertex", "x lowbit", "x floor")
	for _, r := range entries {
		name := r.Kernel.Info().String()
		if r.Limit != nil {
			fmt.Fprintf(&out, "  %-18s%14s%14s%12s  %s\n", name, "-", "-", "-", shortLimit(r.Limit))
			continue
		}
		if r.Stride > 1 {
			name += " *"
		}
		fast, above := "-", "-"
		if lowbit > 0 {
			fast = table.Digits(lowbit / r.Cost)
		}
		if floor > 0 {
			above = table.Digits(r.Cost / floor)
		}
		fmt.Fprintf(&out, "  %-18s%14s%14s%12s\n", name, table.Digits(r.Cost), fast, above)
	}
	_, err := w.Write(out.Bytes())
	return err
}

// shortLimit says in a few words why a kernel cannot run a workload.
func shortLimit(err error) string {
	var limit *kernel.LimitError
	var value *kernel.ValueError
	switch {
	case errors.As(err, &limit):
		return fmt.Sprintf("%s %d is above %d", limit.What, limit.Got, limit.Max)
	case errors.As(err, &value):
		return "takes " + value.What
	}
	return "over the work budget"
}

// ordinal writes 2 as "2nd".
func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// wrap breaks text into lines of at most 80 columns.
func wrap(text string) string {
	const width = 80
	var out strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > width:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	return out.String()
}
