package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestOutput(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct{ script, out, err string }{
		{"echo one; echo two", "one\ntwo\n", ""},
		{"echo out; echo why >&2; exit 3", "out\n", "exit status 3: why"},
		{"echo out; exit 3", "out\n", "exit status 3: out"},
		{"exit 3", "", "exit status 3"},
	} {
		out, err := Output(exec.Command("sh", "-c", test.script))
		if string(out) != test.out || test.err == "" != (err == nil) ||
			err != nil && (!strings.HasPrefix(err.Error(), "sh -c ") || !strings.HasSuffix(err.Error(), test.err)) {
			t.Errorf("%s: %q, %v", test.script, out, err)
		}
	}
	if line, err := Line(exec.Command("sh", "-c", "echo ' one '; echo two")); line != "one" || err != nil {
		t.Errorf("the line is %q, %v", line, err)
	}
	if _, err := Output(exec.Command("no-such-program")); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("a program that is missing: %v", err)
	}
}

func TestWriteFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	path := filepath.Join(folder, "file")
	for _, text := range []string{"one", "three"} {
		if err := WriteFile(path, []byte(text)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got, err := os.ReadFile(path); string(got) != text || err != nil {
			t.Errorf("after %s: %q, %v", text, got, err)
		}
	}
	if err := WriteFile(folder, []byte("two")); err == nil {
		t.Error("a file took the place of a folder")
	}
	if got, err := os.ReadFile(path); string(got) != "three" || err != nil {
		t.Errorf("after a failure: %q, %v", got, err)
	}
	for _, folder := range []string{folder, filepath.Dir(folder)} {
		if files, _ := os.ReadDir(folder); len(files) != 1 {
			t.Errorf("left in the folder: %v", files)
		}
	}
}
