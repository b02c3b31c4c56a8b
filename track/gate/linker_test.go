package gate

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mexlab/internal/command"
)

func TestUserFlags(t *testing.T) {
	for goflags, want := range map[string][]string{
		"":                                  nil,
		"-buildvcs=false":                   nil,
		"-ldflags=-w -mod=mod":              {"-w"},
		`-v "-ldflags=-X=a.b=c -s" -x`:      {"-X=a.b=c -s"},
		"'--ldflags=some/...=-w' -ldflags=": {"some/...=-w", ""},
	} {
		if got := userFlags(goflags); !slices.Equal(got, want) {
			t.Errorf("%s: %q, expected %q", goflags, got, want)
		}
	}
}

func TestLinkerFlags(t *testing.T) {
	for _, test := range []struct {
		linker linker
		seed   int
		want   []string
	}{
		{linker{}, 0, []string{"-ldflags=-funcalign=512"}},
		{linker{}, 7, []string{"-ldflags=-funcalign=512 -randlayout=7 -w"}},
		{linker{cannotAlign: true}, 0, nil},
		{linker{users: []string{"-X=a.b=c", "d=-s"}}, 0,
			[]string{"-ldflags=-funcalign=512", "-ldflags=-X=a.b=c -funcalign=512", "-ldflags=d=-s -funcalign=512"}},
	} {
		if got := test.linker.flags(test.seed); !slices.Equal(got, test.want) {
			t.Errorf("%+v, seed %d: %q, expected %q", test.linker, test.seed, got, test.want)
		}
	}
}

// All functions are aligned, and the user's own flags for the linker count. A seed
// gives another order.
func TestAligned(t *testing.T) {
	r := newRepository(t)
	r.edit("sums.go", "package sums", "package sums\n\nvar text = \"as written\"\n\nfunc Text() string { return text }")
	r.edit("sums_test.go", "func BenchmarkLeast", "func BenchmarkText(b *testing.B) {\n\tb.Log(Text())\n}\n\nfunc BenchmarkLeast")
	t.Setenv("GOFLAGS", "-ldflags=-X=example.com/sums.text=asLinked")
	w, tree := r.workspace("")
	if err := w.findLinker(t.Context(), tree, tree); err != nil || len(w.notes) > 0 {
		t.Fatal(err, w.notes)
	}
	p := goPackage{Dir: tree.dir, ImportPath: "example.com/sums"}
	first := map[string]int{}
	for _, seed := range []int{0, 1, 2} {
		b, err := w.build(t.Context(), tree, p, trimmed, seed)
		if err != nil {
			t.Fatal(err)
		}
		out, err := command.Output(b.command(context.Background(), "-test.run=^$", "-test.bench=Text"))
		if err != nil || !strings.Contains(string(out), "asLinked") {
			t.Errorf("seed %d: %s, %v: the user's flags are lost", seed, out, err)
		}
		symbols, err := command.Output(tree.command(t.Context(), "go", "tool", "nm", "-n", filepath.ToSlash(b.path)))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(symbols)) {
			if f := strings.Fields(line); len(f) == 3 && strings.HasPrefix(f[2], "example.com/sums.") && strings.EqualFold(f[1], "t") {
				if first[f[2]]++; !strings.HasSuffix(f[0], "00") || strings.ContainsAny(f[0][len(f[0])-3:][:1], "13579bdf") {
					t.Errorf("seed %d: %s is at %s, no multiple of %d", seed, f[2], f[0], alignment)
				}
				break
			}
		}
	}
	if len(first) < 2 {
		t.Errorf("the first functions of three orders: %v, expected different ones", first)
	}
}

// A Go that is too old is told once, and the versions are built all the same.
func TestOldLinker(t *testing.T) {
	r := newRepository(t)
	bin := t.TempDir()
	(&repository{t, bin}).write(map[string]string{"go": "#!/bin/sh\nfor last; do :; done\n[ $last = GOVERSION ] && echo go1.24.3\nexit 0\n"})
	w, tree := r.workspace("")
	t.Setenv("PATH", bin)
	if err := w.findLinker(t.Context(), tree, tree); err != nil {
		t.Fatal(err)
	}
	if !w.linker.cannotAlign || w.linker.cannotOrder || len(w.notes) != 1 || !strings.Contains(w.notes[0], "go1.24.3, whose linker cannot align") {
		t.Errorf("%+v, notes %q", w.linker, w.notes)
	}
}
