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
const movedHeads = 6

// selfTestCode is what a self-test compares.
type selfTestCode struct {
	base  *version
	same  *version   // the same program in another file
	moved []*version // programs with the same benchmarks behind other functions
}

// buildSelfTest builds the versions of the module of the self-test.
func (w *workspace) buildSelfTest(ctx context.Context) (code selfTestCode, err error) {
	if code.base, err = w.selfTestVersion(ctx, "base", ""); err != nil {
		return code, err
	}
	if code.same, err = w.selfTestVersion(ctx, "same", ""); err != nil {
		return code, err
	}
	for seed := range movedHeads {
		head, err := w.selfTestVersion(ctx, fmt.Sprint("moved", seed), unrelated(uint64(seed)))
		if err != nil {
			return code, err
		}
		code.moved = append(code.moved, head)
	}
	return code, nil
}

// selfTestVersion builds a version of the module, with another file of tests if
// that is not empty. It sorts first.
func (w *workspace) selfTestVersion(ctx context.Context, name, first string) (*version, error) {
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
	v := &version{tree: &tree{name: "the self-test", dir: dir}, pkg: goPackage{Dir: dir, ImportPath: "injected"}}
	var err error
	v.binary, err = w.build(ctx, v.tree, v.pkg, trimmed, 0)
	return v, err
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
