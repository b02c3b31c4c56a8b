package history

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"mexlab/internal/machine"
)

// Describe completes records with what git knows of their commits, in the repository
// around dir: subjects, and which of the commits of one second came first. Without
// a repository, or for commits that it lacks, it does nothing.
func Describe(ctx context.Context, dir string, records []*Record) {
	if len(records) == 0 {
		return
	}
	oldest := slices.MinFunc(records, func(a, b *Record) int { return a.Date.Compare(b.Date) }).Date
	// The day before is for commits that claim to be older than their parents.
	lines, _ := machine.GitLines(ctx, dir, "log", "--all", "--topo-order", "--reverse", "--format=%H %s",
		"--since="+oldest.AddDate(0, 0, -1).Format(time.RFC3339))
	type entry struct {
		hash, subject string
		place         int
	}
	var log []entry
	for i, line := range lines {
		hash, subject, _ := strings.Cut(line, " ")
		log = append(log, entry{hash, subject, i + 1})
	}
	slices.SortFunc(log, func(a, b entry) int { return strings.Compare(a.hash, b.hash) })
	for _, r := range records {
		commit := strings.TrimSuffix(r.Commit, "+changes")
		i, _ := slices.BinarySearchFunc(log, commit, func(e entry, commit string) int { return strings.Compare(e.hash, commit) })
		if len(commit) >= 7 && i < len(log) && strings.HasPrefix(log[i].hash, commit) {
			r.Subject, r.place = log[i].subject, log[i].place
		}
	}
}

// A Link is the address of a commit on the web, with %s for its hash. An empty one
// leads nowhere.
type Link string

// ParseLink checks the text of a Link.
func ParseLink(text string) (Link, error) {
	if !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://") || strings.Count(text, "%s") != 1 {
		return "", fmt.Errorf("found %q, expected the address of a commit with %%s for its hash, like https://example.com/OWNER/REPO/commit/%%s", text)
	}
	return Link(text), nil
}

// overSSH is an address of git without a scheme: git@example.com:owner/repo.git.
var overSSH = regexp.MustCompile(`^(?:[^@/:]+@)?([^@/:]+):([^/].*)$`)

// LinkOf returns the Link of a repository whose remote is address, as hosts have it. It
// is empty if the address is a folder, and has nothing of a password.
func LinkOf(address string) Link {
	if m := overSSH.FindStringSubmatch(address); m != nil && len(m[1]) > 1 { // C:\ is a folder
		address = "ssh://" + m[1] + "/" + m[2]
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	switch u.Scheme {
	case "http", "https":
	case "ssh", "git", "git+ssh":
		u.Scheme, u.Host = "https", u.Hostname() // the port is another service's
	default:
		return ""
	}
	return Link(u.Scheme + "://" + u.Host + strings.TrimSuffix(strings.TrimSuffix(u.EscapedPath(), "/"), ".git") + "/commit/%s")
}

// hashes are what a link may contain: the rest of a record's commit is its writer's.
var hashes = regexp.MustCompile(`^[0-9a-f]{7,64}$`)

// to returns the address of a commit, or "".
func (l Link) to(commit string) string {
	commit = strings.TrimSuffix(commit, "+changes")
	if l == "" || !hashes.MatchString(commit) {
		return ""
	}
	return strings.Replace(string(l), "%s", commit, 1)
}
