package dag

import (
	"context"

	"mexlab/internal/hugepage"
)

// Waves are the vertices of a graph in groups, in an order in which successors
// come first: vertices of one wave do not lead to each other and lead only to
// waves before it, or to leaves. Leaves, the vertices without successors, are in
// no wave; every other vertex is in one.
//
// Wave i is Order[Start[i]:Start[i+1]].
type Waves struct{ Order, Start []uint32 }

// Len returns the number of waves.
func (w *Waves) Len() int { return len(w.Start) - 1 }

// Waves groups the vertices, with that many workers. The error is a *CycleError
// if there is a cycle, or the cause of the end of ctx.
func (g *Graph) Waves(ctx context.Context, workers int) (*Waves, error) {
	order := hugepage.Make[uint32](g.Len())
	ends, err := g.kahn(order)
	if err != nil {
		return nil, err
	}
	w := &Waves{Order: order[:0], Start: []uint32{0}}
	for i := len(ends) - 1; i > 0; i-- {
		for _, u := range order[ends[i]:ends[i-1]] {
			if len(g.Succ(int(u))) > 0 {
				w.Order = append(w.Order, u)
			}
		}
		if at := uint32(len(w.Order)); at > w.Start[len(w.Start)-1] {
			w.Start = append(w.Start, at)
		}
	}
	return w, context.Cause(ctx)
}

// Ordered returns whether every edge leads to a lower vertex, and whether every
// edge leads to a higher one. Successors then come first in the order of the
// numbers, or in the opposite one, and no waves are needed.
func (g *Graph) Ordered() (down, up bool) { return g.down, g.up }
