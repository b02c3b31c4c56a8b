package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"mexlab/bench"
	"mexlab/bench/insns"
	"mexlab/internal/qemu"
	"mexlab/kernel"
)

// fakeGroups are two groups of three cases. The cases sleep.
func fakeGroups() []bench.Group {
	var groups []bench.Group
	for _, key := range []string{"load=a", "load=b"} {
		groups = append(groups, bench.Group{Suite: "Mex", Key: key, Cases: func(*kernel.Workspace) ([]*bench.Case, error) {
			var cases []*bench.Case
			for i, name := range []string{bench.Floor, "naive", "auto"} {
				cases = append(cases, &bench.Case{
					Name: "Mex/kernel=" + name + "/isa=generic/" + key, Vertices: 10, Edges: 20,
					Run: func() error { time.Sleep(time.Duration(i+1) * 100 * time.Microsecond); return nil },
				})
			}
			return cases, nil
		}})
	}
	return groups
}

func fakeSettings() Settings {
	return Settings{{"goos", "linux"}, {"goarch", "fake"}, {"cpu", "Fake"}, {"date", "now"}, {"rounds", "5"}}
}

func measure(t *testing.T, path string, rounds int) {
	t.Helper()
	log, err := OpenLog(path, fakeSettings())
	if err != nil {
		t.Fatal(err)
	}
	if err := Measure(context.Background(), log, Options{Groups: fakeGroups(), Rounds: rounds, Turn: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	if err := log.Finish(func(string) ([]byte, error) { return []byte("tables\n"), nil }); err != nil {
		t.Fatal(err)
	}
}

// The file has every case once per round, the cases of a group in a row. Each
// round starts a group with another of its cases.
func TestInterleaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), TimesFile)
	measure(t, path, 3)
	got := order(t, path)
	var want []string
	for _, round := range []string{"floor naive auto", "naive auto floor", "auto floor naive"} {
		for _, load := range []string{"a", "b"} {
			for _, k := range strings.Fields(round) {
				want = append(want, k+" "+load)
			}
		}
		want = append(want, "end")
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(path), TablesFile)); string(text) != "tables\n" {
		t.Errorf("tables: %q, error %v", text, err)
	}
}

var resultLine = regexp.MustCompile(`^BenchmarkMex/kernel=(\w+)/isa=generic/load=(\w) \d+ [0-9.]+ ns/op [0-9.]+ ns/vertex [0-9.]+ edges/s$`)

// order lists a log's results and ends of rounds.
func order(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch m := resultLine.FindStringSubmatch(line); {
		case m != nil:
			list = append(list, m[1]+" "+m[2])
		case strings.HasPrefix(line, "# round "):
			list = append(list, "end")
		case strings.HasPrefix(line, "Benchmark"):
			t.Fatalf("a line of another form: %q", line)
		}
	}
	return list
}

const envPath = "MEXREPORT_TEST_PATH"

