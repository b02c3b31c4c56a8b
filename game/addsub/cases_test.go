package addsub

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/kernel"
)

// TestCases runs the checked inputs through every kernel that can.
func TestCases(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in")
	if err != nil || len(inputs) != 3 {
		t.Fatalf("%d inputs (%v), want 3", len(inputs), err)
	}
	for _, input := range inputs {
		in := readFile(t, input)
		want := readFile(t, strings.TrimSuffix(input, ".in")+".out")
		for _, k := range kernel.Available() {
			t.Run(filepath.Base(input)+"/"+k.Info().String(), func(t *testing.T) {
				var got bytes.Buffer
				err := Solve(t.Context(), bytes.NewReader(in), &got, Options{Kernel: k})
				if cannot(err) {
					if k.Info().String() == "auto" {
						t.Fatal("auto has limits:", err)
					}
					if !bytes.HasPrefix(want, got.Bytes()) {
						t.Error("wrong before the limit")
					}
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got.Bytes(), want) {
					t.Errorf("output differs from the checked one at %s", firstDifference(got.String(), string(want)))
				}
			})
		}
	}
}

// cannot reports whether err says that a kernel is not made for its input.
func cannot(err error) bool {
	return wraps[*kernel.LimitError](err) || wraps[*kernel.ValueError](err)
}

// wraps reports whether err is or wraps an error of type E.
func wraps[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// firstDifference quotes the first lines that differ.
func firstDifference(got, want string) string {
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return strings.TrimSpace(g[i]) + ", want " + strings.TrimSpace(w[i])
		}
	}
	return "the end"
}
