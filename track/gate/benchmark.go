package gate

import (
	"cmp"
	"time"

	"mexlab/track/report"
)

// A benchmark is one that both versions have: a row of the report.
type benchmark struct {
	name       string
	versions   [2]*version // of its package, old and new
	variants   [2]variant
	layouts    *layouts    // of its package, for sequences that confirm
	faults     [2]*fault   // why it cannot be measured in a version; nil if it can
	comparison *comparison // once it has begun
	end        time.Time   // when it has to be done
	result     *Result
}

// took returns how long the old version took when it ran once, 0 if unknown.
func (b *benchmark) took() time.Duration {
	if v := b.versions[0]; v != nil {
		return v.listing.took[b.name]
	}
	return 0
}

// spoilt reports whether the benchmark cannot be measured in a version.
func (b *benchmark) spoilt() bool { return b.faults[0] != nil || b.faults[1] != nil }

// judgeFaults gives the verdict on a benchmark that cannot be measured.
func (b *benchmark) judgeFaults() {
	old, new := b.faults[0], b.faults[1]
	switch {
	case old != nil && new != nil && old.kind == new.kind:
		b.result.leaveUnmeasured(report.NotJudged, new.does()+" in both"+quoted(new.text)+b.hint(new))
	case old != nil && new != nil:
		b.result.leaveUnmeasured(report.NotJudged, b.says(old, "")+", and "+b.says(new, ""))
	case new != nil && (new.kind == fails || new.kind == endless):
		b.result.leaveUnmeasured(report.Regression, b.says(new, unlike))
	case new != nil || b.needsData():
		b.result.leaveUnmeasured(report.Inconclusive, b.says(cmp.Or(new, old), unlike))
	default:
		b.result.leaveUnmeasured(report.NotJudged, b.says(old, unlike))
	}
}

// needsData reports whether the old version may lack only what git does not
// keep: it names a file, or it is skipped though its tests have not changed.
func (b *benchmark) needsData() bool {
	old := b.faults[0]
	return b.hint(old) != "" || old.kind == skipped && sameFiles(b.versions[0].pkg, b.versions[1].pkg, goPackage.tests)
}

const unlike = ", unlike in "

// says tells what a benchmark does in a version, if need be unlike in the other,
// and what may help.
func (b *benchmark) says(f *fault, unlike string) string {
	if unlike != "" {
		unlike += b.versions[1-f.version].tree.name
	}
	return f.does() + " in " + b.versions[f.version].tree.name + unlike + quoted(f.text) + b.hint(f)
}

func (b *benchmark) hint(f *fault) string { return b.versions[f.version].tree.missing(f.text) }

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}
