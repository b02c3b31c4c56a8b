package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"mexlab/kernel"
)

// aged writes a file whose time of change is long ago.
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

// A file that changes while it is read is an error, even if its text stays valid.
func TestChangedFile(t *testing.T) {
	games := shell(t, "mexlab generate boards --games 8000 --vertices 20 --edges 60 --rounds 2").stdout
	all := feed(t, []byte(games), "solve").stdout
	for _, c := range changes {
		for _, workers := range []string{"-j1", "-j2"} {
			name := aged(t, games)
			cmd := mexlabProcess("solve", workers, name)
			stdout, _ := cmd.StdoutPipe()
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			first := make([]byte, 1)
			io.ReadFull(stdout, first) // mexlab goes on until the pipe is full
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

// A meddler is a file that changes when it is read a second time.
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

// A file that changes between the two readings of a graph gives an error and no
// answer.
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
			for _, g := range solvers {
				if g.game == game {
					err = g.solve(t.Context(), m, &out, kernel.Auto(), &solveFlags{stream: true})
				}
			}
			if m.change != nil || out.Len() > 0 || err == nil || !strings.HasSuffix(err.Error(), changed) {
				t.Errorf("%s, %s: %v, %d bytes of output", game, c.name, err, out.Len())
			}
		}
	}
}

// An error in the middle of a large input has its line and column, however the
// input is read.
func TestPlaces(t *testing.T) {
	for _, line := range []string{
		"random --vertices 100000 --edges 1050000",
		"random --vertices 100000 --edges 1050000 --game election",
		"boards --games 1400 --vertices 50 --edges 750 --rounds 1",
	} {
		lines := bytes.SplitAfter([]byte(shell(t, "mexlab generate "+line).stdout), []byte("\n"))
		at := len(lines) * 3 / 5
		for len(bytes.Fields(lines[at-1])) != 2 || len(bytes.Fields(lines[at])) != 2 || len(bytes.Fields(lines[at+1])) != 2 {
			at++ // to an edge between others
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

// A cycle has the place of one of its edges in a file, however large, and the place of
// the counts before them in a pipe.
func TestCyclePlaces(t *testing.T) {
	for _, c := range []struct{ made, pipe string }{
		{"random --vertices 1000 --edges 3000", ":2:1: "},
		{"random --vertices 100000 --edges 1050000", ":2:1: "},
		{"random --vertices 100000 --edges 1050000 --order children", ":2:1: "},
		{"random --vertices 100000 --edges 1050000 --game election", ":1:8: "},
		{"random --vertices 1000 --edges 3000 --game election", ":1:6: "},
	} {
		lines := bytes.SplitAfter([]byte(shell(t, "mexlab generate "+c.made).stdout), []byte("\n"))
		at := len(lines) * 3 / 5
		start, _, _ := bytes.Cut(lines[at], []byte(" "))
		lines[at] = fmt.Appendf(nil, "%s %s\n", start, start)
		in := bytes.Join(lines, nil)
		args := []string{"solve"}
		if strings.Contains(c.made, "election") {
			args = append(args, "--game", "election")
		}
		found := fmt.Sprintf("expected no cycle, found %s -> %s\n", start, start)
		for _, r := range []struct {
			outcome
			place string
		}{
			{feed(t, nil, append(args, file(t, string(in)))...), fmt.Sprintf(":%d:1: ", at+1)},
			{feed(t, in, args...), c.pipe},
		} {
			if r.code != exitBad || !strings.Contains(r.stderr, r.place) || !strings.HasSuffix(r.stderr, found) {
				t.Errorf("%s: code %d, %s, expected %s%s", c.made, r.code, r.stderr, r.place, found)
			}
		}
	}
}
