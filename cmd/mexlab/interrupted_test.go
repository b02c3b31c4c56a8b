//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Exit code and message tell what ended the work early. The output until then is
// a part of the answers.
func TestEndings(t *testing.T) {
	name := made(t, "boards --games 4000 --vertices 20 --edges 60 --rounds 2")
	city := made(t, "election --vertices 2000 --edges 4000")
	want := shell(t, "mexlab solve "+name).stdout
	for _, c := range []struct{ line, message string }{
		{"(cat " + name + "; printf ' x') | mexlab solve", "after game 4000 of 4000: expected the end of the input"},
		{"head -c 300000 " + name + " | mexlab solve", "found end of input"},
		{"mexlab solve " + name + " > /dev/full", "cannot write the output: write /dev/stdout: no space left on device"},
		{"mexlab solve -j1 " + name + " > /dev/full", "cannot write the output: write /dev/stdout: no space left on device"},
		{"mexlab solve --game election " + city + " > /dev/full", "cannot write the output: write /dev/stdout: no space left on device"},
		{"mexlab generate boards > /dev/full", "cannot write the output: write /dev/stdout: no space left on device"},
		{"mexlab solve <&-", "mexlab: <stdin>:1:1: expected the number of games, found end of input"},
		{"mexlab solve --workers 0 " + name, "--workers: expected at least 1, found 0"},
		{"mexlab solve --timeout -1s " + name, "--timeout: expected at least 0"},
		{"mexlab solve --stream --move " + name, "--move does not go with --stream"},
		{"mexlab solve --stream " + name, "to solve a graph while it is read, the edges of each vertex have to stand together"},
	} {
		r := shell(t, c.line)
		if r.code != 2 || !strings.Contains(r.stderr, c.message) || !strings.HasPrefix(want, r.stdout) {
			t.Errorf("%s: code %d, %q, %d bytes of output", c.line, r.code, r.stderr, len(r.stdout))
		}
		if r.stdout != "" && !strings.HasSuffix(r.stdout, "\n\n") {
			t.Errorf("%s: the output ends inside a game", c.line)
		}
	}
}

// Stalled input does not keep the work from being ended, at the beginning, in the
// middle or before the end of the text. The complete games are answered.
func TestStalled(t *testing.T) {
	games := []byte(shell(t, "mexlab generate boards --games 4000 --vertices 20 --edges 60 --rounds 2").stdout)
	all := feed(t, games, "solve").stdout
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, end := range []struct {
		name    string
		signal  syscall.Signal
		args    []string
		code    int
		message string
	}{
		{"SIGINT", syscall.SIGINT, nil, 130, "interrupted"},
		{"SIGTERM", syscall.SIGTERM, nil, 143, "terminated"},
		{"timeout", 0, []string{"--timeout", "700ms"}, 3, "not done within 700ms: --timeout ended it"},
	} {
		for _, sent := range []int{-1, 0, len(games) * 9 / 10, len(games)} {
			for _, workers := range []string{"-j1", "-j2"} {
				what := fmt.Sprintf("%s, %d bytes, %s", end.name, sent, workers)
				t.Run(what, func(t *testing.T) {
					t.Parallel()
					var cmd *exec.Cmd
					var first [8]byte
					var rest []byte
					var stderr bytes.Buffer
					for wait := 250 * time.Millisecond; ; wait *= 2 {
						cmd = mexlabProcess(append([]string{"solve", workers}, end.args...)...)
						if sent < 0 { // nobody opens the named pipe
							cmd.Args = append(cmd.Args, fifo)
						}
						stdin, _ := cmd.StdinPipe() // it stays open
						stdout, _ := cmd.StdoutPipe()
						cmd.Stderr = &stderr
						if err := cmd.Start(); err != nil {
							t.Fatal(err)
						}
						go stdin.Write(games[:max(sent, 0)])
						if sent > 0 { // more than a pipe holds
							if _, err := io.ReadFull(stdout, first[:]); err != nil || string(first[:]) != "Game#1:\n" {
								t.Fatalf("the first answer is %q, %v", first, err)
							}
						} else if end.signal != 0 {
							time.Sleep(wait) // until mexlab has read it and waits
						}
						if end.signal != 0 {
							cmd.Process.Signal(end.signal)
						}
						rest, _ = io.ReadAll(stdout)
						cmd.Wait()
						if early := cmd.ProcessState.ExitCode() < 0; !early || wait > 4*time.Second {
							break
						}
					}
					message := stderr.String()
					if code := cmd.ProcessState.ExitCode(); code != end.code || !strings.HasSuffix(message, end.message+"\n") || strings.Count(message, "\n") != 1 {
						t.Errorf("code %d, %q", code, message)
					}
					got := string(rest)
					if sent > 0 {
						got = string(first[:]) + got
					}
					partial(t, what, got, all)
				})
			}
		}
	}
}

