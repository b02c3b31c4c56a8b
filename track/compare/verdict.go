package compare

// A Verdict is what is known about a row, or about the whole.
type Verdict uint8

const (
	Inconclusive Verdict = iota // none of the others can be told
	Regression                  // worse by more than the threshold
	Improvement                 // better by more than the threshold
	Unchanged                   // changed by less than the threshold, if at all
	NoWorse                     // not worse by the threshold; perhaps better
	NotGated                    // no telling whether more is better
)

// verdicts are their names.
var verdicts = [...]string{
	Inconclusive: "inconclusive",
	Regression:   "regression",
	Improvement:  "improvement",
	Unchanged:    "unchanged",
	NoWorse:      "no regression",
	NotGated:     "not gated",
}

func (v Verdict) String() string { return verdicts[v] }

// MarshalText writes the name, for JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }
