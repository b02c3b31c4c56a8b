package machine

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing of the environment in which git runs its hooks reaches a command.
func TestCommandWithoutGit(t *testing.T) {
	list, err := exec.Command("git", "rev-parse", "--local-env-vars").Output()
	if err != nil {
		t.Skip(err)
	}
	for _, name := range append(strings.Fields(string(list)), "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0") {
		t.Setenv(name, "wrong")
	}
	t.Setenv("GIT_SSH_COMMAND", "right")
	dir := t.TempDir()
	env := Command(t.Context(), dir, "git").Env
	for _, variable := range env {
		if strings.HasPrefix(variable, "GIT_") && strings.HasSuffix(variable, "=wrong") {
			t.Errorf("a command gets %s", variable)
		}
	}
	if env := strings.Join(env, "\n"); !strings.Contains(env, "GIT_SSH_COMMAND=right") || !strings.Contains(env, "PWD="+dir) {
		t.Errorf("a command lacks what is the user's: %s", env)
	}
	if _, err := Git(t.Context(), dir, "init", "-q"); err != nil {
		t.Error(err)
	}
}

// New Go files are changes, other new files are not.
func TestCommit(t *testing.T) {
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	dir := t.TempDir()
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("tracked")
	for _, args := range []string{"init -q", "add .", "-c user.name=a -c user.email=a@example.com commit -q -m one"} {
		if _, err := Git(t.Context(), dir, strings.Fields(args)...); err != nil {
			t.Skip(err)
		}
	}
	for _, test := range []struct {
		name    string
		changed bool
	}{{"results.txt", false}, {"new.go", true}} {
		write(test.name)
		commit, err := Commit(t.Context(), dir)
		if err != nil || strings.HasSuffix(commit, "+changes") != test.changed {
			t.Errorf("with %s: %s, %v", test.name, commit, err)
		}
	}
}
