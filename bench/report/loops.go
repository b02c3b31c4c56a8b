package report

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"mexlab/bench/model"
	"mexlab/track/table"
)

// Modelled returns the settings of predictions for the loops of an architecture.
func Modelled(ctx context.Context, arch string, now time.Time) (Settings, error) {
	version, err := model.Version(ctx)
	if err != nil {
		return nil, err
	}
	return append(Settings{
		{"goos", "linux"},
		{"goarch", arch},
		{"pkg", "mexlab/asm"},
		{"cpu", "models of LLVM's machine code analyzer"},
		{"analyzer", version},
		{"toolchain", runtime.Version()},
	}, origin(ctx, now)...), nil
}

// WriteLoops writes predictions into a folder.
func WriteLoops(folder string, s Settings, results []model.Result) error {
	lines := "Unit cycles assume=exact better=lower\n"
	for _, r := range results {
		lines += r.Line()
	}
	return writeLines(filepath.Join(folder, LoopsFile), s, lines)
}

// Loops are what is known of the loops of the assembly.
type Loops struct {
	Predicted []model.Result
	Measured  []*Cycles
	Runs      map[string][]model.Workload // by GOARCH
}

// LoadLoops reads what is below a folder, that for amd64 first.
func LoadLoops(folder string) (*Loops, error) {
	dir := os.DirFS(folder)
	l := &Loops{Runs: map[string][]model.Workload{}}
	err := eachFile(dir, "*/model/"+LoopsFile, func(file string, raw []byte) error {
		results, err := model.Read(file, settingsOf(raw).Get("goarch"), raw)
		l.Predicted = append(l.Predicted, results...)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = eachFile(dir, "*/*/"+CyclesFile, func(file string, raw []byte) error {
		s := settingsOf(raw)
		m, err := model.ReadMeasurement(file, s.Get("goarch"), raw)
		l.Measured = append(l.Measured, &Cycles{path.Dir(file), s, m})
		return err
	})
	if err != nil {
		return nil, err
	}
	err = eachFile(dir, "*/emulated/"+RunsFile, func(file string, raw []byte) error {
		workloads, err := model.ReadWorkloads(file, raw)
		l.Runs[settingsOf(raw).Get("goarch")] = workloads
		return err
	})
	return l, err
}

// keyLoops are the loops that most of a kernel's time goes into, as body and label
// without the tier.
var keyLoops = strings.Fields(`scanWeights/block scanSums/sum eliminate16/later eliminate16/step eliminate32/later
	eliminate32/step coordinates/passLater coordinates/reduceFour settle16/column searchFirst/some
	searchFirst/wide gather16/row16 gather16/row sort16/half orPermuted/vectors orPermuted/words orPermuted/bits
	orPermuted/swap numbers/four numbers/number numbers/value`)

func isKey(r model.Result) bool {
	return slices.Contains(keyLoops, strings.TrimSuffix(r.Body, strings.ToUpper(r.Tier))+"/"+r.Label)
}

// limit says what a loop waits for, in a word: the greatest bound, if the prediction
// is within a tenth of it.
func limit(r model.Result) string {
	word, most := "ports", r.Ports
	if r.Issue > most {
		word, most = "issue", r.Issue
	}
	if r.Chain > most {
		word, most = "chain", r.Chain
	}
	if r.Cycles > 1.1*most {
		return "window"
	}
	return word
}

// overBound is the prediction as a multiple of what ports and issue allow.
func overBound(r model.Result) float64 { return r.Cycles / max(r.Ports, r.Issue) }

func loopName(r model.Result) table.Cell { return table.Cell{Text: r.Body + " " + r.Label} }

// loops writes the chapter on predictions.
func (d *document) loops(all []model.Result) {
	if len(all) == 0 {
		return
	}
	d.say("## Loops, predicted", "",
		"What LLVM's machine code analyzer predicts for the loops of the assembly, on CPUs most of",
		"which were not at hand: cycles for one unit of work, if nothing misses a cache or a branch.",
		"**They come from a model and are no times.** `make report-model` writes them anew.",
		"[reports/loops.md](reports/loops.md) has every loop. `*` marks those with a loop inside, which is",
		"passed once.", "")
	for _, arch := range modelled {
		keys(arch, all).WriteMarkdown(d)
		d.say("")
	}
	d.say("The loops that wait most, by the greatest multiple of what ports and issue width allow, each",
		"on the CPU where it is greatest:", "")
	waiting(all).WriteMarkdown(d)
	d.say("")
}

// loops writes the section on predictions.
func (p *page) loops(all []model.Result) {
	if len(all) == 0 {
		return
	}
	p.section("loops", "What would the loops take on other CPUs?", "Cycles for one unit of work, as LLVM's machine code analyzer predicts "+
		"if nothing misses a cache or a branch. They come from models of the CPUs and are no times. loops.md, beside this page, has every loop. * marks those with a loop inside, which is passed once.", "")
	for _, arch := range modelled {
		p.details("The loops that matter most on "+arch, "cycles for one unit", keys(arch, all))
	}
	p.details("The loops that wait most", "each on the CPU where it waits most", waiting(all))
	p.WriteString("</section>\n")
}

// modelled are the architectures that have models.
var modelled = []string{"amd64", "arm64"}

// keys makes the table of the key loops of an architecture, with a column for each CPU.
func keys(arch string, all []model.Result) *table.Table {
	var cpus []string
	var lines [][]table.Cell
	places := map[string]int{}
	for _, c := range model.CPUs() {
		if c.Arch != arch {
			continue
		}
		for _, r := range all {
			if r.CPU != c.Name || !isKey(r) {
				continue
			}
			name := loopName(r)
			if hasInner(r) {
				name.Text += " *"
			}
			at, ok := places[name.Text]
			if !ok {
				at, lines = len(lines), append(lines, []table.Cell{name, {Text: r.Unit}})
				places[name.Text] = at
			}
			for len(lines[at]) < 2+len(cpus) {
				lines[at] = append(lines[at], table.None())
			}
			lines[at] = append(lines[at], table.Number(r.PerUnit()))
		}
		cpus = append(cpus, c.Title)
	}
	slices.SortStableFunc(lines, func(a, b []table.Cell) int { return cmp.Compare(a[0].Text, b[0].Text) })
	return &table.Table{Columns: append(table.Words("loop", "unit"), table.Numbers(cpus...)...), Rows: slices.Values(lines)}
}

func hasInner(r model.Result) bool { return slices.Contains(r.Doubts, "inner") }

// waiting makes the table of the dozen loops that wait most, each on one CPU. Those
// with loops inside are left out.
func waiting(all []model.Result) *table.Table {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b model.Result) int { return cmp.Compare(overBound(b), overBound(a)) })
	titles := titlesOf()
	var rows [][]table.Cell
	seen := map[string]bool{}
	for _, r := range sorted {
		if name := r.Body + r.Label; !seen[name] && len(rows) < 12 && !hasInner(r) {
			seen[name] = true
			rows = append(rows, slices.Concat([]table.Cell{loopName(r), {Text: titles[r.CPU]}}, bounds(r)))
		}
	}
	return &table.Table{Columns: slices.Concat(table.Words("loop", "CPU"), boundColumns()), Rows: slices.Values(rows)}
}

