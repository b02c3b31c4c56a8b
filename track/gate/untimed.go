package gate

import (
	"context"
	"fmt"
	"time"

	"mexlab/track/report"
	"mexlab/track/stat"
	"mexlab/track/table"
)

// untimedSlice is how long a slice of a benchmark is, about, that reports no time.
const untimedSlice = 10 * time.Millisecond

// planUntimed finds how many operations fill a slice of a benchmark that reports
// units of its own instead of a time. A clock outside has to do.
func (c *comparison) planUntimed(ctx context.Context) error {
	c.result.untimed = true
	for range maxTries {
		_, turn, err := c.try(ctx, 0)
		if err != nil {
			return err
		}
		if c.wall = turn.Seconds(); turn > untimedSlice/2 {
			break
		}
		c.fast.iterations *= min(int(untimedSlice/turn), 100)
	}
	return nil
}

// concludeUntimed gives the verdict on a benchmark by its units alone.
func (r *Result) concludeUntimed() {
	if r.Verdict == report.Regression {
		return
	}
	r.Verdict = report.NotGated
	if len(r.Units) == 0 {
		r.Verdict = report.Inconclusive
		r.Reasons = append(r.Reasons, fmt.Sprintf("it reports no time, and %d pairs of processes, the fewest that decide about its units, take more time than there is", stat.MinPairs))
	}
	worst := -1
	for _, q := range r.Units {
		if q.better == 0 {
			continue
		}
		if q.verdict == stat.Undecided {
			r.Reasons = append(r.Reasons, fmt.Sprintf("changes of %s below %s would go unnoticed", q.Unit, table.Percent(q.MinDetectable)))
		}
		for rank, v := range []stat.Verdict{stat.Faster, stat.Same, stat.NotSlower, stat.Undecided} {
			if v == q.verdict && rank > worst {
				worst, r.Verdict = rank, q.Verdict
			}
		}
	}
}
