package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"mexlab/kernel"
)

// command returns a command of mexlab that has not started.
func command(args ...string) *exec.Cmd {
	cmd := exec.Command("mexlab", args...)
	cmd.Env = append(os.Environ(), asMexlab+"=1")
	return cmd
}

// feed runs a command of mexlab with in as its standard input, a pipe.
func feed(t *testing.T, in []byte, args ...string) outcome {
	t.Helper()
	cmd := command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// partial checks that got is the answers of the first games, and not of all.
func partial(t *testing.T, what, got, all string) {
	t.Helper()
	if !strings.HasPrefix(all, got) || got == all {
		t.Errorf("%s: %d bytes of output, not a part of the %d", what, len(got), len(all))
	}
	if got != "" && !strings.HasSuffix(got, "\n\n") {
		t.Errorf("%s: the output ends inside a game", what)
	}
}

func gzipped(text []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func zstded(text []byte) []byte {
	w, _ := zstd.NewWriter(nil)
	return w.EncodeAll(text, nil)
}

// flip returns b with a bit changed in the byte at i, counted from the end where
// it is negative.
func flip(b []byte, i int) []byte {
	b = bytes.Clone(b)
	b[(i+len(b))%len(b)] ^= 1
	return b
}

// Compressed text that is cut short, changed or followed by something else is an
// error, and its answers do not look whole. In parts, it is read as one.
func TestDamaged(t *testing.T) {
	games := []byte(shell(t, "mexlab generate boards --games 1500 --vertices 20 --edges 60 --rounds 2").stdout)
	gz, zst := gzipped(games), zstded(games)
	all := feed(t, games, "solve")
	if all.code != 0 || all.stderr != "" {
		t.Fatalf("code %d, %s", all.code, all.stderr)
	}
	const (
		cut   = "the compressed text is cut short"
		sum   = "the text does not have the checksum that is given: it is damaged"
		other = "expected compressed text, found something else"
	)
	for _, c := range []struct {
		name, message string
		in            []byte
	}{
		{"gzip in the middle", cut, gz[:len(gz)/2]},
		{"gzip after its magic", cut, gz[:2]},
		{"gzip after its header", cut, gz[:10]},
		{"gzip before its checksum", cut, gz[:len(gz)-8]},
		{"gzip before its last byte", cut, gz[:len(gz)-1]},
		{"gzip, another checksum", sum, flip(gz, -8)},
		{"gzip, another length", sum, flip(gz, -1)},
		{"gzip, another header", "", flip(gz, 2)},
		{"gzip, another text", "", flip(gz, len(gz)/2)},
		{"gzip and zeros", other, append(bytes.Clone(gz), make([]byte, 512)...)},
		{"gzip and text", other, append(bytes.Clone(gz), "1 0 0 0 and more\n"...)},
		{"zstd in the middle", cut, zst[:len(zst)/2]},
		{"zstd after its magic", cut, zst[:4]},
		{"zstd before its last byte", cut, zst[:len(zst)-1]},
		{"zstd, another checksum", sum, flip(zst, -1)},
		{"zstd, another text", "", flip(zst, len(zst)/2)},
		{"zstd and text", other, append(bytes.Clone(zst), "1 0 0 0\n"...)},
	} {
		name := file(t, string(c.in))
		for _, workers := range []string{"-j1", "-j2"} {
			for _, r := range []outcome{feed(t, c.in, "solve", workers), feed(t, nil, "solve", workers, name)} {
				if r.code != 2 || !strings.Contains(r.stderr, c.message) || strings.Count(r.stderr, "\n") != 1 {
					t.Errorf("%s, %s: code %d, %q", c.name, workers, r.code, r.stderr)
				}
				partial(t, c.name, r.stdout, all.stdout)
			}
		}
		if r := feed(t, c.in, "solve", "--game", "election"); r.code != 2 || r.stdout != "" {
			t.Errorf("%s, election: %+v", c.name, r)
		}
	}
	half := len(games) / 2
	for name, in := range map[string][]byte{
		"two members of gzip": slices.Concat(gzipped(games[:half]), gzipped(games[half:])),
		"an empty member":     slices.Concat(gzipped(nil), gz, gzipped(nil)),
		"two frames of zstd":  slices.Concat(zstded(games[:half]), zstded(games[half:])),
		"lines end in CR LF":  bytes.ReplaceAll(games, []byte("\n"), []byte("\r\n")),
	} {
		if r := feed(t, in, "solve"); r != all {
			t.Errorf("%s: code %d, %q, %d bytes of output", name, r.code, r.stderr, len(r.stdout))
		}
	}
}

// A position of election is answered as a whole or not at all, wherever its
// compressed text is damaged.
func TestDamagedElection(t *testing.T) {
	gz := gzipped([]byte(shell(t, "mexlab generate election --vertices 2000 --edges 4000").stdout))
	if r := feed(t, gz, "solve", "--game", "election"); r.code != 0 || r.stdout == "" {
		t.Fatalf("%+v", r)
	}
	for _, in := range [][]byte{gz[:len(gz)-1], gz[:len(gz)-8], flip(gz, -1), flip(gz, -8), append(bytes.Clone(gz), make([]byte, 20)...)} {
		if r := feed(t, in, "solve", "--game", "election"); r.code != 2 || r.stdout != "" || !strings.Contains(r.stderr, "gzip: ") {
			t.Errorf("%+v", r)
		}
	}
}

// Files that hold no text of numbers are told from such that hold a wrong one.
func TestForeign(t *testing.T) {
	utf16 := func(order string) string { return strings.ReplaceAll(order, "N", "1\x00 \x000\x00 \x00") }
	for _, c := range []struct{ in, message string }{
		{"", "1:1: expected the number of games, found end of input"},
		{" \n\t\r\n", "3:1: expected the number of games, found end of input"},
		{string(gzipped(nil)), "1:1: expected the number of games, found end of input"},
		{string(zstded(nil)), "1:1: expected the number of games, found end of input"},
		{"\ufeff1 0 0 0", "1:1: expected the number of games, found a byte order mark: save the text without one"},
		{utf16("\xff\xfeN"), "1:1: expected the number of games, found text in UTF-16: save it as UTF-8"},
		{utf16("N"), "1:1: expected the number of games, found text in UTF-16: save it as UTF-8"},
		{"\xfe\xff\x001\x00 \x000", "1:1: expected the number of games, found text in UTF-16: save it as UTF-8"},
		{"\x001\x00 \x000", "1:1: expected the number of games, found text in UTF-16: save it as UTF-8"},
		{"\x00", `1:1: expected the number of games, found "\x00", not a non-negative integer`},
		{"1 0\x000 0", `1:3: game 1: expected the number of vertices, found "0\x000", not a non-negative integer`},
		{"BZh91AY&SY", "1:1: expected the number of games, found a file compressed by bzip2: decompress it first"},
		{"\xfd7zXZ\x00\x00", "1:1: expected the number of games, found a file compressed by xz: decompress it first"},
		{"PK\x03\x04\x14\x00", "1:1: expected the number of games, found a zip archive: unpack it first"},
	} {
		r := feed(t, []byte(c.in), "solve")
		if r.code != 2 || r.stdout != "" || r.stderr != "mexlab: <stdin>:"+c.message+"\n" {
			t.Errorf("%q: %+v", c.in, r)
		}
		r = feed(t, nil, "solve", file(t, c.in))
		if r.code != 2 || r.stdout != "" || !strings.HasSuffix(r.stderr, "/input:"+c.message+"\n") {
			t.Errorf("a file of %q: %+v", c.in, r)
		}
	}
}

// A file that may not be read is named with the reason.
func TestUnreadable(t *testing.T) {
	name := file(t, board)
	if err := os.Chmod(name, 0); err != nil {
		t.Fatal(err)
	}
	cmd := command("solve", name)
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME=/")
	if os.Geteuid() == 0 { // who may read all files
		cmd.Path = "/proc/self/exe"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 2 || string(out) != "mexlab: "+name+": permission denied\n" {
		t.Errorf("code %d, %s", code, out)
	}
}

// What ends the work early is told by exit code and message, and what was
// printed before is a part of the answers.
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
		{"mexlab solve --timeout -1s " + name, "--timeout: expected no less than 0"},
		{"mexlab solve --stream --move " + name, "--stream does not go with --move"},
		{"mexlab solve --stream " + name, "to be solved while it is read, a graph has to have the edges of each vertex together"},
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

// Input that stalls, having given nothing, a part or all but its end, does not
// keep the work from being ended, and the games that are complete are answered.
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
		{"timeout", 0, []string{"--timeout", "700ms"}, 3, "not done within 700ms: ended by --timeout"},
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
						cmd = command(append([]string{"solve", workers}, end.args...)...)
						if sent < 0 { // a named pipe that nobody opens
							cmd.Args = append(cmd.Args, fifo)
						}
						stdin, _ := cmd.StdinPipe() // it stays open
						stdout, _ := cmd.StdoutPipe()
						cmd.Stderr = &stderr
						if err := cmd.Start(); err != nil {
							t.Fatal(err)
						}
						go stdin.Write(games[:max(sent, 0)])
						if sent > 0 { // more than pipes hold
							if _, err := io.ReadFull(stdout, first[:]); err != nil || string(first[:]) != "Game#1:\n" {
								t.Fatalf("the first answer is %q, %v", first, err)
							}
						} else if end.signal != 0 {
							time.Sleep(wait) // until it is ready, and waits
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

// Output that nobody reads any more ends the work silently, by the signal that
// there is for that.
func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{
		{"solve", made(t, "boards --games 4000 --vertices 20 --edges 60 --rounds 2")},
		{"solve", "-j1", made(t, "boards --games 4000 --vertices 20 --edges 60 --rounds 2")},
		{"solve", "--game", "election", made(t, "election --vertices 20000 --edges 20000")},
		{"generate", "boards"},
		{"generate", "election"},
	} {
		cmd := command(args...)
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

// A kill leaves the beginning of the answers, which may end anywhere, and its
// mark on the exit status.
func TestKilled(t *testing.T) {
	name := made(t, "boards --games 8000 --vertices 20 --edges 60 --rounds 2")
	all := shell(t, "mexlab solve "+name).stdout
	for _, workers := range []string{"-j1", "-j2"} {
		cmd := command("solve", workers, name)
		stdout, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		first := make([]byte, 1)
		io.ReadFull(stdout, first)
		cmd.Process.Kill() // what is left does not fit in the pipe
		rest, _ := io.ReadAll(stdout)
		cmd.Wait()
		got := string(first) + string(rest)
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL || !strings.HasPrefix(all, got) || got == all {
			t.Errorf("%s: %v, %d bytes of %d", workers, cmd.ProcessState, len(got), len(all))
		}
	}
}

// aged writes a file that was last changed long ago.
func aged(t *testing.T, content string) string {
	t.Helper()
	name := file(t, content)
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(name, long, long); err != nil {
		t.Fatal(err)
	}
	return name
}

// changes lists what may happen to a file while it is read.
var changes = []struct {
	name   string
	change func(name string) error
}{
	{"grows", func(name string) error {
		return edit(name, 0, func(f *os.File) error { _, err := f.WriteString("\n"); return err })
	}},
	{"shrinks", func(name string) error {
		return edit(name, 0, func(f *os.File) error {
			end, _ := f.Seek(0, io.SeekEnd)
			return f.Truncate(end - 1)
		})
	}},
	{"another byte", func(name string) error {
		return edit(name, -2, func(f *os.File) error { _, err := f.WriteString("7"); return err })
	}},
}

// edit opens a file at an offset from its end and changes it.
func edit(name string, at int64, change func(f *os.File) error) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Seek(at, io.SeekEnd); err != nil {
		return err
	}
	return change(f)
}

const changed = "the file changed while it was read"

// A file that changes while it is read is an error, even where its text stays a
// right one.
func TestChangedFile(t *testing.T) {
	games := shell(t, "mexlab generate boards --games 8000 --vertices 20 --edges 60 --rounds 2").stdout
	all := feed(t, []byte(games), "solve").stdout
	for _, c := range changes {
		for _, workers := range []string{"-j1", "-j2"} {
			name := aged(t, games)
			cmd := command("solve", workers, name)
			stdout, _ := cmd.StdoutPipe()
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			first := make([]byte, 1)
			io.ReadFull(stdout, first) // it goes on until the pipe is full
			if err := c.change(name); err != nil {
				t.Fatal(err)
			}
			rest, _ := io.ReadAll(stdout)
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.HasSuffix(stderr.String(), changed+"\n") {
				t.Errorf("%s, %s: code %d, %q", c.name, workers, code, &stderr)
			}
			partial(t, c.name, string(first)+string(rest), all)
		}
	}
}

// A meddler is a file that changes when it is gone back into.
type meddler struct {
	*fileSource
	change func() error
}

func (m *meddler) Seek(offset int64, whence int) (int64, error) {
	at, err := m.fileSource.Seek(offset, whence)
	if change := m.change; err == nil && whence == io.SeekStart && change != nil {
		m.change = nil
		err = change()
	}
	return at, err
}

// A file that changes between the readings of one and the same graph is an
// error, and no answer.
func TestChangedBetweenReadings(t *testing.T) {
	for _, game := range gameNames() {
		content := shell(t, "mexlab generate random --game "+game+" --order children --vertices 1000 --edges 4000").stdout
		for _, c := range changes {
			name := aged(t, content)
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r, _ := (&input{f, name}).open(t.Context())
			m := &meddler{r.(*fileSource), func() error { return c.change(name) }}
			var out bytes.Buffer
			for _, g := range games {
				if g.name == game {
					err = g.solve(m, &out, kernel.Auto(), &solveFlags{stream: true})
				}
			}
			if m.change != nil || out.Len() > 0 || err == nil || !strings.HasSuffix(err.Error(), changed) {
				t.Errorf("%s, %s: %v, %d bytes of output", game, c.name, err, out.Len())
			}
		}
	}
}

// What is wrong in the middle of a large input is told by line and column,
// however it is read.
func TestPlaces(t *testing.T) {
	for _, line := range []string{
		"random --vertices 100000 --edges 1050000",
		"random --vertices 100000 --edges 1050000 --game election",
		"boards --games 1400 --vertices 50 --edges 750 --rounds 1",
	} {
		lines := bytes.SplitAfter([]byte(shell(t, "mexlab generate "+line).stdout), []byte("\n"))
		at := len(lines) * 3 / 5
		for len(bytes.Fields(lines[at-1])) != 2 || len(bytes.Fields(lines[at])) != 2 || len(bytes.Fields(lines[at+1])) != 2 {
			at++ // until it is an edge, between others
		}
		good := lines[at]
		start, end, _ := bytes.Cut(bytes.TrimSpace(good), []byte(" "))
		for _, c := range []struct {
			line  string
			col   int
			found string
		}{
			{fmt.Sprintf("  %s x%s\n", start, end), 4 + len(start), fmt.Sprintf(`, found "x%s", not a non-negative integer`, end)},
			{fmt.Sprintf("%s 4000000000\n", start), 2 + len(start), ", found 4000000000"},
			{fmt.Sprintf("99999999999999999999 %s\n", end), 1, `, found "99999999999999999999", beyond 63 bits`},
		} {
			lines[at] = []byte(c.line)
			in := bytes.Join(lines, nil)
			name, gz := file(t, string(in)), file(t, string(gzipped(in)))
			args := []string{"solve"}
			if strings.Contains(line, "election") {
				args = append(args, "--game", "election")
			}
			place := fmt.Sprintf(":%d:%d: ", at+1, c.col)
			for _, workers := range []string{"-j1", "-j2"} {
				args := append(slices.Clone(args), workers)
				for how, r := range map[string]outcome{
					"file": feed(t, nil, append(args, name)...), "gzip": feed(t, nil, append(args, gz)...), "pipe": feed(t, in, args...),
				} {
					if r.code != 2 || !strings.Contains(r.stderr, place) || !strings.HasSuffix(r.stderr, c.found+"\n") {
						t.Errorf("%s, %q at %s, %s, %s: code %d, %s", line, c.line, place, how, workers, r.code, r.stderr)
					}
					if answers := strings.Count(r.stdout, "Game#"); answers > 0 && !strings.Contains(r.stderr, fmt.Sprintf("game %d: ", answers+1)) || r.stdout != "" && !strings.HasPrefix(line, "boards") {
						t.Errorf("%s, %s, %s: %d games are answered: %s", line, how, workers, answers, r.stderr)
					}
				}
			}
		}
		lines[at] = good
	}
}
