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
