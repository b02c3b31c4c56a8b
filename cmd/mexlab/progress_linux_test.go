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
)

// slowly is what a command did whose input takes longer than two seconds, with
// a terminal for its stderr.
type slowly struct {
	stdout string
	early  string // what the terminal got in less than two seconds
	screen string // and in all
}

// onTerminal runs a command line of mexlab with a terminal of so many columns as
// its stderr. Its input is given in two halves, over two seconds apart, unless
// it has a file to read; then its output is not taken for so long.
func onTerminal(t *testing.T, columns int, term, input string, args ...string) slowly {
	t.Helper()
	screen, stderr := openTerminal(t, columns)
	cmd := exec.Command("mexlab", args...)
	cmd.Env = append(os.Environ(), asMexlab+"=1", "TERM="+term)
	cmd.Stderr = stderr
	stdout, _ := cmd.StdoutPipe()
	stdin, _ := cmd.StdinPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	stderr.Close()
	const wait = progressAfter + 3*progressEvery
	shown := make(chan slowly)
	go func() {
		var s slowly
		buf := make([]byte, 4096)
		for {
			n, err := screen.Read(buf)
			s.screen += string(buf[:n])
			if time.Since(start) < progressAfter {
				s.early = s.screen
			}
			if err != nil { // the other side is closed
				shown <- s
				return
			}
		}
	}()
	io.WriteString(stdin, input[:len(input)/2])
	time.Sleep(wait)
	io.WriteString(stdin, input[len(input)/2:])
	stdin.Close()
	out, _ := io.ReadAll(stdout)
	if err := cmd.Wait(); err != nil {
		t.Errorf("%q: %v", args, err)
	}
	s := <-shown
	s.stdout = string(out)
	return s
}

var progressLines = regexp.MustCompile(`^(\r[^\r\x1b]*\x1b\[K)+$`)

// Progress comes on a terminal, after two seconds, on one line, which is gone
// in the end.
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
			got := onTerminal(t, c.columns, c.term, c.input, append([]string{"solve"}, c.args...)...)
			if got.stdout != want {
				t.Errorf("%d bytes of output, expected %d", len(got.stdout), len(want))
			}
			if got.early != "" {
				t.Errorf("too early: %q", got.early)
			}
			if c.shown == "" {
				if got.screen != "" {
					t.Errorf("the terminal got %q", got.screen)
				}
				return
			}
			if !progressLines.MatchString(got.screen) || !strings.HasSuffix(got.screen, "\r\x1b[K") {
				t.Fatalf("the terminal got %q", got.screen)
			}
			lines := strings.Split(strings.Trim(got.screen, "\r"), "\x1b[K\r")
			for _, line := range lines[:len(lines)-1] {
				if !regexp.MustCompile(c.shown).MatchString(line) || c.columns > 0 && len(line) >= c.columns {
					t.Errorf("the terminal got %q, expected %s", line, c.shown)
				}
			}
		})
	}
}

// Answers that go to the terminal, too, take the line away first; so does the
// message that ends the work.
func TestProgressAndAnswers(t *testing.T) {
	t.Parallel()
	games := shell(t, "mexlab generate boards --games 200 --vertices 20 --edges 60 --rounds 2").stdout
	want := shell(t, "printf '%s' '"+games+"' | mexlab solve").stdout
	for _, end := range []string{"", "terminated"} {
		t.Run("ending "+end, func(t *testing.T) {
			t.Parallel()
			screen, tty := openTerminal(t, 80)
			cmd := exec.Command("mexlab", "solve")
			cmd.Env = append(os.Environ(), asMexlab+"=1", "TERM=xterm")
			cmd.Stdout, cmd.Stderr = tty, tty
			stdin, _ := cmd.StdinPipe()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			tty.Close()
			got := make(chan string)
			go func() {
				b, _ := io.ReadAll(screen) // with an error, as the other side is closed
				got <- string(b)
			}()
			io.WriteString(stdin, games[:len(games)/2])
			time.Sleep(progressAfter + 2*progressEvery)
			left := want
			if end != "" {
				cmd.Process.Signal(syscall.SIGTERM)
				left = "mexlab: terminated\n"
			} else {
				io.WriteString(stdin, games[len(games)/2:])
				stdin.Close()
			}
			cmd.Wait()
			text := strings.ReplaceAll(<-got, "\r\n", "\n") // as a terminal has it
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

// Whoever types the input sees no progress.
func TestTypedInput(t *testing.T) {
	t.Parallel()
	screen, tty := openTerminal(t, 80)
	cmd := exec.Command("mexlab", "solve")
	cmd.Env = append(os.Environ(), asMexlab+"=1", "TERM=xterm")
	var stdout bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, &stdout, tty
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	got := make(chan string)
	go func() {
		b, _ := io.ReadAll(screen)
		got <- string(b)
	}()
	time.Sleep(progressAfter + 2*progressEvery)
	io.WriteString(screen, "1 0 0 0\n\x04") // and Ctrl-D
	cmd.Wait()
	const want = "mexlab: reading from the terminal; end the input with Ctrl-D\r\n1 0 0 0\r\n"
	if text := <-got; text != want || stdout.String() != "Game#1:\n\n" || !cmd.ProcessState.Success() {
		t.Errorf("%v, %q; the terminal got\n%q\nwant\n%q", cmd.ProcessState, &stdout, text, want)
	}
}

// openTerminal returns both sides of a pseudo terminal of so many columns: what
// a person sees, and what a process writes to.
func openTerminal(t *testing.T, columns int) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	fd := int(screen.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)})
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return screen, tty
}
