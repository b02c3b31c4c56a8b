package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"mexlab/internal/command"
)

// SettingsFile is the name of the file beside go.mod that gives benchmarks
// thresholds of their own, and accepts regressions for some time. Its lines are
//
//	threshold 5% BenchmarkParse/.*
//	accept BenchmarkOld until 2027-01-31 the new format takes longer
//
// and what follows // is a comment. Lines as in go.mod need no parser from
// elsewhere, and each says where it is wrong, and what it does, by itself.
const SettingsFile = "mexlab.gate"

// A setting is a line of the file.
type setting struct {
	place     string // the file and the line
	column    int    // of the pattern
	pattern   string
	matches   *regexp.Regexp
	threshold float64 // 0 for a waiver
	waiver    *Waiver
	used      bool // whether any benchmark matches
}

// A Waiver accepts a regression until the end of a day.
type Waiver struct {
	Until  string `json:"until"`
	Reason string `json:"reason"`
}

func (w *Waiver) String() string { return fmt.Sprintf("accepted until %s: %s", w.Until, w.Reason) }

// expired reports whether the day is over.
func (w *Waiver) expired() bool { return time.Now().Format(time.DateOnly) > w.Until }

// settings are those of a run. Of several that match, the last counts.
type settings []*setting

// settings reads the file of a tree, if it has one.
func (t *tree) settings(ctx context.Context) (settings, error) {
	dir := t.dir
	if mod, err := command.Output(t.command(ctx, "go", "env", "GOMOD")); err != nil {
		return nil, err
	} else if file := strings.TrimSpace(string(mod)); file != "" && file != os.DevNull {
		dir = filepath.Dir(file)
	}
	text, err := os.ReadFile(filepath.Join(dir, SettingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseSettings(string(text))
}

// of returns the threshold of a benchmark, or 0, and the waiver for it, or nil. One
// that has expired is none.
func (list settings) of(path, name string) (threshold float64, waiver *Waiver) {
	for _, s := range list {
		if !slices.ContainsFunc([]string{path + "." + name, name, strings.TrimPrefix(name, "Benchmark")}, s.matches.MatchString) {
			continue
		}
		s.used = true
		if s.waiver == nil {
			threshold = s.threshold
		} else if waiver = s.waiver; waiver.expired() {
			waiver = nil
		}
	}
	return threshold, waiver
}

// expired describes the waivers that have expired.
func (list settings) expired() []string {
	texts := []string{}
	for _, s := range list {
		if s.waiver != nil && s.waiver.expired() {
			texts = append(texts, fmt.Sprintf("%s: %s was accepted until %s (%s)", s.place, s.pattern, s.waiver.Until, s.waiver.Reason))
		}
	}
	return texts
}

// unused returns an error for the settings that no benchmark matches.
func (list settings) unused() error {
	var errs []error
	for _, s := range list {
		if !s.used {
			errs = append(errs, fmt.Errorf("%s:%d: no benchmark is called %s; remove the line, or correct the name", s.place, s.column, s.pattern))
		}
	}
	return errors.Join(errs...)
}

func parseSettings(text string) (list settings, err error) {
	number := 0
	text = strings.TrimPrefix(text, "\ufeff") // some editors begin files with it
	for line := range strings.Lines(text) {
		number++
		l := newSettingsLine(number, line)
		if len(l.words) == 0 {
			continue
		}
		s, err := l.parse()
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// A settingsLine is what is left of a line to read.
type settingsLine struct {
	number int
	words  []word
	end    int // the column after the last word
}

// A word of a line begins at a column, counted in bytes from 1.
type word struct {
	text   string
	column int
}

var nonBlank = regexp.MustCompile(`\S+`)

func newSettingsLine(number int, line string) *settingsLine {
	l := &settingsLine{number: number, end: 1}
	for _, at := range nonBlank.FindAllStringIndex(line, -1) {
		text := line[at[0]:at[1]]
		if strings.HasPrefix(text, "//") {
			break
		}
		l.words = append(l.words, word{text, at[0] + 1})
		l.end = at[1] + 1
	}
	return l
}

func (l *settingsLine) place() string { return fmt.Sprintf("%s:%d", SettingsFile, l.number) }

func (l *settingsLine) errorf(column int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", l.place(), column, fmt.Errorf(format, args...))
}

// next takes the next word, which is to be what is said.
func (l *settingsLine) next(what string) (word, error) {
	if len(l.words) == 0 {
		return word{}, l.errorf(l.end, "the line ends, expected %s", what)
	}
	w := l.words[0]
	l.words = l.words[1:]
	return w, nil
}

func (l *settingsLine) parse() (*setting, error) {
	kind, _ := l.next("")
	s := &setting{place: l.place()}
	switch kind.text {
	case "threshold":
		return s, cmp.Or(l.parseThreshold(s), l.parsePattern(s), l.parseEnd())
	case "accept":
		return s, cmp.Or(l.parsePattern(s), l.parseWaiver(s))
	}
	return nil, l.errorf(kind.column, "unknown setting %s, expected threshold or accept", kind.text)
}

// parseThreshold reads a percentage.
func (l *settingsLine) parseThreshold(s *setting) error {
	w, err := l.next("a threshold like 5%")
	if err != nil {
		return err
	}
	number, percent := strings.CutSuffix(w.text, "%")
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !percent || !(x > 0) || math.IsInf(x, 0) {
		return l.errorf(w.column, "%s is no threshold, expected a percentage above zero, like 5%%", w.text)
	}
	s.threshold = x / 100
	return nil
}

// parsePattern reads a regular expression for a whole name. Sub-benchmarks go with
// the benchmark.
func (l *settingsLine) parsePattern(s *setting) error {
	w, err := l.next("a pattern of benchmarks")
	if err != nil {
		return err
	}
	s.pattern, s.column = w.text, w.column
	if _, err = regexp.Compile(w.text); err == nil {
		s.matches, err = regexp.Compile("^(?:" + w.text + ")(?:/.*)?$") // which also fails for \Q without \E
	}
	if err != nil {
		return l.errorf(w.column, "the pattern of benchmarks: %w", err)
	}
	return nil
}

// parseWaiver reads until when a regression is accepted, and why.
func (l *settingsLine) parseWaiver(s *setting) error {
	until, err := l.next("until and a date")
	if err != nil {
		return err
	}
	if until.text != "until" {
		return l.errorf(until.column, "%s is in the place of until and a date", until.text)
	}
	date, err := l.next("a date like 2027-01-31")
	if err != nil {
		return err
	}
	if _, err := time.Parse(time.DateOnly, date.text); err != nil {
		return l.errorf(date.column, "%s is no date, expected one like 2027-01-31", date.text)
	}
	first, err := l.next("the reason why it is accepted")
	if err != nil {
		return err
	}
	reason := []string{first.text}
	for _, w := range l.words {
		reason = append(reason, w.text)
	}
	s.waiver = &Waiver{Until: date.text, Reason: strings.Join(reason, " ")}
	return nil
}

func (l *settingsLine) parseEnd() error {
	if len(l.words) > 0 {
		return l.errorf(l.words[0].column, "%s is too much here; a comment begins with //", l.words[0].text)
	}
	return nil
}
