package stat

import "math"

// alphaSpending tests growing data again and again without a growing
// probability of a false alarm. Testing each time as if it were the only time
// would raise one sooner or later.
//
// The share that may be spent by a given time follows the function of K. Lan and
// D. DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70
// (1983), that resembles Pocock's constant boundary. A test spends what has been
// earned since the last one. The sum of these bounds the probability of an
// alarm, however the tests depend on each other.
type alphaSpending struct {
	spent float64 // share, 0 to 1
	p     float64 // the least alarm probability that would have made some test an alarm; 1 at first
}

// earned is the share that may be spent by time t, of 1.
func earned(t float64) float64 {
	return math.Log1p((math.E - 1) * min(max(t, 0), 1))
}

// test tests the data of time t, a share of the longest time, given the p value
// of that data alone. The time may depend on anything but the direction of the
// data. least is the least p value that this number of data can have: if even
// that would be no alarm at probability alpha, nothing is spent.
func (a *alphaSpending) test(t, p, least, alpha float64) {
	share := earned(t) - a.spent
	if share <= 0 || least > alpha*share {
		return
	}
	a.spent += share
	a.p = min(a.p, p/share)
}
