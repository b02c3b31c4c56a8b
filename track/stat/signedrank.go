package stat

import (
	"cmp"
	"math"
	"slices"
)

// exactPairs is the largest number of pairs for which the distribution of the
// signed-rank sum is counted. Counting takes n^3 steps. Beyond it the normal
// approximation is good to a twentieth of itself in the tails that matter here.
const exactPairs = 60

// SignedRank is the one-sided signed-rank test of F. Wilcoxon, "Individual
// comparisons by ranking methods", Biometrics Bulletin 1 (1945). It returns the
// probability of a sum of positive ranks at least as large as that of d, if the
// differences d were symmetric about center. It is small if they lie above
// center. Differences equal to center are left out, and ties share their ranks.
// The distribution is that of the given ranks, so it is exact with ties, too.
func SignedRank(d []float64, center float64) float64 {
	type pair struct {
		size     float64
		positive bool
	}
	var pairs []pair
	for _, x := range d {
		if x != center {
			pairs = append(pairs, pair{math.Abs(x - center), x > center})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.size, b.size) })
	// Twice the rank of each pair is whole even if ties share it.
	ranks := make([]int, len(pairs))
	sum := 0
	for i := 0; i < len(pairs); {
		j := i + 1
		for j < len(pairs) && pairs[j].size == pairs[i].size {
			j++
		}
		for k := i; k < j; k++ {
			ranks[k] = i + 1 + j
			if pairs[k].positive {
				sum += ranks[k]
			}
		}
		i = j
	}
	if len(ranks) > exactPairs {
		return normalTail(ranks, sum)
	}
	return exactTail(ranks, sum)
}

// exactTail is the share of sign patterns whose positive ranks sum up to sum or more.
func exactTail(ranks []int, sum int) float64 {
	total := 0
	for _, r := range ranks {
		total += r
	}
	share := make([]float64, total+1) // of the patterns, by their sum
	share[0] = 1
	top := 0
	for _, r := range ranks {
		top += r
		for s := top; s >= 0; s-- {
			if s >= r {
				share[s] += share[s-r]
			}
			share[s] /= 2
		}
	}
	tail := 0.0
	for s := total; s >= sum; s-- {
		tail += share[s]
	}
	return min(tail, 1)
}

// normalTail approximates exactTail, with a correction for continuity.
func normalTail(ranks []int, sum int) float64 {
	mean, variance := 0.0, 0.0
	for _, r := range ranks {
		mean += float64(r) / 2
		variance += float64(r) * float64(r) / 4
	}
	// Ranks are doubled here: a step of the sum is 2.
	return normalAbove((float64(sum) - mean - 1) / math.Sqrt(variance))
}
