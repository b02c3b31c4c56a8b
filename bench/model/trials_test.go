package model

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// sourceLoops returns the loops of the assembly that go through no other loop, as
// Names and Loops tell them. They have no code.
func sourceLoops(t *testing.T, goarch string) (loops []Loop) {
	t.Helper()
	files := os.DirFS("../../asm")
	sources, err := fs.Glob(files, "*_"+goarch+".s")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		lines, err := expand(files, source)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range bodies(lines) {
			steps, err := b.steps()
			names, err2 := b.names()
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			found := cycles(steps)
			for i, c := range found {
				if !passes(straight(steps, c), found) {
					loops = append(loops, Loop{Name: names[i], Arch: goarch, Tier: tierOf(b.name)})
				}
			}
		}
	}
	return loops
}

// Each loop of AVX2 has a trial, or a reason why not, and each trial and each reason
// has a loop.
func TestTrialsHaveLoops(t *testing.T) {
	loops := slices.Concat(sourceLoops(t, "amd64"), sourceLoops(t, "arm64"))
	for _, trial := range trials() {
		if !slices.ContainsFunc(loops, trial.of) && trial.name() != floorTrial {
			t.Errorf("no loop for trial %s", trial.name())
		}
	}
	for name := range apart {
		if !slices.ContainsFunc(loops, func(l Loop) bool { return l.Topic()+" "+l.Label == name }) {
			t.Errorf("no loop %s", name)
		}
	}
	for _, l := range loops {
		_, ok := apart[l.Topic()+" "+l.Label]
		tried := slices.ContainsFunc(trials(), func(t trial) bool { return t.of(l) })
		if l.Tier == "avx2" && tried == ok {
			t.Errorf("loop %s of %s has a trial: %v, and a reason why not: %v", l.Label, l.Body, tried, ok)
		}
	}
}

func TestTopic(t *testing.T) {
	for body, want := range map[string]string{"scanSumsAVX2": "scanSums", "scanSumsAVX512BITALG": "scanSums", "eliminate16NEON": "eliminate16", "x": "x"} {
		if got := (&Loop{Name: Name{Body: body}}).Topic(); got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
}

// Trials that the guest and the measurement make are the same.
func TestTrialsRepeat(t *testing.T) {
	var names []string
	for _, trial := range trials() {
		names = append(names, trial.name())
	}
	for range 3 {
		for i, trial := range trials() {
			if trial.name() != names[i] {
				t.Fatalf("trial %d is %s, then %s", i, names[i], trial.name())
			}
		}
	}
	slices.Sort(names)
	if n := len(names); n != len(slices.Compact(names)) {
		t.Errorf("two trials have the same loop: %s", strings.Join(names, ", "))
	}
}
