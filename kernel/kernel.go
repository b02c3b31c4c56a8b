package kernel

import "mexlab/asm"

// A Kernel computes mex { XOR of exactly K picks } for many vertices at once.
//
// A Kernel has no state of its own. Many goroutines may use it, each with its
// own Workspace and Batch.
type Kernel interface {
	Info() Info

	// Mex sets b.Mex. It allocates nothing once the workspace has grown to the
	// largest row seen.
	//
	// A row that the kernel cannot do is a *RowError, for the first such row.
	// The results of all rows before it are then set, and the rest of b.Mex is
	// unspecified. ErrTooLong is about the whole batch. Mex panics if the
	// batch's slices do not fit together.
	Mex(ws *Workspace, b *Batch) error
}

// Info describes a kernel to people and to dispatch.
type Info struct {
	Name      string // the idea: "affine"
	Tier      string // "generic", "avx2", ...: the one it is written for; or "best"
	MaxDegree int    // most successors it accepts; 0 means any number
	Doc       string // one sentence: the idea and the limits
}

// Generic is the Tier of kernels written in Go alone.
const Generic = asm.Generic

// Best is the Tier of a kernel that uses the best available tier.
const Best = "best"

// String returns the name for Lookup: "affine" for generic code, "affine/avx2" for
// the same idea on vector registers, "auto" for the best tier.
func (i Info) String() string {
	if i.Tier == Generic || i.Tier == Best {
		return i.Name
	}
	return i.Name + "/" + i.Tier
}

// A rowFunc does a single vertex with at least one successor. Values may occur
// more than once in succ. It must not change succ.
type rowFunc func(ws *Workspace, succ []uint64, k uint64) (uint64, error)

// rowByRow makes a Kernel of a rowFunc. It does what is the same for every
// kernel: leaves, and the limit on the degree.
type rowByRow struct {
	info Info
	row  rowFunc
}

func (r *rowByRow) Info() Info { return r.info }

func (r *rowByRow) Mex(ws *Workspace, b *Batch) error {
	if err := b.check(); err != nil {
		return err
	}
	return r.rows(ws, b, 0, len(b.K))
}

func (r *rowByRow) rows(ws *Workspace, b *Batch, first, end int) error {
	for i := first; i < end; i++ {
		if err := r.one(ws, b, i); err != nil {
			return &RowError{Row: i, Err: err}
		}
	}
	return nil
}

func (r *rowByRow) one(ws *Workspace, b *Batch, i int) (err error) {
	succ := b.Row(i)
	if len(succ) == 0 {
		b.Mex[i] = 0 // no successor, no move, whatever K is
		return nil
	}
	if r.info.MaxDegree > 0 && len(succ) > r.info.MaxDegree {
		return &LimitError{Kernel: r.info.String(), What: "successors", Got: len(succ), Max: r.info.MaxDegree}
	}
	b.Mex[i], err = r.row(ws, succ, b.K[i])
	return err
}
