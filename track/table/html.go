package table

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
)

// WriteHTML writes the table for a page. Script lets a reader sort and filter
// it; without JavaScript it is a plain table.
func (t *Table) WriteHTML(w io.Writer) error {
	return t.write(w, func(out *bufio.Writer) {
		caption := HTML(t.Caption)
		folds := ""
		if t.Folds {
			folds = fmt.Sprintf(" folds\" style=\"%s", t.heads())
		}
		fmt.Fprintf(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table class=\"data%s\">\n"+
			"<caption>%s</caption>\n<thead><tr>", caption, folds, caption)
		for _, c := range t.Columns {
			class := ""
			if c.Right {
				class = " class=\"number\""
			}
			fmt.Fprintf(out, "<th scope=\"col\"%s>%s</th>", class, HTML(c.Head))
		}
		out.WriteString("</tr></thead>\n<tbody>\n")
	}, func(out *bufio.Writer, row []Cell) {
		out.WriteString("<tr>")
		for i, c := range row {
			out.WriteString("<td")
			class := c.Class
			switch {
			case c.Sort != "":
				fmt.Fprintf(out, " data-sort=\"%s\"", c.Sort)
			case t.Columns[i].Right:
				class = strings.TrimSpace("number " + class)
			}
			if class != "" {
				fmt.Fprintf(out, " class=\"%s\"", class)
			}
			fmt.Fprintf(out, ">%s</td>", lines(c.Text, HTML))
		}
		out.WriteString("</tr>\n")
	}, func(out *bufio.Writer) { out.WriteString("</tbody></table></div>\n") })
}

// heads returns the heads of numbers as variables of a style, for foldStyle.
func (t *Table) heads() string {
	var list []string
	for i, c := range t.Columns {
		if c.Right {
			list = append(list, fmt.Sprintf("--h%d:'%s '", i+1, strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(c.Head)))
		}
	}
	return HTML(strings.Join(list, ";"))
}

// foldStyle returns the style of tables that fold: on a phone their rows are blocks,
// in which each number is behind its head, for up to foldColumns columns.
func foldStyle() string {
	const foldColumns = 12
	var out strings.Builder
	out.WriteString("@media (max-width: 40rem) {\n" +
		".folds, .folds tbody, .folds caption { display: block; } .folds thead:not(:has(button)) { display: none; }\n" +
		".folds tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }\n" +
		".folds td, .folds th { border: 0; padding: 0; white-space: normal; text-align: left; min-width: 0; overflow-wrap: anywhere; }\n" +
		".folds td:first-child { flex: 1 0 100%; font-weight: 600; } .folds td:empty { display: none; }\n" +
		".folds td::before { color: var(--faint); font-weight: 400; }\n")
	for i := range foldColumns {
		fmt.Fprintf(&out, ".folds td:nth-child(%d)::before { content: var(--h%[1]d, ''); }\n", i+1)
	}
	out.WriteString("}\n")
	return out.String()
}

// HTML returns any string as plain text for an element or an attribute in quotes.
func HTML(s string) string { return html.EscapeString(Visible(s)) }

// HTMLName is HTML for a name like Mex/kernel=affine, which a narrow page may break
// after a slash.
func HTMLName(s string) string { return strings.ReplaceAll(HTML(s), "/", "/<wbr>") }

// Script gives every table of class data a filter, and a button in each head
// that sorts. Above an element of class filtered it puts a filter for what has a
// data-name there; items of lists are not counted. It belongs at the end of a body.
const Script = `<script>
"use strict";
const addFilter = (place, items, text, what) => {
  const bar = document.createElement("div"), label = document.createElement("label");
  const input = document.createElement("input"), status = document.createElement("span");
  bar.className = "filter"; status.className = "faint"; status.setAttribute("role", "status");
  input.type = "search"; input.placeholder = "words, all of them"; label.append("Filter ", input); bar.append(label, status);
  place.before(bar);
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items) item.hidden = !words.every(w => text(item).toLowerCase().includes(w));
    const counted = items.filter(i => i.tagName !== "LI");
    status.textContent = counted.filter(i => !i.hidden).length + " of " + counted.length + what;
  };
  input.addEventListener("input", filter); filter();
};
for (const part of document.querySelectorAll(".filtered")) {
  addFilter(part, [...part.querySelectorAll("[data-name]")], i => i.dataset.name, " benchmarks");
}
for (const table of document.querySelectorAll("table.data")) {
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  addFilter(table.parentElement, rows, row => [...row.cells].map(c => c.textContent).join(" "), " rows");
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
