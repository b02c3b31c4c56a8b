package gate

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"mexlab/track/benchfile"
)

// marks names a file to which BenchmarkMarks adds a byte whenever it runs.
const marks = "MEXLAB_TEST_MARKS"

func BenchmarkMarks(b *testing.B) {
	name := os.Getenv(marks)
	if name == "" {
		b.Skip("for TestTurns")
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		b.Fatal(err)
	}
	f.WriteString(".")
	f.Close()
	println("on standard error")
	b.Log("a log line")
	for b.Loop() {
	}
}

// leaveChild is set for BenchmarkLeavesChild.
const leaveChild = "MEXLAB_TEST_LEAVE_CHILD"

func BenchmarkLeavesChild(b *testing.B) {
	if os.Getenv(leaveChild) == "" {
		b.Skip("for TestProfileWithChild")
	}
	child := exec.Command("sleep", "60")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
	}
}

// A profile does not wait for children that hold the output of a benchmark open.
func TestProfileWithChild(t *testing.T) {
	t.Setenv(leaveChild, "1")
	v := variant{binary: &binary{path: os.Args[0]}}
	c := newComparison("BenchmarkLeavesChild", [2]variant{v, v}, &Result{}, 1, time.Second)
	start := time.Now()
	if _, err := c.runProfiled(t.Context(), 0, 1, t.TempDir()); err != nil || time.Since(start) > 30*time.Second {
		t.Errorf("%v, after %v", err, time.Since(start))
	}
}

// A process measures once a turn, and waits in between.
func TestTurns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "marks")
	const turns = 5
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$", "-test.bench="+benchfile.Pattern("BenchmarkMarks"), "-test.count=5", "-test.benchtime=10x", "-test.benchmem")
	cmd.Env = append(os.Environ(), marks+"="+file)
	p, err := startProcess(cmd, 10, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	for turn := 1; turn <= turns; turn++ {
		s, err := p.turn()
		if err != nil {
			t.Fatal(err)
		}
		if s.sec <= 0 || s.allocs < 0 {
			t.Errorf("sample %+v", s)
		}
		time.Sleep(20 * time.Millisecond)
		if text, err := os.ReadFile(file); len(text) != turn || err != nil {
			t.Errorf("after %d turns it ran %d times, %v", turn, len(text), err)
		}
	}
	if s, err := p.turn(); err == nil {
		t.Errorf("a turn after the last: %+v", s)
	}
}
