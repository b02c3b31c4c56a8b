package election

import (
	"context"
	"errors"

	"mexlab/dag"
	"mexlab/game"
)

// findLevels sets the level of every city, with the roads in memory. The error is
// a *dag.CycleError or the cause of the end of ctx.
func (b *Board) findLevels(ctx context.Context, work *game.Work) error {
	o, err := work.Order(ctx, b.roads)
	if err != nil {
		if _, ok := errors.AsType[*dag.CycleError](err); ok {
			return cycle(b.roads)
		}
		return err
	}
	return b.level.find(b.roads.Len(),
		func(codes []uint8) error { return solve(ctx, work, o, codes) },
		func(codes []uint32) error { return solve(ctx, work, o, codes) })
}

func solve[T game.Code](ctx context.Context, work *game.Work, o *game.OrderedGraph, codes []T) error {
	all := make([]game.Rows[T], work.WorkerCount())
	for i := range all {
		all[i] = &rows[T]{}
	}
	return game.SolveRows(ctx, work, o, codes, all...)
}

// cycle names a cycle among the cities that lead to one. The others are taken away
// first: a city goes when it has no road to one that is left.
func cycle(roads *dag.Graph) error {
	n := roads.Len()
	src, dst := make([]uint32, 0, roads.Edges()), make([]uint32, 0, roads.Edges())
	ahead, gone := make([]uint32, n), []uint32{} // ahead counts roads to cities that are left
	for u := range n {
		for _, v := range roads.Succ(u) {
			src, dst = append(src, uint32(u)), append(dst, v)
			ahead[u]++
		}
		if ahead[u] == 0 {
			gone = append(gone, uint32(u))
		}
	}
	back := dag.New(n, dst, src)
	for i := 0; i < len(gone); i++ {
		for _, u := range back.Succ(int(gone[i])) {
			if ahead[u]--; ahead[u] == 0 {
				gone = append(gone, u)
			}
		}
	}
	left := 0
	for i, u := range src {
		if ahead[u] > 0 && ahead[dst[i]] > 0 {
			src[left], dst[left] = u, dst[i]
			left++
		}
	}
	_, err := dag.New(n, src[:left], dst[:left]).Waves(context.Background(), 1)
	return err
}
