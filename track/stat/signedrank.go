// Package stat decides, from pairs of measurements, whether one of two
// things is slower than the other: the statistics of "mexlab gate".
//
// Its data are differences d of logarithms, new minus old, one for each pair.
// A difference of 0.01 is a slowdown of one percent.
package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// exactPairs is the most pairs for which the distribution of the signed-rank
// sum is counted out. Counting takes n^3 steps; beyond it the normal
// approximation is good to a twentieth of itself in the tails that a gate looks at.
const exactPairs = 60

// SignedRank is the one-sided signed-rank test of F. Wilcoxon, "Individual
// comparisons by ranking methods", Biometrics Bulletin 1 (1945): the
// probability, if the differences were symmetric about center, of a sum of
// positive ranks at least as large as theirs. It is small when the differences
// lie above center. Differences equal to center are left out, and ties share
// their ranks; the distribution is that of the given ranks, and so exact with
// ties too.
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
	slices.SortFunc(pairs, func(a, b pair) int {
		switch {
		case a.size < b.size:
			return -1
		case a.size > b.size:
			return 1
		}
		return 0
	})
	// Twice the rank of each pair, which is whole also where ties share it.
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

// exactTail is the share of the sign patterns whose positive ranks have at
// least the given sum.
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
			with := 0.0
			if s >= r {
				with = share[s-r]
			}
			share[s] = (share[s] + with) / 2
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
	return distuv.UnitNormal.Survival((float64(sum) - mean - 1) / math.Sqrt(variance))
}
