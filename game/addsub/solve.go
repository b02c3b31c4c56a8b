package addsub

import (
	"context"

	"mexlab/kernel"
)

// batchSize bounds a batch, in rows and in successors' nimbers: 4096 of them are
// 32 KiB, so a kernel reads what was written into the first or second level of
// the cache just before, and a call of the kernel costs nothing beside its work.
const batchSize = 4096

// A solver computes nimbers. Used again, it allocates little besides them.
type solver struct {
	opt    Options
	kernel kernel.Kernel
	closed bool // it does units in closed form
	ws     kernel.Workspace
	batch  kernel.Batch
	sweep  *sweep   // made when it is needed
	swept  []uint16 // the nimbers that sweeps found
}

// newSolver returns a solver whose batch has room for batchSize.
func newSolver(opt Options) *solver {
	return &solver{
		opt:    opt,
		kernel: opt.kernel(),
		closed: opt.closedForm(),
		ws:     kernel.Workspace{Budget: opt.Budget},
		batch: kernel.Batch{
			Off:  make([]uint32, 0, batchSize+1),
			Succ: make([]uint64, 0, batchSize),
			K:    make([]uint64, 0, batchSize),
			Mex:  make([]uint64, 0, batchSize),
		},
	}
}

// solve computes the nimbers of g. After an error, g is cut to the games before
// the bad one: a *gameError says which one that is, any other error ends all work.
func (s *solver) solve(ctx context.Context, g *group) error {
	if g.nimbers != nil || g.wide != nil || s.solveSmall(ctx, g) {
		return nil
	}
	return s.solveGraph(ctx, g)
}

// solveTogether is solve, but g keeps all games. The first error counts that is
// found.
func (s *solver) solveTogether(ctx context.Context, g *group) error {
	if s.solveSmall(ctx, g) {
		return nil
	}
	g.unite()
	_, err := s.solveGames(ctx, g)
	return err
}

// solveSmall computes the nimbers of g if sweeps can do that.
func (s *solver) solveSmall(ctx context.Context, g *group) (ok bool) {
	if g.isLarge() {
		return false
	}
	values, ok := s.sweepGroup(ctx, g)
	if !ok {
		return false
	}
	g.nimbers = values
	if s.opt.keepsGraph() {
		g.unite()
	}
	return true
}
