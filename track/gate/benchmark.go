package gate

import (
	"cmp"
	"fmt"
	"time"

	"mexlab/track/report"
)

// A benchmark is one that both versions have: a row of the report.
type benchmark struct {
	name       string
	versions   [2]*version // of its package, old and new
	variants   [2]variant
	layouts    []*binary   // of the base
	faults     [2]*fault   // why it cannot be measured in a version; nil if it can
	comparison *comparison // once it has begun
	end        time.Time   // when it has to be done
	result     *Result
}

// spoilt reports whether the benchmark cannot be measured in a version.
func (b *benchmark) spoilt() bool { return b.faults[0] != nil || b.faults[1] != nil }

// judgeFaults gives the verdict on a benchmark that cannot be measured.
func (b *benchmark) judgeFaults() {
	old, new := b.faults[0], b.faults[1]
	if old != nil && new != nil {
		b.result.fault(report.NotJudged, b.says(new)+", as in "+b.versions[0].tree.name)
		return
	}
	f := cmp.Or(new, old)
	switch f.kind {
	case fails:
		if f == new {
			b.result.fault(report.Regression, b.says(new)+"; it does not in "+b.versions[0].tree.name)
		} else {
			b.result.fault(report.NotJudged, b.says(old)+"; it does not in "+b.versions[1].tree.name)
		}
	case skipped:
		b.result.fault(report.Inconclusive, fmt.Sprintf("%s, and runs in %s", b.says(f), b.versions[1-f.version].tree.name))
	}
}

// says tells what a benchmark does in a version, and what may help.
func (b *benchmark) says(f *fault) string {
	t := b.versions[f.version].tree
	text := fmt.Sprintf("%s in %s", f.kind, t.name)
	if f.text != "" {
		text += " (" + f.text + ")"
	}
	return text + t.missing(f.text)
}
