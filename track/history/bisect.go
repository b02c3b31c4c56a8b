package history

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"mexlab/internal/machine"
	"mexlab/track/report"
)

// BisectOptions say what to search for, and where.
type BisectOptions struct {
	Dir       string // of the module, in a git repository
	Good, Bad string // commits, as git names them
	Bench     string // the benchmark's name
	// Compare compares the benchmark at a commit with the good one: ByGate. An error
	// says why it cannot.
	Compare func(ctx context.Context, good, commit string) (Finding, error)
	// Report is called with every step, once it is done.
	Report func(Step)
}

// A Finding is what a comparison says about a commit.
type Finding struct {
	State State  `json:"verdict"`
	Text  string `json:"text"` // in words, like "regression: slower (+170%)"
}

// A State is what a commit means to the search.
type State int

// The states. A commit is skipped if it cannot be compared, or not decided about.
const (
	Slow State = iota
	Skipped
	Fine
)

// MarshalText writes the word, for JSON.
func (s State) MarshalText() ([]byte, error) {
	return []byte([...]string{Slow: report.Regression, Skipped: "skipped", Fine: report.NotWorse}[s]), nil
}

// A Step is one comparison of the search.
type Step struct {
	Number  int    `json:"number"`
	Of      int    `json:"of"`     // how many there are in all is a guess
	Commit  string `json:"commit"` // the whole hash
	Date    string `json:"date"`   // of the commit
	Subject string `json:"subject"`
	Finding
}

func (s Step) String() string {
	return fmt.Sprintf("%d of %d: %s %s ... %s", s.Number, s.Of, short(s.Commit), s.Subject, s.Text)
}

// The errors, wrapped, of a search that finds no commit.
var (
	ErrNoRegression = errors.New("no regression")
	ErrInconclusive = errors.New("inconclusive")
)

// Bisect returns the step at the first commit where a benchmark is slower than
// at the good one. It compares the two ends first, and no commit twice. Commits
// are chosen by "git rev-list --bisect-all"; neither the working tree nor the
// state of a "git bisect" is touched.
func Bisect(ctx context.Context, opt BisectOptions) (found *Step, err error) {
	defer func() {
		if cause := context.Cause(ctx); cause != nil {
			found, err = nil, cause // the reason of whatever else went wrong
		}
	}()
	s := &search{BisectOptions: opt}
	good, err := machine.Hash(ctx, opt.Dir, opt.Good)
	if err != nil {
		return nil, fmt.Errorf("the good commit: %w", err)
	}
	bad, err := machine.Hash(ctx, opt.Dir, opt.Bad)
	if err != nil {
		return nil, fmt.Errorf("the bad commit: %w", err)
	}
	if _, err := machine.Git(ctx, opt.Dir, "merge-base", "--is-ancestor", good, bad); err != nil || good == bad {
		return nil, fmt.Errorf("%s does not come before %s; expected the good commit to be an ancestor of the bad one", short(good), short(bad))
	}
	s.good = []string{good}
	if err := s.compareEnds(ctx, bad); err != nil {
		return nil, err
	}
	return s.run(ctx)
}

type search struct {
	BisectOptions
	good    []string // hashes; the first is that of the good end
	first   *Step    // the earliest slow one
	steps   int
	skipped map[string]bool
}

// compareEnds makes sure that there is a regression between the two ends.
// Without one the search would blame an innocent commit.
func (s *search) compareEnds(ctx context.Context, bad string) error {
	candidates, err := s.candidates(ctx, bad)
	if err != nil {
		return err
	}
	step, failed, err := s.compare(ctx, bad, 1+stepsFor(len(candidates)))
	if err != nil {
		return err
	}
	if failed != nil {
		return fmt.Errorf("%s and %s cannot be compared: %w", short(s.good[0]), short(bad), failed)
	}
	switch step.State {
	case Fine:
		return fmt.Errorf("%w of %s between %s and %s", ErrNoRegression, s.Bench, short(s.good[0]), short(bad))
	case Skipped:
		return fmt.Errorf("%w: it cannot be told whether %s is slower in %s than in %s; %s", ErrInconclusive, s.Bench, short(bad), short(s.good[0]), step.Text)
	}
	s.first, s.skipped = step, map[string]bool{}
	return nil
}

// run halves the commits between the good ones and the earliest slow one, until
// that is the only one left.
func (s *search) run(ctx context.Context) (*Step, error) {
	for inRow := 0; ; { // how many were skipped, one after the other
		candidates, err := s.candidates(ctx, s.first.Commit)
		if err != nil {
			return nil, err
		}
		if len(candidates) == 1 {
			return s.first, nil
		}
		untried := slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return s.skipped[c] || c == s.first.Commit })
		if len(untried) == 0 {
			return nil, fmt.Errorf("%w: it is one of these, which cannot be told apart: %s", ErrInconclusive, strings.Join(candidates, ", "))
		}
		// What makes one commit useless often does so for its neighbors: the further
		// the more have been skipped.
		commit := untried[min(inRow*inRow, len(untried)-1)]
		step, _, err := s.compare(ctx, commit, s.steps+stepsFor(len(untried)+1))
		if err != nil {
			return nil, err
		}
		switch inRow++; step.State {
		case Fine:
			s.good, inRow = append(s.good, commit), 0
		case Slow:
			s.first, inRow = step, 0
		default:
			s.skipped[commit] = true
		}
	}
}

// stepsFor returns how many comparisons find one of n commits.
func stepsFor(n int) int { return bits.Len(uint(n - 1)) }

// candidates lists the commits from which one is to be found, those in the middle
// first.
func (s *search) candidates(ctx context.Context, slow string) ([]string, error) {
	lines, err := machine.GitLines(ctx, s.Dir, append([]string{"rev-list", "--bisect-all", slow, "--not"}, s.good...)...)
	if err != nil {
		return nil, err
	}
	for i, line := range lines {
		lines[i], _, _ = strings.Cut(line, " ") // the rest is the distance to the ends
	}
	return lines, nil
}

// compare makes a step and reports it. If the commit cannot be compared, the
// step skips it, and failed says why.
func (s *search) compare(ctx context.Context, commit string, of int) (step *Step, failed, err error) {
	s.steps++
	about, err := machine.Git(ctx, s.Dir, "show", "-s", "--format=%cs %s", commit, "--")
	if err != nil {
		return nil, nil, err
	}
	step = &Step{Number: s.steps, Of: of, Commit: commit}
	step.Date, step.Subject, _ = strings.Cut(about, " ")
	step.Finding, failed = s.Compare(ctx, s.good[0], commit)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if failed != nil {
		why, _, _ := strings.Cut(failed.Error(), "\n")
		step.Finding = Finding{Skipped, "skipped: " + why}
	}
	s.Report(*step)
	return step, failed, nil
}
