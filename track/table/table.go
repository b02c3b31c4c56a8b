package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Table is a table that a reader with JavaScript can sort and filter. Without
// it, it is a plain table.
type Table struct {
	Caption string
	Heads   []string
	Rows    [][]Cell
}

// A Cell is a cell of a Table.
type Cell struct {
	Text   string
	Number float64 // what it is sorted by, when Sorts
	Sorts  bool    // by Number, else by Text
	Heat   int     // 1 to 7: a color from good to bad; 0 for none
}

// HTML returns the table as HTML.
func (t *Table) HTML() string {
	var out strings.Builder
	fmt.Fprintf(&out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table class=\"data\">\n<caption>%s</caption>\n<thead><tr>",
		Text(t.Caption), Text(t.Caption))
	for _, head := range t.Heads {
		fmt.Fprintf(&out, "<th scope=\"col\">%s</th>", Text(head))
	}
	out.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range t.Rows {
		out.WriteString("<tr>")
		for _, c := range row {
			out.WriteString("<td")
			if c.Sorts {
				fmt.Fprintf(&out, " data-sort=\"%s\"", sortKey(c.Number))
			}
			if c.Heat > 0 {
				fmt.Fprintf(&out, " class=\"heat%d\"", c.Heat)
			}
			fmt.Fprintf(&out, ">%s</td>", Text(c.Text))
		}
		out.WriteString("</tr>\n")
	}
	out.WriteString("</tbody></table></div>\n")
	return out.String()
}

// sortKey writes a number as JavaScript reads it.
func sortKey(x float64) string {
	if math.IsInf(x, 1) {
		return "Infinity"
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// tableStyle is the part of the style sheet that is about tables of this kind.
const tableStyle = `.data caption { text-align: left; font-weight: 600; padding: .3rem 0; }
.data th, .data td, .data th:first-child, .data td:first-child, .data th:last-child, .data td:last-child { text-align: left; white-space: nowrap; }
.data td[data-sort], .data td[data-sort]:last-child { text-align: right; }
.data th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
.data th[aria-sort=ascending] button::after { content: " \2191"; } .data th[aria-sort=descending] button::after { content: " \2193"; }
.filter { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0; }
.filter input { font: inherit; color: inherit; background: transparent; border: 1px solid var(--faint); border-radius: 3px; padding: .15rem .4rem; max-width: 100%; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
figure { margin: 1rem 0; } figure img { max-width: 100%; height: auto; } figcaption { color: var(--faint); } dd { margin: 0 0 .3rem 1.5rem; overflow-wrap: anywhere; }
[class^=heat] { color: #202020; } .heat1 { background: #8fd18c; } .heat2 { background: #c9dc74; } .heat3 { background: #f3d566; }
.heat4 { background: #f2b05e; } .heat5 { background: #ea8b63; } .heat6 { background: #e07a7a; } .heat7 { background: #cf80a8; }
`

// Script gives every table of class data a filter, and a button in each head
// that sorts. It belongs at the end of a body.
const Script = `<script>
"use strict";
for (const table of document.querySelectorAll("table.data")) {
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const bar = document.createElement("div"), label = document.createElement("label");
  const input = document.createElement("input"), status = document.createElement("span");
  bar.className = "filter"; status.className = "faint"; status.setAttribute("role", "status");
  input.type = "search"; input.placeholder = "words, all of them"; label.append("Filter ", input); bar.append(label, status);
  table.parentElement.before(bar);
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = [...row.cells].map(c => c.textContent.toLowerCase()).join(" ");
      row.hidden = !words.every(w => text.includes(w));
      if (!row.hidden) shown++;
    }
    status.textContent = shown + " of " + rows.length + " rows";
  };
  input.addEventListener("input", filter); filter();
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button"; button.textContent = head.textContent; head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const h of heads) h.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
      const key = row => { const c = row.cells[column]; return "sort" in c.dataset ? Number(c.dataset.sort) : c.textContent; };
      rows.sort((a, b) => { const x = key(a), y = key(b);
        return down * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en")); });
      body.append(...rows);
    });
  });
}
</script>
`
