package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mexlab/asm"
	"mexlab/bench"
	"mexlab/internal/machine"
	"mexlab/kernel"
)

// aTuning is valid here. Its LeastLanes differs from the built-in plan's.
func aTuning(lanes int) *tuning {
	p := kernel.DefaultPlan()
	p.LeastLanes, p.Lanes = lanes, bestHere()
	return &tuning{
		Format: tuningFormat, Mexlab: version(), Kernels: kernel.Revision, CPU: machine.CPU(), When: time.Unix(1e9, 0).UTC(), Plan: p,
		Times: []bench.ClassTimes{{Class: "unit values", Kernels: []bench.KernelTime{{Kernel: "affine", Ns: 12.3}}}},
	}
}

// bestHere is the last tier of this CPU, timed or not.
func bestHere() string {
	tiers := asm.Available()
	return tiers[len(tiers)-1].Name
}

// config returns a folder for tunings, and the setting that names it to a command.
func config(t *testing.T) (env, name string) {
	dir := t.TempDir()
	return "HOME=" + dir + " XDG_CONFIG_HOME=" + dir + " MEXLAB_ISA= ", filepath.Join(dir, "mexlab", "tune.json")
}

func TestTuningIsUsed(t *testing.T) {
	if bestHere() == asm.Generic {
		t.Skip("there is only one tier")
	}
	env, name := config(t)
	if err := aTuning(9).save(name); err != nil {
		t.Fatal(err)
	}
	const nine, two = "a level of fewer than 9 vertices", "a level of fewer than 2 vertices"
	const tuned = "\nplan      as \"mexlab tune\" measured on 2001-09-09\n"
	r := shell(t, env+"mexlab kernels")
	if r.code != 0 || r.stderr != "" || !strings.Contains(r.stdout, nine) || !strings.Contains(r.stdout, tuned) || !strings.Contains(r.stdout, "affine/"+bestHere()+"\n") {
		t.Errorf("%+v", r)
	}
	if r := shell(t, env+"MEXLAB_ISA="+bestHere()+" mexlab kernels"); r.code != 0 || r.stderr != "" || !strings.Contains(r.stdout, two) {
		t.Errorf("with a forced tier: %+v", r)
	}
	r = shell(t, env+"mexlab tune --show")
	for _, want := range []string{name, machine.CPU(), version(), "2001-09-09", nine, "unit values", "12.3"} {
		if r.code != 0 || r.stderr != "" || !strings.Contains(r.stdout, want) {
			t.Errorf("--show lacks %q: %+v", want, r)
		}
	}
	if r := shell(t, env+"mexlab tune --reset"); r != (outcome{"Removed " + name + ".\n", "", 0}) {
		t.Errorf("%+v", r)
	}
	nothing := outcome{"Nothing was tuned: there is no " + name + ".\n", "", 0}
	for _, flag := range []string{"--reset", "--show"} {
		if r := shell(t, env+"mexlab tune "+flag); r != nothing {
			t.Errorf("%s: %+v", flag, r)
		}
	}
	if r := shell(t, env+"mexlab kernels"); r.code != 0 || r.stderr != "" || !strings.Contains(r.stdout, two) {
		t.Errorf("after --reset: %+v", r)
	}
}

// Until something is tuned, an untimed tier is called that.
func TestUntimedTiers(t *testing.T) {
	env, name := config(t)
	const untimed = "not timed on this CPU yet"
	for _, tier := range asm.Available() {
		if tier.Timed || tier.OnlyForced {
			continue
		}
		line := func(r outcome) (found string) {
			for l := range strings.Lines(r.stdout) {
				if strings.HasPrefix(l, tier.Name+" ") {
					found += l
				}
			}
			return found
		}
		if l := line(shell(t, env+"mexlab kernels")); !strings.Contains(l, untimed) {
			t.Errorf("before: %q", l)
		}
		if err := aTuning(9).save(name); err != nil {
			t.Fatal(err)
		}
		if l := line(shell(t, env+"mexlab kernels")); l == "" || strings.Contains(l, untimed) {
			t.Errorf("after: %q", l)
		}
		os.Remove(name)
	}
}

