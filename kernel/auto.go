package kernel

import "mexlab/asm"

// autoKernel sorts the vertices into classes and does each by the kernel that
// is cheapest for it, as its plan says. Its only limit is the work budget.
type autoKernel struct {
	lanes
	err error // MEXLAB_ISA asks for a tier that is not available
}

// NewAuto returns kernel auto with a plan of its own. The error says what in
// the plan does not fit this build and CPU.
func NewAuto(p Plan) (Kernel, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return newAuto(p), nil
}

func newAuto(p Plan) Kernel {
	search := asm.Lookup(p.Search)
	minRows := p.LeastLanes
	if p.Lanes == Generic {
		minRows = noLanes // the generic forms of vector code are slower than rows
	}
	return &autoKernel{lanes{
		rowByRow: rowByRow{
			info: Info{Name: "auto", Tier: Best, Doc: "the cheapest kernel for each vertex; no limit but the work budget"},
			row:  autoRow(p.TinyDegree, search),
		},
		tier:    asm.Lookup(p.Lanes),
		search:  search,
		minRows: minRows,
		tiny:    p.TinyDegree,
	}, asm.Err()}
}

func (a *autoKernel) Mex(ws *Workspace, b *Batch) error {
	if a.err != nil {
		return a.err
	}
	return a.lanes.Mex(ws, b)
}

// ClosedForm implements ClosedFormer.
func (a *autoKernel) ClosedForm() bool { return a.err == nil }

// autoRow does single vertices.
func autoRow(tinyDegree int, search *asm.Tier) rowFunc {
	return func(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
		if k <= 1 {
			return affineRow(ws, generic, succ, k)
		}
		if or, zero, ok := readUnits(succ); ok {
			return unitMex(or, zero, k)
		}
		if len(succ) <= tinyDegree && k+1 < uint64(len(succ)) {
			ws.row.found = byTable
			return lowbitRow(ws, succ, k)
		}
		return affineRow(ws, search, succ, k)
	}
}
