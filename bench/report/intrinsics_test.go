package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestIntrinsics(t *testing.T) {
	const raw = `goarch: amd64
cpu: A CPU
toolchain: go1.27.3
BenchmarkLines/topic=sort 1 250 assembly-lines 170 go-lines
BenchmarkIntrinsics/Sort16/deg=17 300 35.5 ns 0.750 x-avx2
BenchmarkIntrinsics/kernel=affine/deg=15/k=uniform/load=uva 700 23.2 ns/vertex 0.9 x-avx2
`
	x, err := parseIntrinsics("f", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	d := new(document)
	d.intrinsics([]*Intrinsics{x})
	for _, want := range []string{
		"### On A CPU, with go1.27.3\n",
		"| sort | 250 | 170 |\n",
		"| Sort16 | deg=17 | 35.5 | 0.75 |\n",
		"| uva | affine | 23.2 | 0.90 |\n",
	} {
		if !strings.Contains(d.String(), want) {
			t.Errorf("no %q in\n%s", want, d)
		}
	}
	if _, err := parseIntrinsics("f", []byte("BenchmarkMex/deg=15 1 2 ns/op\n")); err == nil || !strings.HasPrefix(err.Error(), "f:1: ") {
		t.Errorf("another benchmark: error %v", err)
	}
}

// Code is what is neither blank nor a comment, and AVX-512 has no part in it.
func TestCodeLines(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"sort_archsimd.go":    "package asm\n\n// x\nvar x int // y\n",
		"sort_amd64.s":        "// x\n\tRET\n",
		"sort_few_amd64.h":    "A\nB\n",
		"sort_avx512_amd64.s": "A\nB\nC\n",
		"settle_amd64.s":      "A\n",
		"sort_arm64.s":        "A\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := CodeLines(dir)
	if want := "BenchmarkLines/topic=sort 1 3 assembly-lines 2 go-lines\n"; err != nil || string(got) != want {
		t.Errorf("got %q, error %v; want %q", got, err, want)
	}
}