// A tuning that is not valid here is ignored, with a line that says so.
func TestTuningIsIgnored(t *testing.T) {
	env, name := config(t)
	t.Setenv("HOME", filepath.Dir(filepath.Dir(name)))
	t.Setenv("XDG_CONFIG_HOME", os.Getenv("HOME"))
	t.Setenv(asm.EnvISA, "")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	ignored := func(what, want string) {
		t.Helper()
		var stderr strings.Builder
		p, _ := plan(&stderr)
		line := stderr.String()
		if p != kernel.DefaultPlan() || !strings.HasPrefix(line, "mexlab: "+name+" is ignored: "+want) ||
			strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, `; "mexlab tune" makes a new one`+"\n") {
			t.Errorf("%s: plan %+v, %q", what, p, line)
		}
	}
	good, err := json.Marshal(aTuning(9))
	if err != nil {
		t.Fatal(err)
	}
	with := func(spoil func(t *tuning)) []byte {
		s := aTuning(9)
		spoil(s)
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, c := range []struct {
		name, want string
		text       []byte
	}{
		{"empty", "it is damaged: unexpected end of JSON input", nil},
		{"cut", "it is damaged: ", good[:len(good)/2]},
		{"noise", "it is damaged: ", []byte("\x00\xff\x17 mexlab")},
		{"null", "it is damaged: its format is 0", []byte("null")},
		{"a list", "it is damaged: ", []byte("[1, 2]")},
		{"a strange field", "it is damaged: ", []byte(strings.Replace(string(good), `"when"`, `"whence"`, 1))},
		{"a wrong type", "it is damaged: ", []byte(strings.Replace(string(good), `"leastLanes":9`, `"leastLanes":"nine"`, 1))},
		{"large", "it is damaged: expected a regular file of at most 65536 bytes", make([]byte, 1<<16+1)},
		{"no such size", "leastLanes is 99", with(func(t *tuning) { t.Plan.LeastLanes = 99 })},
		{"no such tier", `tier "avx9" is not available`, with(func(t *tuning) { t.Plan.Search = "avx9" })},
		{"foreign", "it was measured on another CPU, Z80", with(func(t *tuning) { t.CPU = "Z80" })},
		{"stale", "the kernels have changed since it was measured", with(func(t *tuning) { t.Kernels = "0123456789ab" })},
		{"older", "an older mexlab wrote it, v0", with(func(t *tuning) { t.Format, t.Mexlab = tuningFormat-1, "v0" })},
		{"newer", "a newer mexlab wrote it, v9", with(func(t *tuning) { t.Format, t.Mexlab = tuningFormat+1, "v9" })},
		{"newer, other fields", "a newer mexlab wrote it, v9", []byte(`{"format": 99, "mexlab": "v9", "plans": [[]]}`)},
	} {
		if err := os.WriteFile(name, c.text, 0o644); err != nil {
			t.Fatal(err)
		}
		ignored(c.name, c.want)
	}

	// Commands do their work all the same. Only the one that lists the kernels says
	// so, and tune.
	const input = "printf '2\t0,1,2\n' | "
	if r := shell(t, input+env+"mexlab vertex"); r != (outcome{"4\n", "", 0}) {
		t.Errorf("%+v", r)
	}
	if r := shell(t, env+"mexlab kernels"); r.code != 0 || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("kernels: %+v", r)
	}
	if r := shell(t, env+"mexlab tune --show"); r.code != exitBad || r.stdout != "" || !strings.Contains(r.stderr, " is ignored: a newer") {
		t.Errorf("--show: %+v", r)
	}
	for _, quiet := range []string{"mexlab vertex --kernel affine", "MEXLAB_ISA=generic mexlab vertex"} {
		if r := shell(t, input+env+quiet); r != (outcome{"4\n", "", 0}) {
			t.Errorf("%s: %+v", quiet, r)
		}
	}

	// Only a regular file is read: anything else might not end.
	for _, c := range []string{"mkdir ", "mkfifo "} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if r := shell(t, c+name); r.code != 0 {
			t.Fatalf("%+v", r)
		}
		ignored(c, "it is damaged: expected a regular file")
	}
}

// A folder that cannot be written is an error before anything is measured.
func TestTuneUnwritable(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mexlab"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	r := shell(t, "XDG_CONFIG_HOME="+dir+" HOME="+dir+"/mexlab mexlab tune")
	if r.code != exitBad || r.stdout != "" || !strings.HasPrefix(r.stderr, "mexlab: cannot make the folder for the tuning: mkdir "+dir) ||
		strings.Count(r.stderr, "\n") != 1 || time.Since(start) > 3*time.Second {
		t.Errorf("%+v after %v", r, time.Since(start))
	}
	if r := shell(t, "env -u HOME -u XDG_CONFIG_HOME mexlab tune"); r.code != exitBad || !strings.HasPrefix(r.stderr, "mexlab: no folder for the tuning: ") {
		t.Errorf("without HOME: %+v", r)
	}
	if r := shell(t, "printf '2\t0,1,2\n' | env -u HOME -u XDG_CONFIG_HOME mexlab vertex"); r != (outcome{"4\n", "", 0}) {
		t.Errorf("without HOME: %+v", r)
	}
	if r := shell(t, "mexlab tune --show --reset"); r.code != exitBad || !strings.Contains(r.stderr, "show") {
		t.Errorf("both flags: %+v", r)
	}
}

// If several save at once, one wins, and readers find a whole file at any time.
// Nothing else is left in the folder.
func TestTuneAtOnce(t *testing.T) {
	_, name := config(t)
	if err := aTuning(1).save(name); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	errs := make(chan error, 1000)
	for i := range 8 {
		wg.Go(func() {
			for range 10 {
				if err := aTuning(1 + i).save(name); err != nil {
					errs <- err
				}
				if _, err := loadTuning(name); err != nil {
					errs <- fmt.Errorf("while others write: %w", err)
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	list, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(list) != 1 {
		t.Errorf("left in the folder: %v, %v", list, err)
	}
}
