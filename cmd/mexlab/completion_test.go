package main

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mexlab/bench/generate"
)

// The shell is offered the values of flags, and files only where files stand.
func TestCompletion(t *testing.T) {
	var orders []string
	for _, o := range generate.Orders() {
		orders = append(orders, string(o))
	}
	const noFiles = ":4"
	for _, test := range []struct {
		line string
		want []string
	}{
		{"solve --game ''", append(gameNames(), noFiles)},
		{"solve --kernel ''", append(kernelNames(), noFiles)},
		{"vertex --kernel ''", append(kernelNames(), noFiles)},
		{"solve --timeout ''", []string{noFiles}},
		{"solve ''", []string{":0"}},
		{"compare ''", []string{":0"}},
		{"generate ''", append(kindNames(), noFiles)},
		{"generate hub ''", []string{noFiles}},
		{"generate hub --order ''", append(orders, noFiles)},
		{"generate hub --game ''", append(gameNames(), noFiles)},
		{"lab --workload ''", append(workloadNames(), ":6")}, // no blank after one
		{"kernels ''", []string{noFiles}},
		{"gate ''", []string{noFiles}},
		{"gate --threshold ''", []string{noFiles}},
		{"gate --profile ''", []string{":16"}}, // folders
		{"history bisect --threshold ''", []string{noFiles}},
	} {
		r := shell(t, "mexlab __complete "+test.line)
		if got := strings.Fields(r.stdout); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, expected %q", test.line, got, test.want)
		}
	}
	if r := shell(t, "mexlab __complete lab --kernel lowbit,aff"); !strings.HasPrefix(r.stdout, "lowbit,naive\n") || !strings.Contains(r.stdout, "\nlowbit,affine\n") {
		t.Errorf("%+v", r)
	}
}

// Commits and benchmarks are those of the module here.
func TestCompletionOfModule(t *testing.T) {
	dir := t.TempDir()
	r := shell(t, "cd "+dir+` && git init -q -b main && printf 'package p\n\nfunc BenchmarkSum(b *testing.B) {}\n' > p_test.go && mkdir testdata && printf 'func BenchmarkNo(' > testdata/n_test.go &&
		git add . && git -c user.name=A -c user.email=a@example.com commit -q -m A && git branch older && git tag v1.0.0 &&
		for f in '--base' '--head' '--bench' '--skip'; do mexlab __complete gate $f ''; done 2> /dev/null
		for f in '--good' '--bad' '--bench'; do mexlab __complete history bisect $f ''; done 2> /dev/null`)
	const refs, bench = "main older v1.0.0 HEAD :4 ", "BenchmarkSum :4 "
	if got := strings.Join(strings.Fields(r.stdout), " ") + " "; got != refs+refs+bench+bench+refs+refs+"Sum :4 " {
		t.Errorf("%q, %+v", got, r)
	}
	if r := shell(t, "cd "+dir+" && rm -rf .git && GIT_CEILING_DIRECTORIES=/ mexlab __complete gate --base ''"); !strings.HasSuffix(r.stdout, "HEAD\n:4\n") {
		t.Errorf("without a repository: %+v", r)
	}
}

// Benchmarks are looked for in test files of packages alone.
func TestBenchmarks(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	got := benchmarks(fstest.MapFS{
		"a_test.go":          file("func BenchmarkB(b *testing.B) {\n}\nfunc BenchmarkA(b *testing.B) {\n}\n// func BenchmarkC(\n"),
		"sub/a_test.go":      file("func BenchmarkB(b *testing.B) {\n}\nfunc BenchmarkD(b *testing.B) {\n}\n"),
		"sub/a.go":           file("func BenchmarkE(b *testing.B) {\n}\n"),
		"vendor/v/a_test.go": file("func BenchmarkF(b *testing.B) {\n}\n"),
		".git/a_test.go":     file("func BenchmarkG(b *testing.B) {\n}\n"),
	})
	if want := []string{"BenchmarkA", "BenchmarkB", "BenchmarkD"}; !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
}

// What README says to type makes bash complete.
func TestCompletionScript(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	const line = "source <(mexlab completion bash)"
	if !strings.Contains(string(readme), "\n    "+line) {
		t.Errorf("the README lacks %q", line)
	}
	if r := shell(t, "bash -c '"+line+" && complete -p mexlab'"); r.code != 0 || !strings.Contains(r.stdout, " mexlab\n") {
		t.Errorf("%+v", r)
	}
}
