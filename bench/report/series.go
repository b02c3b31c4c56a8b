package report

import (
	"fmt"
	"slices"
	"strings"

	"mexlab/bench"
	"mexlab/kernel"
	"mexlab/track/table"
)

// A chart of every tier of every kernel would have a dozen curves of which most lie
// on one another. The page's charts have series instead: each kernel in plain Go,
// and its fastest tier.
const vector = "/vector" // ends the name of a kernel's fastest tier with vector registers

// fold returns rows whose results are those of the series, above zero.
func fold(rows []*bench.Row) []*bench.Row {
	var folded []*bench.Row
	for _, r := range rows {
		series := &bench.Row{Suite: r.Suite, Key: r.Key}
		for _, x := range r.Results {
			if x.Limit != "" || x.Cost <= 0 { // a logarithmic scale has no zero
				continue
			}
			if name, _, ok := strings.Cut(x.Kernel, "/"); ok {
				x.Kernel = name + vector
			}
			if i := slices.IndexFunc(series.Results, func(other bench.Result) bool { return other.Kernel == x.Kernel }); i < 0 {
				series.Results = append(series.Results, x)
			} else if series.Results[i].Cost > x.Cost {
				series.Results[i] = x
			}
		}
		folded = append(folded, series)
	}
	return folded
}

// A palette gives the series of a page their classes, and says which of them a
// reader sees at first. The first series is the floor.
type palette struct{ names []string }

// newPalette makes the palette of all series of some machines.
func newPalette(machines []*Machine) palette {
	var rows []*bench.Row
	for _, m := range machines {
		for _, suite := range []string{"Mex", "Degree", "K", "Width", "Solve"} {
			rows = append(rows, m.Suite(suite)...)
		}
	}
	return palette{append([]string{bench.Floor}, bench.Kernels(fold(rows))...)}
}

// class returns the class of a series: a kernel and its tiers share it.
func (p palette) class(name string) string {
	if name == p.names[0] {
		return "floor"
	}
	family := strings.TrimSuffix(name, vector)
	class := 0
	for _, other := range p.names[1:] {
		if other == family {
			break
		}
		if !strings.HasSuffix(other, vector) {
			class++
		}
	}
	return fmt.Sprintf("c%d", class%len(colors))
}

// aside reports whether a reader sees a series only if he asks for it: it is
// another one in a slower or a special form, or one that auto is as fast as.
func (p palette) aside(name string) bool {
	special := func(name string) bool {
		return strings.HasSuffix(name, vector) || slices.Contains([]string{"naive", "gray", "unit"}, name)
	}
	return special(name) && slices.ContainsFunc(p.names[1:], func(other string) bool { return !special(other) })
}

// ideas explains the kernels.
func (p palette) ideas() string {
	var out strings.Builder
	for i, name := range p.names {
		doc := "what no kernel can avoid: to read K and every value; for whole games, to parse the text"
		if i > 0 {
			k, err := kernel.Lookup(name) // a series with /vector is none, and its kernel is another series
			if err != nil {
				continue
			}
			doc = k.Info().Doc
		}
		fmt.Fprintf(&out, "<dt class=\"%s\">%s</dt><dd>%s</dd>\n", p.class(name), table.HTML(name), table.HTML(doc))
	}
	return out.String()
}

// buttons returns the switches of series, which the page's script brings to life.
func (p palette) buttons(label string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "<div class=\"switches\" role=\"group\" aria-label=\"%s\" hidden>\n", table.HTML(label))
	for _, name := range p.names {
		fmt.Fprintf(&out, "<button type=\"button\" class=\"%s\" aria-pressed=\"%t\">%s</button>\n", p.class(name), !p.aside(name), table.HTML(name))
	}
	out.WriteString("</div>\n")
	return out.String()
}

// colors are those of the series on light paper and on dark paper.
var colors = []struct{ light, dark string }{
	{"#8a5a00", "#dba849"}, // brown
	{"#a8327a", "#f08cc0"}, // pink
	{"#b3261e", "#ff8a80"}, // red
	{"#6b3fc4", "#bda4ff"}, // violet
	{"#00696e", "#5cc8cf"}, // teal
	{"#1b6e3c", "#7ddc9c"}, // green
	{"#1f5fbf", "#8ab4f8"}, // blue
	{"#5a5f00", "#c8cc5a"}, // olive
}

// colorStyle returns the style of the classes floor, c0, c1, ...
func colorStyle() string {
	var light, dark strings.Builder
	for i, c := range colors {
		fmt.Fprintf(&light, ".c%d { color: %s; }\n", i, c.light)
		fmt.Fprintf(&dark, ".c%d { color: %s; }\n", i, c.dark)
	}
	return ".floor { color: var(--faint); }\n" + light.String() + "@media (prefers-color-scheme: dark) {\n" + dark.String() + "}\n"
}
