package stat

import "gonum.org/v1/gonum/stat/distuv"

// AtMost is the largest probability of an event that having seen it so many
// times in n trials leaves believable, with the given confidence, and AtLeast
// the smallest: C. Clopper and E. Pearson, "The use of confidence or fiducial
// limits illustrated in the case of the binomial", Biometrika 26 (1934). Without
// trials they are 1 and 0.
func AtMost(seen, n int, confidence float64) float64 {
	if seen >= n {
		return 1
	}
	return distuv.Beta{Alpha: float64(seen + 1), Beta: float64(n - seen)}.Quantile(confidence)
}

// AtLeast is the smallest probability, see AtMost.
func AtLeast(seen, n int, confidence float64) float64 {
	return 1 - AtMost(n-seen, n, confidence)
}
