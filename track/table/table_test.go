package table

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"mexlab/track/report"
)

// forms are the ways of writing a table.
var forms = []struct {
	name  string
	write func(*Table, io.Writer) error
}{
	{"text", func(t *Table, w io.Writer) error { return t.WriteText(w, Plain) }},
	{"Markdown", (*Table).WriteMarkdown},
	{"HTML", (*Table).WriteHTML},
}

func write(t *testing.T, form func(*Table, io.Writer) error, tab *Table) string {
	t.Helper()
	var out bytes.Buffer
	if err := form(tab, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var columnsForTest = slices.Concat(Words("name"), Numbers("ns", "x floor"), Words("remark"))

func TestWriteForms(t *testing.T) {
	tab := &Table{Caption: "Costs of a|b", Columns: columnsForTest, Rows: slices.Values([][]Cell{
		{{Text: "naive"}, Number(1234.5), None(), {Text: "slow", Class: Bad}},
		{{Text: "µ, 世界"}, Number(0.0123), {Text: "1.5"}},
		{{Text: "<auto>"}, {Text: "9.87", Sort: "9.87", Class: Heat(3)}, Number(31.41), {Text: "best", Class: Good}},
	})}
	for i, want := range []string{`Costs of a|b
  name        ns  x floor  remark
  naive    1,234        -  slow
  µ, 世界  0.012      1.5
  <auto>    9.87     31.4  best
`, `Costs of a&#124;b

| name | ns | x floor | remark |
|:---|---:|---:|:---|
| naive | 1,234 | - | **slow** |
| µ, 世界 | 0.012 | 1.5 |  |
| &#60;auto&#62; | 9.87 | 31.4 | best |
`, `<div class="scroll" tabindex="0" role="region" aria-label="Costs of a|b"><table class="data">
<caption>Costs of a|b</caption>
<thead><tr><th scope="col">name</th><th scope="col" class="number">ns</th><th scope="col" class="number">x floor</th><th scope="col">remark</th></tr></thead>
<tbody>
<tr><td>naive</td><td data-sort="1234.5">1,234</td><td data-sort="Infinity">-</td><td class="bad">slow</td></tr>
<tr><td>µ, 世界</td><td data-sort="0.0123">0.012</td><td class="number">1.5</td><td></td></tr>
<tr><td>&lt;auto&gt;</td><td data-sort="9.87" class="heat3">9.87</td><td data-sort="31.41">31.4</td><td class="good">best</td></tr>
</tbody></table></div>
`} {
		if got := write(t, forms[i].write, tab); got != want {
			t.Errorf("%s: got\n%s\nexpected\n%s", forms[i].name, got, want)
		}
	}
	tab.Caption = ""
	tab.Rows = slices.Values([][]Cell{Row("a", "1", "2", "")})
	if got := write(t, forms[0].write, tab); got != "name  ns  x floor  remark\na      1        2\n" {
		t.Errorf("without a caption: %q", got)
	}
	tab.Rows = slices.Values([][]Cell(nil))
	for _, form := range forms {
		if got := write(t, form.write, tab); got != "" {
			t.Errorf("%s without rows: %q", form.name, got)
		}
	}
}

// The columns of a table that is longer than a block grow and never shrink.
func TestLongTable(t *testing.T) {
	const n = 2*blockRows + 10
	tab := &Table{Columns: Words("name", "end"), Rows: func(yield func([]Cell) bool) {
		row := Row("", "|")
		for i := range n {
			row[0].Text = strings.Repeat("x", 1+8*i/n)
			if !yield(row) {
				return
			}
		}
	}}
	lines := strings.Split(strings.TrimSuffix(write(t, forms[0].write, tab), "\n"), "\n")
	if len(lines) != n+1 {
		t.Fatalf("%d lines, expected %d", len(lines), n+1)
	}
	last := 0
	for i, line := range lines[1:] {
		if at := strings.Index(line, "|"); at < last || at > len("xxxxxxxx  ") {
			t.Fatalf("line %d: %q", i+1, line)
		} else {
			last = at
		}
	}
}

// failing is a writer that has failed.
type failing struct{}

var errFailed = errors.New("disk full")

func (failing) Write([]byte) (int, error) { return 0, errFailed }

// A table passes the first error on, and makes no more rows then.
func TestWriterFails(t *testing.T) {
	for _, form := range forms {
		rows := 0
		tab := &Table{Columns: Words("name"), Rows: func(yield func([]Cell) bool) {
			for rows = 1; yield(Row("some text")) && rows < 100*blockRows; rows++ {
			}
		}}
		if err := form.write(tab, failing{}); err != errFailed || rows > blockRows {
			t.Errorf("%s: %v after %d rows", form.name, err, rows)
		}
	}
}

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0.0123: "0.012", 0.123: "0.12", 3.141: "3.14", 31.41: "31.4", 314.1: "314", 999.6: "1,000", 1234567: "1,234,567",
	} {
		if got := Digits(x); got != want {
			t.Errorf("%v: %q, expected %q", x, got, want)
		}
	}
}

