package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"mexlab/internal/progress"
)

// A screen collects what a terminal gets.
type screen struct {
	shown  chan struct{}
	closed chan struct{}

	early []byte // what came in less than two seconds
	all   []byte
}

// watched begins to collect what the terminal gets from a process that was started
// after start. Channel shown tells of a line of progress.
func watched(tty *os.File, start time.Time) *screen {
	s := &screen{shown: make(chan struct{}), closed: make(chan struct{})}
	go func() {
		defer close(s.closed)
		buf := make([]byte, 4096)
		for told := false; ; {
			n, err := tty.Read(buf)
			s.all = append(s.all, buf[:n]...)
			if time.Since(start) < progress.After {
				s.early = s.all
			}
			if !told && bytes.Contains(s.all, []byte("mexlab: read ")) && bytes.Contains(s.all, []byte("\x1b[K")) {
				told = true
				close(s.shown)
			}
			if err != nil { // all others have closed the terminal
				return
			}
		}
	}()
	return s
}

// await waits for a line of progress, or as long as one would take to come.
func (s *screen) await(wanted bool) {
	wait := progress.After + 3*progress.Every
	if wanted {
		wait = time.Minute // on a busy machine
	}
	select {
	case <-s.shown:
		time.Sleep(3 * progress.Every / 2) // for another
	case <-time.After(wait):
	}
}

// text returns all that the terminal got, once it is closed.
func (s *screen) text() string {
	<-s.closed
	return string(s.all)
}

// onTerminal runs a command line of mexlab. Its stderr is a terminal with the
// given number of columns. mexlab gets the second half of its input once it has
// shown progress, or has had the time to, if progress is not wanted. Without
// input, its output is read only then.
func onTerminal(t *testing.T, columns int, term, input string, wanted bool, args ...string) (stdout string, s *screen) {
	t.Helper()
	tty, stderr := openTerminal(t, columns)
	cmd := exec.Command("mexlab", args...)
	cmd.Env = append(os.Environ(), asMexlab+"=1", "TERM="+term)
	cmd.Stderr = stderr
	out, _ := cmd.StdoutPipe()
	stdin, _ := cmd.StdinPipe()
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stderr.Close()
	s = watched(tty, start)
	go func() {
		io.WriteString(stdin, input[:len(input)/2])
		s.await(wanted)
		io.WriteString(stdin, input[len(input)/2:])
		stdin.Close()
	}()
	if input == "" {
		s.await(wanted)
	}
	answers, _ := io.ReadAll(out)
	if err := cmd.Wait(); err != nil {
		t.Errorf("%q: %v", args, err)
	}
	return string(answers), s
}

var progressLines = regexp.MustCompile(`^(\r[^\r\x1b]*\x1b\[K)+$`)

// A terminal shows progress after two seconds, on one line. At the end the line is
// gone.
func TestProgress(t *testing.T) {
	t.Parallel()
	games := shell(t, "mexlab generate boards --games 2000 --vertices 20 --edges 60 --rounds 20").stdout
	name := file(t, games)
	want := shell(t, "mexlab solve "+name).stdout
	if len(want) < 1<<17 {
		t.Fatal("the output fits in a pipe")
	}
	for _, c := range []struct {
		name    string
		columns int
		term    string
		input   string
		args    []string
		shown   string // a regular expression for a line, or nothing
	}{
		{"slow input", 80, "xterm", games, nil, `^mexlab: read [0-9.]+ (kB|MB), solved [0-9]+ vertices$`},
		{"slow output", 80, "xterm", "", []string{name},
			`^mexlab: read [0-9.]+ (kB|MB) of [0-9.]+ MB \([0-9]+%\)(, about [0-9msh]+ left)?, solved [1-9][0-9]* vertices$`},
		{"narrow", 20, "xterm", "", []string{name}, `^mexlab: read [0-9].{5}$`},
		{"no width", 0, "xterm", "", []string{name}, `^mexlab: read .*, solved [1-9][0-9]* vertices$`},
		{"dumb", 80, "dumb", "", []string{name}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stdout, s := onTerminal(t, c.columns, c.term, c.input, c.shown != "", append([]string{"solve"}, c.args...)...)
			if stdout != want {
				t.Errorf("%d bytes of output, expected %d", len(stdout), len(want))
			}
			got := s.text()
			if len(s.early) > 0 {
				t.Errorf("too early: %q", s.early)
			}
			if c.shown == "" {
				if got != "" {
					t.Errorf("the terminal got %q", got)
				}
				return
			}
			if !progressLines.MatchString(got) || !strings.HasSuffix(got, "\r\x1b[K") {
				t.Fatalf("the terminal got %q", got)
			}
			lines := strings.Split(strings.Trim(got, "\r"), "\x1b[K\r")
			for _, line := range lines[:len(lines)-1] {
				if !regexp.MustCompile(c.shown).MatchString(line) || c.columns > 0 && len(line) >= c.columns {
					t.Errorf("the terminal got %q, expected %s", line, c.shown)
				}
			}
		})
	}
}

