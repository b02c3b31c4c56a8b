package history

import (
	"context"
	"strings"
	"testing"
)

// Commits of one second are in git's order, and not in that of their hashes. What git
// does not know stays as it is.
func TestDescribe(t *testing.T) {
	r, dir := newRepo(t), t.TempDir()
	t.Setenv("GIT_COMMITTER_DATE", "2026-11-05T12:00:00Z")
	var commits []string
	for _, text := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		commits = append(commits, r.commit("file", text))
	}
	for i, commit := range append(commits, strings.Repeat("0", 40), "elsewhere") {
		s := full(commit, 5)
		if i == 3 {
			s["commit"] += "+changes"
		}
		if i == 4 {
			s["commit"] = commit[:12]
		}
		add(t, dir, "BenchmarkX 1 "+string(rune('1'+i%9))+" ns/op\n", s)
	}
	records, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	Describe(context.Background(), r.dir, records)
	points := Trends(records, 0.02)[0].Points
	var subjects []string
	for _, p := range points {
		subjects = append(subjects, p.Subject)
	}
	if got := len(points); got != 10 {
		t.Fatalf("%d points, expected 10", got)
	}
	for i, commit := range commits {
		p := points[i+2] // after those that git does not know
		if !strings.HasPrefix(strings.TrimSuffix(p.Commit, "+changes"), commit[:12]) || p.Subject == "" {
			t.Errorf("commit %d is %s %q, expected %s", i, p.Commit, p.Subject, commit)
		}
	}
	if subjects[0]+subjects[1] != "" {
		t.Errorf("subjects of unknown commits: %q", subjects[:2])
	}
	Describe(context.Background(), t.TempDir(), records) // no repository, no change
	if records[0].place+records[1].place+records[2].place == 0 {
		t.Error("without a repository, what was known is lost")
	}
}

func TestLinkOf(t *testing.T) {
	for remote, want := range map[string]Link{
		"https://example.com/o/r.git":              "https://example.com/o/r/commit/%s",
		"https://example.com/o/r/":                 "https://example.com/o/r/commit/%s",
		"https://user:secret@example.com:8080/o/r": "https://example.com:8080/o/r/commit/%s",
		"http://example.com/o/r":                   "http://example.com/o/r/commit/%s",
		"git@example.com:o/r.git":                  "https://example.com/o/r/commit/%s",
		"example.com:o/r.git":                      "https://example.com/o/r/commit/%s",
		"ssh://git@example.com:2222/o/r.git":       "https://example.com/o/r/commit/%s",
		"git://example.com/o/r.git":                "https://example.com/o/r/commit/%s",
		"/srv/r.git":                               "",
		`C:\r`:                                     "",
		"C:/r":                                     "",
		"../r":                                     "",
		"file:///srv/r.git":                        "",
		"":                                         "",
	} {
		if got := LinkOf(remote); got != want {
			t.Errorf("%q: %q, expected %q", remote, got, want)
		}
	}
}

func TestLinkTo(t *testing.T) {
	link, err := ParseLink("https://example.com/commit/%s?w=1")
	if err != nil {
		t.Fatal(err)
	}
	for commit, want := range map[string]string{
		"0abc0060000":         "https://example.com/commit/0abc0060000?w=1",
		"0abc0060000+changes": "https://example.com/commit/0abc0060000?w=1",
		"main":                "",
		"\"><script>":         "",
	} {
		if got := link.to(commit); got != want {
			t.Errorf("%s: %q, expected %q", commit, got, want)
		}
	}
	for _, bad := range []string{"https://example.com/", "https://example.com/%s/%s", "javascript:x(%s)", "example.com/%s"} {
		if _, err := ParseLink(bad); err == nil || !strings.Contains(err.Error(), "%s for its hash") {
			t.Errorf("%s: error %v", bad, err)
		}
	}
}