// With lines, what was written when the work is ended is a part of the answers, too.
// Somebody else keeps the named pipe open, so that the input does not end.
func TestStalledLines(t *testing.T) {
	for _, game := range gameNames() {
		name := made(t, "boards --lines --games 300 --vertices 9 --edges 12 --game "+game)
		solve := "mexlab solve --lines --game " + game
		want := shell(t, solve+" "+name).stdout
		pipe := filepath.Join(t.TempDir(), "pipe")
		r := shell(t, "mkfifo "+pipe+"; exec 3<>"+pipe+"; head -c 40000 "+name+" >&3; "+solve+" --timeout 700ms < "+pipe)
		if r.code != exitUndecided || r.stderr != "mexlab: not done within 700ms: --timeout ended it\n" {
			t.Errorf("%s: code %d, %s", game, r.code, r.stderr)
		}
		if !strings.HasPrefix(want, r.stdout) || r.stdout != "" && !strings.HasSuffix(r.stdout, "\n") {
			t.Errorf("%s: %d bytes that are no answers", game, len(r.stdout))
		}
		r = shell(t, solve+" "+name+" > /dev/full")
		if r.code != exitBad || !strings.Contains(r.stderr, "cannot write the output: write /dev/stdout: no space left on device") {
			t.Errorf("%s: %+v", game, r)
		}
	}
}

// A closed output ends the work silently, by SIGPIPE.
func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{
		{"solve", made(t, "boards --games 4000 --vertices 20 --edges 60 --rounds 2")},
		{"solve", "-j1", made(t, "boards --games 4000 --vertices 20 --edges 60 --rounds 2")},
		{"solve", "--game", "election", made(t, "election --vertices 20000 --edges 20000")},
		{"generate", "boards"},
		{"generate", "election"},
	} {
		cmd := mexlabProcess(args...)
		stdout, _ := cmd.StdoutPipe()
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		io.ReadFull(stdout, make([]byte, 2))
		stdout.Close()
		cmd.Wait()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGPIPE || stderr.Len() > 0 {
			t.Errorf("%q: %v, %q", args, cmd.ProcessState, &stderr)
		}
	}
}

// After a kill, the output is the beginning of the answers and may end anywhere.
// The exit status tells of the signal.
func TestKilled(t *testing.T) {
	name := made(t, "boards --games 8000 --vertices 20 --edges 60 --rounds 2")
	all := shell(t, "mexlab solve "+name).stdout
	for _, workers := range []string{"-j1", "-j2"} {
		cmd := mexlabProcess("solve", workers, name)
		stdout, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		first := make([]byte, 1)
		io.ReadFull(stdout, first)
		cmd.Process.Kill() // the rest does not fit in the pipe
		rest, _ := io.ReadAll(stdout)
		cmd.Wait()
		got := string(first) + string(rest)
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL || !strings.HasPrefix(all, got) || got == all {
			t.Errorf("%s: %v, %d bytes of %d", workers, cmd.ProcessState, len(got), len(all))
		}
	}
}

// An interrupted gate writes the table of what it has, and leaves nothing behind.
func TestGateInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and measures")
	}
	t.Parallel()
	dir, temp := t.TempDir(), t.TempDir()
	running := filepath.Join(temp, "running")
	for name, text := range map[string]string{
		"go.mod": "module example.com/slow\n\ngo 1.24\n",
		"x_test.go": "package slow\n\nimport (\n\t\"os\"\n\t\"testing\"\n\t\"time\"\n)\n\nfunc BenchmarkSlow(b *testing.B) {\n" +
			"\tos.WriteFile(os.Getenv(\"RUNNING\"), nil, 0o600)\n\tfor b.Loop() {\n\t\ttime.Sleep(300*time.Millisecond)\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := shell(t, "cd "+dir+" && git init -q && git add . && git -c user.name=A -c user.email=a@example.com commit -qm one && sed -i.old s/300/301/ x_test.go")
	if r.code != 0 {
		t.Fatal(r)
	}
	cmd := mexlabProcess("gate", "--base", "HEAD", "--max-time", "10m")
	cmd.Dir, cmd.Env = dir, append(cmd.Env, "RUNNING="+running, "TMPDIR="+temp)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 600 {
		if _, err := os.Stat(running); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.HasSuffix(stderr.String(), "mexlab: interrupted\n") ||
		!strings.Contains(strings.ToLower(stdout.String()), "not looked at") || !strings.HasSuffix(stdout.String(), "Verdict: inconclusive.\n") {
		t.Errorf("code %d, %q, %q", code, &stdout, &stderr)
	}
	if left, err := filepath.Glob(filepath.Join(temp, "mexlab-gate-*")); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v, %v", left, err)
	}
}
