package main

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// mexlabProcess returns a process of mexlab that is not yet started.
func mexlabProcess(args ...string) *exec.Cmd {
	cmd := exec.Command("mexlab", args...)
	cmd.Env = append(os.Environ(), asMexlab+"=1")
	return cmd
}

// feed runs a command of mexlab with in as its standard input, a pipe.
func feed(t *testing.T, in []byte, args ...string) outcome {
	t.Helper()
	cmd := mexlabProcess(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// partial checks that got has the answers of the first games only.
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

// flip returns b with one bit changed in the byte at i. A negative i counts from
// the end.
func flip(b []byte, i int) []byte {
	b = bytes.Clone(b)
	b[(i+len(b))%len(b)] ^= 1
	return b
}

// Compressed text that is cut short, changed or followed by something else is an
// error, and its answers do not look complete. Several compressed parts are read
// as one text.
func TestDamaged(t *testing.T) {
	games := []byte(shell(t, "mexlab generate boards --games 1500 --vertices 20 --edges 60 --rounds 2").stdout)
	gz, zst := gzipped(games), zstded(games)
	all := feed(t, games, "solve")
	if all.code != 0 || all.stderr != "" {
		t.Fatalf("code %d, %s", all.code, all.stderr)
	}
	const (
		cut   = "the compressed text is cut short"
		sum   = "the checksum does not match: the text is damaged"
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

// An election in damaged compressed text has a whole answer or none, wherever the
// damage is.
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

// Files without any text of numbers have messages of their own.
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