// bounds has the cells of boundColumns.
func bounds(r model.Result) []table.Cell {
	return []table.Cell{table.Number(r.Cycles), table.Number(r.Ports), table.Number(r.Issue), table.Number(r.Chain),
		table.Number(overBound(r)), {Text: limit(r)}, {Text: strings.Join(r.Doubts, ", ")}}
}

func boundColumns() []table.Column {
	return slices.Concat(table.Numbers("cycles", "ports", "issue", "chain", "x bound"), table.Words("limit", "doubts"))
}

func titlesOf() map[string]string {
	titles := map[string]string{}
	for _, c := range model.CPUs() {
		titles[c.Name] = c.Title
	}
	return titles
}

// LoopsPage returns the text of reports/loops.md: every prediction, CPU by CPU.
func LoopsPage(all []model.Result) []byte {
	d := new(document)
	d.say("# Every loop, predicted", "",
		"`make benchmarks` writes this page from the results of `make report-model`. They come from",
		"LLVM's models of CPUs and are no times. [docs/numbers.md](../docs/numbers.md) explains the",
		"columns. A loop with branches is predicted as the straight line past them: the jumps out of",
		"that line, in column `exits`, are taken to be rare. Loops inside a loop are passed once.", "",
		"Words in column `doubts`:", "")
	for _, doubt := range model.Doubts() {
		d.say("- *" + doubt.Word + "*: " + doubt.Means)
	}
	d.say("")
	for _, c := range model.CPUs() {
		var rows [][]table.Cell
		for _, r := range all {
			if r.CPU == c.Name {
				rows = append(rows, slices.Concat([]table.Cell{loopName(r), {Text: table.Count(r.Units, r.Unit, r.Unit+"s")},
					{Text: fmt.Sprint(r.Branches)}, table.Number(r.PerUnit())}, bounds(r)))
			}
		}
		if rows != nil {
			d.say("## "+c.Title+" (`"+path.Join(c.Arch, c.Name)+"`)", "")
			d.table(slices.Concat(table.Words("loop", "iteration"), table.Numbers("exits", "cycles/unit"), boundColumns()), rows)
		}
	}
	return d.Bytes()
}