// What belongs above and below a row stands there in text, wrapped, and in the row
// in the other forms.
func TestPlaces(t *testing.T) {
	long := strings.Repeat("a reason that is long, ", 4) + "and ends"
	tab := &Table{Columns: slices.Concat([]Column{Above("package")}, Words("benchmark"), Numbers("ns"), []Column{Below("why")}, Words("verdict")),
		Rows: slices.Values([][]Cell{
			Row("example.com/a", "A", "1", "", "same"),
			Row("example.com/a", "Long", "10", long, "odd"),
			Row("example.com/b\x1b", "B", "100", "first\n\tsecond\x1b", "")})}
	for i, want := range []string{`  benchmark   ns  verdict
example.com/a
  A            1  same
  Long        10  odd
      a reason that is long, a reason that is long, a reason that is long, a
        reason that is long, and ends
example.com/b` + "\ufffd" + `
  B          100
      first
      second` + "\ufffd\n", "| first<br> second\ufffd |", "<td>first<br> second\ufffd</td>"} {
		if got := write(t, forms[i].write, tab); i == 0 && got != want || !strings.Contains(got, want) {
			t.Errorf("%s: got\n%s\nexpected\n%s", forms[i].name, got, want)
		}
	}
}

// Colors take no room. Other forms have none.
func TestColors(t *testing.T) {
	tab := &Table{Columns: slices.Concat(Words("verdict"), Numbers("ns")), Rows: slices.Values([][]Cell{
		{Verdict(report.Regression), {Text: "1", Class: Odd}},
		{Verdict(report.Improvement), {Text: "10", Class: Heat(1)}},
		{Verdict(report.Same)}})}
	var out bytes.Buffer
	if err := tab.WriteText(&out, Screen{Colors: true}); err != nil {
		t.Fatal(err)
	}
	const want = "verdict      ns\n\x1b[31mregression\x1b[m    \x1b[33m1\x1b[m\n\x1b[32mimprovement\x1b[m  10\nsame\n"
	if out.String() != want {
		t.Errorf("got %q, expected %q", out.String(), want)
	}
	for _, form := range forms {
		if got := write(t, form.write, tab); strings.Contains(got, "\x1b") {
			t.Errorf("%s: %q", form.name, got)
		}
	}
}

// On a narrow screen, names that leave no room for the numbers stand above these, and
// what does not fit even so goes on in the next line.
func TestFold(t *testing.T) {
	long := strings.Repeat("n", 25)
	names := &Table{Columns: slices.Concat(Words("name"), Numbers("old", "new"), Words("verdict"), []Column{Below("why")}), Rows: slices.Values([][]Cell{
		Row("short", "1", "20", "same"), Row(long, "300", "4", "regression", "a reason"), Row("of 10 char", "5", "6", "same")})}
	lists := &Table{Columns: slices.Concat(Numbers("line", "degree"), Words("class", "way")), Rows: slices.Values([][]Cell{
		Row("1", "2", "outside the span", "elimination"), Row("10", "3", "leaf", "-")})}
	pairs := &Table{Columns: slices.Concat(Words("class", "way"), Numbers("vertices", "ns")), Rows: slices.Values([][]Cell{
		Row("outside the span", "elimination", "1000", "2")})}
	for _, test := range []struct {
		table *Table
		width int
		want  string
	}{
		{names, 32, "name        old  new  verdict\nshort         1   20  same\n" + long + "\n            300    4  regression\n    a reason\nof 10 char    5    6  same\n"},
		{names, 31, "name       old  new  verdict\nshort        1   20  same\n" + long + "\n           300    4  regression\n    a reason\nof 10 char\n             5    6  same\n"},
		{names, 47, "name                       old  new  verdict\nshort                        1   20  same\n" + long + "  300    4  regression\n    a reason\nof 10 char                   5    6  same\n"},
		{lists, 40, "line  degree  class\n    way\n   1       2  outside the span\n    elimination\n  10       3  leaf\n    -\n"},
		{pairs, 30, "class             way\n                  vertices  ns\noutside the span  elimination\n                      1000   2\n"},
		{pairs, 45, "class             way          vertices  ns\noutside the span  elimination      1000   2\n"},
	} {
		var out bytes.Buffer
		if err := test.table.WriteText(&out, Screen{Width: test.width}); err != nil || out.String() != test.want {
			t.Errorf("width %d: %v, got\n%s\nexpected\n%s", test.width, err, &out, test.want)
		}
	}
}