// Before an answer or the last message goes to the same terminal, the line is
// taken away.
func TestProgressAndAnswers(t *testing.T) {
	t.Parallel()
	games := shell(t, "mexlab generate boards --games 20 --vertices 20 --edges 60 --rounds 2").stdout
	want := shell(t, "printf '%s' '"+games+"' | mexlab solve").stdout
	for _, end := range []string{"", "terminated"} {
		t.Run("ending "+end, func(t *testing.T) {
			t.Parallel()
			tty, out := openTerminal(t, 80)
			cmd := exec.Command("mexlab", "solve")
			cmd.Env = append(os.Environ(), asMexlab+"=1", "TERM=xterm")
			cmd.Stdout, cmd.Stderr = out, out
			stdin, _ := cmd.StdinPipe()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			out.Close()
			s := watched(tty, time.Now())
			io.WriteString(stdin, games[:len(games)/2])
			s.await(true)
			left := want
			if end != "" {
				cmd.Process.Signal(syscall.SIGTERM)
				left = "mexlab: terminated\n"
			} else {
				io.WriteString(stdin, games[len(games)/2:])
				stdin.Close()
			}
			cmd.Wait()
			text := strings.ReplaceAll(s.text(), "\r\n", "\n") // as a terminal has it
			line := regexp.MustCompile(`\rmexlab: read [^\r\x1b]*\x1b\[K`)
			if !line.MatchString(text) {
				t.Errorf("the terminal got no progress: %q", text)
			}
			text = line.ReplaceAllString(text, "<line>")
			text = regexp.MustCompile(`(<line>)+\r\x1b\[K`).ReplaceAllString(text, "")
			if text != left {
				t.Errorf("%s: the terminal got\n%q\nwant\n%q", end, text, left)
			}
		})
	}
}

// A person who types the input sees no progress.
func TestTypedInput(t *testing.T) {
	t.Parallel()
	tty, in := openTerminal(t, 80)
	cmd := exec.Command("mexlab", "solve")
	cmd.Env = append(os.Environ(), asMexlab+"=1", "TERM=xterm")
	var stdout bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, &stdout, in
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	s := watched(tty, time.Now())
	s.await(false)
	io.WriteString(tty, "1 0 0 0\n\x04") // and Ctrl-D
	cmd.Wait()
	const want = "mexlab: reading from the terminal; end the input with Ctrl-D\r\n1 0 0 0\r\n"
	if text := s.text(); text != want || stdout.String() != "Game#1:\n\n" || !cmd.ProcessState.Success() {
		t.Errorf("%v, %q; the terminal got\n%q\nwant\n%q", cmd.ProcessState, &stdout, text, want)
	}
}

// openTerminal returns both sides of a pseudo terminal with the given number of
// columns: that of a person, and that of a process.
func openTerminal(t *testing.T, columns int) (person, process *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)})
	}
	if err == nil {
		process, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return person, process
}
