// Package report has what all reports share: the words of a verdict, and the
// schema of their JSON. docs/tracking.md describes both.
package report

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// The verdicts. A whole report is a regression, inconclusive or not worse.
const (
	Regression   = "regression"    // worse, beyond doubt and by more than is allowed
	Improvement  = "improvement"   // better, likewise
	Same         = "same"          // certainly changed by less than the threshold, if at all
	NotWorse     = "not worse"     // certainly not worse by the threshold; perhaps better
	Inconclusive = "inconclusive"  // none of the others is certain
	Accepted     = "accepted"      // a regression that a waiver accepts
	NotGated     = "not gated"     // whether more is better is not known
	NotJudged    = "not judged"    // it cannot be measured, for a reason that is no change for the worse
	NotLooked    = "not looked at" // the run ended before
)

// Schema is the first field of a report's JSON. It is a number that changes when
// a field changes its meaning or goes.
type Schema struct{}

// MarshalJSON writes the number, for JSON.
func (Schema) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

// UnmarshalJSON takes any schema: what a reader knows is there or not.
func (*Schema) UnmarshalJSON([]byte) error { return nil }

// Rounded leaves nine digits, which are the same on every architecture.
func Rounded(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 9, 64), 64)
	return x
}

// Known returns a number for a field that is left out if it is not known: NaN or
// infinite.
func Known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	x = Rounded(x)
	return &x
}

// WriteJSON writes a report as one indented object.
func WriteJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(report)
}
