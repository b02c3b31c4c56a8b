package track

import (
	"os/exec"
	"strings"
	"testing"

	"mexlab/internal/command"
)

// Nothing in this folder, tests included, imports more of the project than this
// folder and internal; and internal imports nothing else of it.
func TestImports(t *testing.T) {
	const form = `{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`
	out, err := command.Output(exec.Command("go", "list", "-f", form, "./...", "mexlab/internal/..."))
	if err != nil {
		t.Fatal(err)
	}
	packages := 0
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		packages++
		for _, path := range fields[1:] {
			track := strings.HasPrefix(path, "mexlab/track/") && strings.HasPrefix(fields[0], "mexlab/track")
			if strings.HasPrefix(path, "mexlab/") && !strings.HasPrefix(path, "mexlab/internal/") && !track {
				t.Errorf("%s imports %s", fields[0], path)
			}
		}
	}
	if packages < 10 {
		t.Errorf("only %d packages were listed", packages)
	}
}
