package gate

import (
	"context"
	"embed"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

//go:embed selftest
var selfTestModule embed.FS

// movedHeads is the number of heads whose functions are in other places.
const movedHeads = 3

// selfTestCode is what a self-test compares.
type selfTestCode struct {
	space *workspace
	most  int              // layouts of a sequence
	base  *linkedVersion   // the old one
	same  *linkedVersion   // the same program in other files
	moved []*linkedVersion // programs with the same benchmarks behind other functions
}

// A linkedVersion is a version of the self-test's module in several layouts.
type linkedVersion struct {
	*version
	layouts []*binary
}

// buildSelfTest builds the versions of the module of the self-test, in as many
// layouts as draw needs. To link them anew for each trial would take most of the
// time.
func (w *workspace) buildSelfTest(ctx context.Context, progress Progress) (code *selfTestCode, err error) {
	code = &selfTestCode{space: w, most: DefaultLayouts}
	for i := range 2 + movedHeads {
		progress(0, 0, fmt.Sprintf("building version %d of %d of the benchmarks", i+1, 2+movedHeads))
		first := ""
		if i >= 2 {
			first = unrelated(uint64(i))
		}
		v, err := w.selfTestVersion(ctx, fmt.Sprint("version", i), first)
		if err != nil {
			return nil, err
		}
		v.layouts = make([]*binary, selfTestLayouts(code.most))
		err = parallel(len(v.layouts), func(seed int) (err error) {
			v.layouts[seed], err = w.build(ctx, v.tree, v.pkg, trimmed, 1+seed)
			return err
		})
		if err != nil {
			return nil, err
		}
		switch i {
		case 0:
			code.base = v
		case 1:
			code.same = v
		default:
			code.moved = append(code.moved, v)
		}
	}
	return code, nil
}

// selfTestLayouts is how many layouts there are for trials whose sequences have at
// most so many.
func selfTestLayouts(most int) int { return most + max(2, most/2) }

// draw draws the layouts of a trial.
func (code *selfTestCode) draw(head *linkedVersion) *layouts {
	l := &layouts{space: code.space, versions: [2]*version{code.base.version, head.version}, most: code.most}
	for _, k := range rand.Perm(len(head.layouts))[:code.most] {
		l.spare = append(l.spare, [2]*binary{code.base.layouts[k], head.layouts[k]})
	}
	return l
}

// selfTestVersion builds a version of the module, with another file of tests if
// that is not empty. It sorts first.
func (w *workspace) selfTestVersion(ctx context.Context, name, first string) (*linkedVersion, error) {
	dir := filepath.Join(w.dir, name)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	files := map[string]string{"go.mod": "module injected\n\ngo 1.24\n", "doc.go": "package injected\n"}
	for _, name := range []string{"injected_test.go", "moving_test.go"} {
		text, err := selfTestModule.ReadFile("selftest/" + name + ".txt")
		if err != nil {
			return nil, err
		}
		files[name] = string(text)
	}
	if first != "" {
		files["a_test.go"] = first
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	v := &version{tree: &tree{name: "the self-test", dir: dir, temp: w.dir}, pkg: goPackage{Dir: dir, ImportPath: "injected"}}
	var err error
	v.binary, err = w.build(ctx, v.tree, v.pkg, trimmed, 0)
	return &linkedVersion{version: v}, err
}

// unrelated is a file with functions that no benchmark calls. It stands for a
// change elsewhere in a package, which moves all functions behind it. The linker
// keeps them, because a test calls them.
func unrelated(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0))
	var names, functions []string
	for i := range 1 + r.IntN(4) {
		name := fmt.Sprint("unrelated", i)
		names = append(names, name)
		var body strings.Builder
		for j := range 1 + r.IntN(12) {
			fmt.Fprintf(&body, "\tif x > %d {\n\t\tx = x*%d + %d\n\t}\n", r.IntN(100), 3+r.IntN(7), j)
		}
		functions = append(functions, fmt.Sprintf("func %s(x int) int {\n%s\treturn x\n}\n", name, &body))
	}
	return fmt.Sprintf("package injected\n\nimport \"testing\"\n\n"+
		"func TestUnrelated(t *testing.T) {\n\tfor _, f := range []func(int) int{%s} {\n\t\tt.Log(f(1))\n\t}\n}\n\n%s",
		strings.Join(names, ", "), strings.Join(functions, "\n"))
}
