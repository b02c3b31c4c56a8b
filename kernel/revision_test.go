package kernel

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the revision of the code into revision.go")

// Revision is a hash of the code as it is now.
func TestRevision(t *testing.T) {
	const file = "revision.go"
	want := revision(t, ".", "../asm")
	if Revision == want {
		return
	}
	if !*update {
		t.Fatalf("the code of the kernels has changed: its revision is %s, and %s says %s. Write it with: go test ./kernel -run TestRevision -update", want, file, Revision)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"`+Revision+`"`), []byte(`"`+want+`"`), 1)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Comments and white space are no code; everything else is.
func TestCodeOnly(t *testing.T) {
	for _, c := range []struct {
		name, x, y string
		same       bool
	}{
		{"a.go", "package a // x\n\nvar b  = 1\n", "package a\nvar b = 1 // y\n", true},
		{"a.go", "package a\nvar b = 1\n", "package a\nvar b = 2\n", false},
		{"a.s", "TEXT ·f(SB), 4, $0 // x\n\tRET\n", "TEXT ·f(SB), 4, $0\n\t// y\n\n\tRET\n", true},
		{"a.s", "\tRET\n", "\tNOP\n", false},
		{"a.h", "/* x\ny */\n#define A \\\n\tRET\n", "#define A \\\n\tRET\n", true},
	} {
		if got := codeOf(c.name, []byte(c.x)) == codeOf(c.name, []byte(c.y)); got != c.same {
			t.Errorf("%q and %q: same is %v", c.x, c.y, got)
		}
	}
}

// revision returns the hash of the code in some folders, without tests.
func revision(t *testing.T, folders ...string) string {
	h := sha256.New()
	for _, folder := range folders {
		names, err := filepath.Glob(filepath.Join(folder, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !slices.Contains([]string{".go", ".s", ".h"}, filepath.Ext(name)) || strings.HasSuffix(name, "_test.go") || name == "revision.go" {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(h, filepath.Base(name))
			io.WriteString(h, codeOf(name, text))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6])
}

// codeOf returns the text of a file without its comments, a word or token a line.
func codeOf(name string, text []byte) string {
	var b strings.Builder
	if filepath.Ext(name) != ".go" {
		text = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`).ReplaceAll(text, nil)
		for word := range bytes.FieldsSeq(text) {
			fmt.Fprintln(&b, string(word))
		}
		return b.String()
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(name, -1, len(text)), text, nil, 0)
	for {
		_, tok, literal := s.Scan()
		if tok == token.EOF {
			return b.String()
		}
		if tok != token.SEMICOLON { // mostly the end of a line
			fmt.Fprintln(&b, tok, literal)
		}
	}
}
