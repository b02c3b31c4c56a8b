package pipeline

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// The command says what it counted, and what it cannot do, with the exit codes of mexlab.
func TestMainCommand(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good"), []byte("2 1 0 1 1 1 1 1 0\n"))
	write(t, filepath.Join(dir, "bad"), []byte("2 1 0 1 1 1 1 1 0\nx\n"))
	out := filepath.Join(t.TempDir(), "out")
	for _, test := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{"--input", filepath.Join(dir, "good"), "--output", out}, exitFine,
			"files 1, damaged 0, games 1, bad lines 0, winning 1, losing 0\n", ""},
		{[]string{"--input", filepath.Join(dir, "*"), "--output", out}, exitBad,
			"files 2, damaged 0, games 2, bad lines 1, winning 2, losing 0\n", "out.bad.jsonl"},
		{[]string{"--input", filepath.Join(dir, "missing"), "--output", out}, exitBad, "", "no file matches"},
		{[]string{"--output", out}, exitBad, "", "expected --input and --output"},
		{[]string{"--input", dir, "--output", out, "boards-1"}, exitBad, "", `expected only flags, found "boards-1"`},
		{[]string{"--input", dir, "--output", out, "--move"}, exitBad, "", "need --json"},
		{[]string{"--input", dir, "--output", out, "--workers", "-1"}, exitBad, "", "--workers: expected at least 0"},
	} {
		var stdout, stderr bytes.Buffer
		flags, args := flag.CommandLine, os.Args
		flag.CommandLine = flag.NewFlagSet("fleet", flag.ContinueOnError)
		os.Args = append([]string{"fleet"}, test.args...)
		code := Main(&stdout, &stderr, func(ctx context.Context, p *beam.Pipeline) error {
			_, err := beam.Run(ctx, runner, p)
			return err
		})
		flag.CommandLine, os.Args = flags, args
		if code != test.code || stdout.String() != test.stdout || !strings.Contains(stderr.String(), test.stderr) || (stderr.Len() > 0) != (test.stderr != "") {
			t.Errorf("%q: exit code %d, %q, %q", test.args, code, stdout.String(), stderr.String())
		}
	}
}
