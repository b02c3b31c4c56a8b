package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// gateExample is an example of the help, in a repository of a module.
const gateExample = "mexlab gate --base main"

// The example in docs/tracking.md works as typed: a fresh module, a planted
// regression, the commit that made it. So do the examples in the help that need
// such a module.
func TestTryIt(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and measures")
	}
	t.Parallel()
	doc, err := os.ReadFile("../../docs/tracking.md")
	if err != nil {
		t.Fatal(err)
	}
	section := regexp.MustCompile(`(?s)\n## Try it\n(.*?)\n## `).FindSubmatch(doc)
	if section == nil {
		t.Fatal("nothing to try")
	}
	blocks := indented(string(section[1]))
	if len(blocks) != 2 {
		t.Fatalf("%d blocks to type, expected 2: %q", len(blocks), blocks)
	}
	dir := t.TempDir()
	const user = "export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.com; cd "
	bisect := strings.TrimSpace(newHistoryBisect().Example)
	if !strings.Contains(blocks[0], "\n"+gateExample+"\n") || !strings.Contains(blocks[1], "\n"+bisect) {
		t.Errorf("the documentation lacks examples of the help, %q and %q", gateExample, bisect)
	}
	for _, test := range []lineTest{
		{user + dir + "\n" + blocks[0], exitNo, "1 benchmark: 1 regression.\nVerdict: regression.\n", "mexlab: a regression\n"},
		{user + filepath.Join(dir, "sums") + "\n" + blocks[1], exitFine, " Sum of remainders\nSum, compared with HEAD~1: regression: slower (+", " Sum of remainders ... regression: slower (+"},
		{"cd " + filepath.Join(dir, "sums") + " && " + gateExample + " 2>&1", exitFine, "give the same test binary.\nVerdict: not worse.\n", ""},
	} {
		test.check(t)
	}
}

// indented returns the indented blocks of Markdown, without the indentation.
func indented(markdown string) (blocks []string) {
	inside := false
	for line := range strings.Lines(markdown) {
		code, is := strings.CutPrefix(line, "    ")
		switch {
		case is && !inside:
			blocks = append(blocks, code)
		case is, inside && line == "\n":
			blocks[len(blocks)-1] += code
		}
		inside = is || inside && line == "\n"
	}
	return blocks
}
