package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mexlab/bench"
	"mexlab/track/benchfile"
	"mexlab/track/table"
)

// Intrinsics are comparisons of intrinsics with assembly, as they are read back.
type Intrinsics struct {
	Settings Settings

	workloads, primitives, lines [][]table.Cell
	assembly, inGo               int // lines of code in all
}

// CodeLines counts the lines of code of tier archsimd and of the assembly for AVX2, by
// topic, in the files of package asm. It returns them as benchmark output.
func CodeLines(folder string) (lines []byte, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*_archsimd.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		topic := strings.TrimSuffix(filepath.Base(file), "_archsimd.go")
		assembly, err := filepath.Glob(filepath.Join(folder, topic+"*_amd64.[sh]"))
		if err != nil {
			return nil, err
		}
		assembly = slices.DeleteFunc(assembly, func(name string) bool {
			return strings.HasSuffix(name, "_avx512_amd64.s") || strings.HasSuffix(name, "_bitalg_amd64.s")
		})
		inGo, err := codeLines(file)
		if err != nil {
			return nil, err
		}
		inAssembly, err := codeLines(assembly...)
		if err != nil {
			return nil, err
		}
		lines = fmt.Appendf(lines, "BenchmarkLines/topic=%s 1 %d assembly-lines %d go-lines\n", topic, inAssembly, inGo)
	}
	return lines, nil
}

// codeLines counts the lines of files that have more than a comment.
func codeLines(names ...string) (n int, err error) {
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				n++
			}
		}
	}
	return n, nil
}

// WriteIntrinsics writes comparisons, and what CodeLines returns, into a folder.
func WriteIntrinsics(folder string, s Settings, lines []byte) error {
	return writeLines(filepath.Join(folder, IntrinsicsFile), s, string(lines))
}

// LoadIntrinsics reads the comparisons below a folder.
func LoadIntrinsics(folder string) (all []*Intrinsics, err error) {
	err = eachFile(os.DirFS(folder), "*/*/"+IntrinsicsFile, func(file string, raw []byte) error {
		x, err := parseIntrinsics(file, raw)
		all = append(all, x)
		return err
	})
	return all, err
}

func parseIntrinsics(file string, raw []byte) (*Intrinsics, error) {
	in, err := benchfile.Read(bytes.NewReader(raw), file, nil)
	if err != nil {
		return nil, err
	}
	x := &Intrinsics{Settings: settingsOf(raw)}
	for b := range in.Benchmarks() {
		value := func(unit string) float64 {
			if values := b.Values(unit); len(values) > 0 {
				return values[0]
			}
			return 0
		}
		kind, rest, _ := strings.Cut(b.Name, "/")
		name, input, _ := strings.Cut(rest, "/")
		ratio := table.Number(value("x-avx2"))
		switch kernel, ok := strings.CutPrefix(name, "kernel="); {
		case kind == "Lines":
			x.addLines(strings.TrimPrefix(name, "topic="), int(value("assembly-lines")), int(value("go-lines")))
		case kind == "Intrinsics" && ok:
			workload := (&bench.Row{Suite: "Mex", Key: input}).Input()
			x.workloads = append(x.workloads, []table.Cell{{Text: workload}, {Text: kernel}, table.Number(value("sec/vertex") * 1e9), ratio})
		case kind == "Intrinsics":
			x.primitives = append(x.primitives, []table.Cell{{Text: name}, {Text: input}, table.Number(value("sec") * 1e9), ratio})
		default:
			return nil, fmt.Errorf("%s:%d: %s is no comparison of intrinsics", file, b.Line, b.Name)
		}
	}
	return x, nil
}

func (x *Intrinsics) addLines(topic string, assembly, inGo int) {
	x.lines = append(x.lines, table.Row(topic, fmt.Sprint(assembly), fmt.Sprint(inGo)))
	x.assembly += assembly
	x.inGo += inGo
}

// intrinsics writes the chapter on intrinsics.
func (d *document) intrinsics(all []*Intrinsics) {
	if len(all) == 0 {
		return
	}
	d.say("## Assembly against intrinsics", "",
		"Tier `archsimd` does what tier `avx2` does, in Go: each vector instruction is a method of",
		"package `simd/archsimd`. That takes an experimental build, and nothing chooses the tier by",
		"itself. Both were timed in turns by one program; `x avx2` is the speed of the intrinsics as",
		"a multiple of that of the assembly. `make report-intrinsics` measures it again.", "")
	for _, x := range all {
		d.say("### On "+x.Settings.Get("cpu")+", with "+x.Settings.Get("toolchain"), "")
		d.table(append(table.Words("workload", "kernel"), table.Numbers("archsimd ns", "x avx2")...), x.workloads)
		d.table(append(table.Words("primitive", "input"), table.Numbers("archsimd ns", "x avx2")...), x.primitives)
		d.table(append(table.Words("topic"), table.Numbers("assembly lines", "Go lines")...),
			append(slices.Clip(x.lines), table.Row("in all", fmt.Sprint(x.assembly), fmt.Sprint(x.inGo))))
	}
	d.say(whyIntrinsicsLose)
}

// whyIntrinsicsLose was read from the code that go1.27.3 makes.
const whyIntrinsicsLose = `**Why intrinsics lose.** All of this was seen in the code that go1.27.3 makes for amd64:

- A vector instruction takes no index. Each place in a table or array costs an addition
  first, and often another for the constant part of the place. Searches and scans load a
  vector from a table for each few other instructions.
- Package archsimd lacks instructions of AVX2: loads with a mask (Gather16 has to load the
  end of a row by other means), packing and interleaving of bytes in 256 bits (Settle16 and
  Numbers shift and combine instead), the least of eight words (Search16), 16 bytes into
  both halves of a vector, and an exchange of quarters by a constant.
- Go builds for every amd64 unless told otherwise: it takes BSF and a conditional move for
  the place of the lowest bit, where the assembly has TZCNT. Reading numbers needs two for
  each number. Counting bits with POPCNT is faster than BSF, but Go looks each time whether
  the CPU has it, and keeps what is alive in memory in case it has to call a function.
- A constant of BroadcastX is built again in each iteration, by three instructions.
  In an array it is part of the instruction that uses it.
- A call keeps no vector register, and vectors that are alive in a long function wait in
  memory even around loops that need few. In parts, Settle16 became 15% faster.
- Each inlined function may leave a NOP. Methods of vectors leave none.
- To take the low half of a vector is an instruction, although it has a register name.
- Go aligns no loops, and orders instructions without a model of the CPU. With 16 numbers to
  sort in 15 registers, it stores and loads more of them than need be.

**Traps.** A shift by a variable moves its count with an instruction of SSE: after AVX that
costs 50 ns on Zen 3, and had made searches six times as slow. Buffers on the stack have to
be aligned by hand, or vectors cross cache lines: that was 7% of Settle16. Upper halves
of vectors have to be cleared by hand, by ClearAVXUpperBits. The race detector sees no load or
store of a vector.

**What has changed.** Before Go 1.27 loads were not part of other instructions: now most are.
` + "`go tool objdump`" + ` reads vector instructions now. With ` + "`GOAMD64=v3`" + ` Go takes TZCNT, and POPCNT
without a look. The rest may change with each Go: this page says which one it was.

**Where intrinsics win.** Other methods are quickly tried. That numbers of few digits can be
moved together by a table, eight bytes of text at a time, was found so. The assembly took one
after the other then. It has such a table now, and takes 0.6 of the cycles.
`
