package machine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"mexlab/internal/command"
)

// Command returns a command that runs in dir and knows nothing of a git that
// started this process. A hook of "git commit -a" has git's own index in its
// environment; another git that took it for its own would change what is being
// committed. A temporary folder stays the same one although the name is relative.
func Command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(variable string) bool {
		key, _, _ := strings.Cut(variable, "=")
		return ofGit(key)
	})
	if temp, err := filepath.Abs(os.TempDir()); err == nil && temp != os.TempDir() {
		cmd.Env = append(cmd.Env, "TMPDIR="+temp)
	}
	return cmd
}

// ofGit reports whether a variable is about one repository or one command, and
// not about the user. "git rev-parse --local-env-vars" lists most of them.
func ofGit(key string) bool {
	return slices.Contains(gitVariables, key) || strings.HasPrefix(key, "GIT_CONFIG_KEY_") || strings.HasPrefix(key, "GIT_CONFIG_VALUE_")
}

var gitVariables = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DIR",
	"GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS",
	"GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
	"GIT_ATTR_SOURCE", "GIT_INDEX_VERSION", "GIT_NAMESPACE", "GIT_QUARANTINE_PATH",
	"GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_LITERAL_PATHSPECS", "GIT_NOGLOB_PATHSPECS",
}

// GitCommand returns a git command that only reads the repository around dir: it
// runs no hooks, leaves the user's index alone, and has no index in pieces,
// which would be kept in the repository.
func GitCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := Command(ctx, dir, "git", args...)
	cmd.Env = append(cmd.Env, "GIT_OPTIONAL_LOCKS=0", "GIT_CONFIG_COUNT=3",
		"GIT_CONFIG_KEY_0=core.hooksPath", "GIT_CONFIG_VALUE_0="+os.DevNull,
		"GIT_CONFIG_KEY_1=core.fsmonitor", "GIT_CONFIG_VALUE_1=false",
		"GIT_CONFIG_KEY_2=core.splitIndex", "GIT_CONFIG_VALUE_2=false")
	return cmd
}

// Git runs git in dir and returns the first line of what it writes.
func Git(ctx context.Context, dir string, args ...string) (string, error) {
	return command.Line(GitCommand(ctx, dir, args...))
}

// GitLines is Git for an answer of several lines.
func GitLines(ctx context.Context, dir string, args ...string) ([]string, error) {
	out, err := command.Output(GitCommand(ctx, dir, args...))
	if len(out) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"), err
}

// Hash returns the hash of the commit that a ref names.
func Hash(ctx context.Context, dir, ref string) (string, error) {
	commit, err := Git(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("%q is no commit of this repository%s", ref, Shallow(ctx, dir))
	}
	return commit, nil
}

// Shallow says, if the repository around dir is a shallow clone, how to get the
// commits that it lacks. Otherwise it is empty.
func Shallow(ctx context.Context, dir string) string {
	if is, _ := Git(ctx, dir, "rev-parse", "--is-shallow-repository"); is != "true" {
		return ""
	}
	return `, which is a shallow clone: "git fetch --unshallow" gets the rest, and so does "fetch-depth: 0" for actions/checkout`
}

// Commit returns the hash of the commit that is checked out in dir, with
// "+changes" behind it if files that match any of the patterns were changed
// since. Without patterns these are all files that git tracks, and new Go files.
func Commit(ctx context.Context, dir string, patterns ...string) (string, error) {
	hash, err := Git(ctx, dir, "rev-parse", "HEAD")
	if err != nil {
		return "", err
	}
	added := patterns
	if len(patterns) == 0 {
		added = []string{":/*.go"}
	}
	for _, look := range [][]string{
		append([]string{"status", "--porcelain", "--untracked-files=no", "--"}, patterns...),
		append([]string{"ls-files", "--others", "--exclude-standard", "--"}, added...),
	} {
		if changes, err := Git(ctx, dir, look...); err == nil && changes != "" {
			return hash + "+changes", nil
		}
	}
	return hash, nil
}