// TestKilled kills a process in the middle of its measurements. The earlier
// report stays whole, and the next run resumes.
func TestKilled(t *testing.T) {
	if path := os.Getenv(envPath); path != "" {
		measure(t, path, 1000)
		return
	}
	path := filepath.Join(t.TempDir(), TimesFile)
	const earlier = "an earlier report\n"
	if err := os.WriteFile(path, []byte(earlier), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
	cmd.Env = append(os.Environ(), envPath+"="+path)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	rounds, deadline := 0, time.Now().Add(20*time.Second)
	for rounds < 2 {
		if time.Now().After(deadline) {
			t.Fatal("no two rounds in 20 s")
		}
		time.Sleep(5 * time.Millisecond)
		text, _ := os.ReadFile(path + partial)
		rounds, _ = completeRounds(text)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if text, err := os.ReadFile(path); string(text) != earlier {
		t.Errorf("after the kill the earlier report is %q, error %v", text, err)
	}
	// A kill in the middle of a write leaves half a line.
	f, err := os.OpenFile(path+partial, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("BenchmarkMex/kernel=nai"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	text, _ := os.ReadFile(path + partial)
	rounds, _ = completeRounds(text)

	log, err := OpenLog(path, fakeSettings())
	if err != nil || log.Rounds() != rounds {
		t.Fatalf("resumed with error %v, expected %d rounds", err, rounds)
	}
	log.file.Close()
	measure(t, path, rounds+2)
	if got := order(t, path); len(got) != 7*(rounds+2) {
		t.Errorf("%d lines after resuming, expected %d", len(got), 7*(rounds+2))
	}
	if _, err := os.Stat(path + partial); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the unfinished file is still there: %v", err)
	}
}

func TestCanceled(t *testing.T) {
	path := filepath.Join(t.TempDir(), TimesFile)
	log, err := OpenLog(path, fakeSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer log.file.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Measure(ctx, log, Options{Groups: fakeGroups(), Rounds: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A log with other settings starts anew, a log with another date resumes.
func TestOtherSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), TimesFile)
	for _, test := range []struct {
		key, value string
		resumed    bool
	}{{"date", "now", false}, {"date", "later", true}, {"rounds", "7", false}, {"cpu", "Other", false}} {
		s := fakeSettings()
		for i := range s {
			if s[i].Key == test.key {
				s[i].Value = test.value
			}
		}
		log, err := OpenLog(path, s)
		if err != nil || log.Rounds() > 0 != test.resumed {
			t.Errorf("%s %s: %d rounds, error %v", test.key, test.value, log.Rounds(), err)
		}
		if !test.resumed {
			if err := log.endRound([]byte("BenchmarkX 1 5 ns/op\n"), 2); err != nil {
				t.Fatal(err)
			}
		}
		log.file.Close()
	}
}

func TestBrokenCase(t *testing.T) {
	broken := errors.New("broken")
	log, err := OpenLog(filepath.Join(t.TempDir(), TimesFile), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer log.file.Close()
	group := bench.Group{Cases: func(*kernel.Workspace) ([]*bench.Case, error) {
		return []*bench.Case{{Name: "Mex/x", Run: func() error { return broken }}}, nil
	}}
	err = Measure(context.Background(), log, Options{Groups: []bench.Group{group}, Rounds: 1})
	if !errors.Is(err, broken) || !strings.Contains(fmt.Sprint(err), "Mex/x") {
		t.Errorf("got %v", err)
	}
}

func TestThisMachine(t *testing.T) {
	s := ThisMachine(t.Context(), time.Unix(0, 0), Setting{"rounds", "3"})
	for _, key := range []string{"goos", "goarch", "cpu", "tier", "toolchain", "gomaxprocs", "commit"} {
		if s.Get(key) == "" {
			t.Errorf("no %s in %v", key, s)
		}
	}
	if s.Get("date") != "1970-01-01 00:00:00" || s.Get("rounds") != "3" {
		t.Errorf("got %v", s)
	}
}

// What is measured stays beside the earlier file, and takes its place only when
// it is complete.
func TestInterrupt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", ScalingFile)
	tired := errors.New("tired")
	for _, step := range []struct {
		content             string
		err                 error
		file, beside, words string
	}{
		{"one", tired, "", "one", "tired; " + path + partial + " has what was measured before"},
		{"two", nil, "two", "", ""},
		{"three", tired, "two", "three", "tired; " + path + partial + " has what was measured before"},
		{"four", nil, "four", "", ""},
	} {
		log, err := OpenLog(path, nil)
		if err == nil {
			err = log.Write([]byte(step.content))
		}
		if err != nil {
			t.Fatal(err)
		}
		if err = step.err; err != nil {
			err = log.Interrupt(err)
		} else if err := log.Finish(nil); err != nil {
			t.Fatal(err)
		}
		file, _ := os.ReadFile(path)
		beside, _ := os.ReadFile(path + partial)
		if string(file) != step.file || string(beside) != step.beside {
			t.Errorf("%s: the file is %q, and beside it is %q", step.content, file, beside)
		}
		if !errors.Is(err, step.err) || err != nil && err.Error() != step.words {
			t.Errorf("%s: got %v, want %s", step.content, err, step.words)
		}
	}
}

// Counts are written with their tables, and are read back as they were.
func TestWriteCounts(t *testing.T) {
	root := t.TempDir()
	folder := filepath.Join(root, "arm64", "emulated")
	const name = "Mex/kernel=affine/isa=neon/deg=2/load=uva"
	settings := Settings{{"goarch", "arm64"}, {"cpu", "emulated"}}
	if err := WriteCounts(folder, settings, []insns.Count{{Name: name, Vertices: 3, Case: qemu.Case{Insns: 1000}}}); err != nil {
		t.Fatal(err)
	}
	machines, err := Load(root)
	if err != nil || len(machines) != 1 || !machines[0].Counted || machines[0].Folder != "arm64/emulated" {
		t.Fatalf("read back as %+v, error %v", machines, err)
	}
	if x, ok := machines[0].Suite("Mex")[0].Cost("affine/neon"); !ok || math.Abs(x-1000.0/3) > 1e-6 {
		t.Errorf("the cost is %v, expected 333.3", x)
	}
	if tables, err := os.ReadFile(filepath.Join(folder, TablesFile)); !strings.Contains(string(tables), "333.3") {
		t.Errorf("the tables are %q, error %v", tables, err)
	}
}
