package stat

import "math"

// A Budget is the probability of a false alarm that looks at growing data may
// spend, and how much of it they have spent. Testing at every look as if it
// were the only one would raise a false alarm sooner or later.
//
// How much may be spent by when is the spending function for K. Lan and
// D. DeMets, "Discrete sequential boundaries for clinical trials", Biometrika
// 70 (1983), that resembles the constant boundary of Pocock. A look is tested
// at what has been earned since the last one. The sum of these bounds the
// probability of an alarm whatever the dependence between looks.
type Budget struct {
	spent float64 // share of the budget, 0 to 1
	p     float64 // the smallest budget with which some look would have been an alarm
}

// earned is the share of the budget that may be spent by time t, of 1.
func earned(t float64) float64 {
	return math.Log1p((math.E - 1) * min(max(t, 0), 1))
}

// Look tests the data of time t, a share of the longest time, given the p value
// of that data alone. The time may depend on anything but the data's direction.
// The share is kept for later when it is too small for any data of this size to
// be an alarm within limit: least is the smallest p value it could have had.
func (b *Budget) Look(t, p, least, limit float64) {
	share := earned(t) - b.spent
	if share <= 0 || least > limit*share {
		return
	}
	b.spent += share
	b.p = min(b.p, p/share)
}

// P is the p value of all looks together.
func (b *Budget) P() float64 { return b.p }
