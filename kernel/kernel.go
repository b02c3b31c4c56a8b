// Package kernel computes the one primitive behind the add-subtract game: the
// mex of the XORs of exactly K picks, repetition allowed, from the Grundy
// values of a vertex's successors.
//
// Every kernel stands behind one interface and is listed in one registry, so
// that they can be exchanged, compared and timed. Kernel "auto" is the one to
// use; the others are there to be measured, and to check one another.
package kernel

import "mexlab/asm"

// A Kernel computes mex { XOR of exactly K picks } for many vertices at once.
//
// A Kernel has no state of its own and may be used by many goroutines, each
// with its own Workspace and Batch.
type Kernel interface {
	Info() Info

	// Mex fills in b.Mex. Once the workspace has grown to the largest row
	// seen, it allocates nothing.
	//
	// A row that the kernel cannot do gives a *RowError for the first such
	// row; the results of all rows before it are filled in, and the rest of
	// b.Mex is unspecified.
	Mex(ws *Workspace, b *Batch) error
}

// Info describes a kernel to people and to dispatch.
type Info struct {
	Name      string   // the idea: "affine"
	ISA       string   // the tier it is written for: "generic", "avx2", "neon"; or "best"
	Features  []string // CPU features its code uses; none for generic
	MaxDegree int      // most successors it accepts; 0 when degree does not limit it
	Doc       string   // one sentence: the idea and the limits
}

// Generic is the ISA of kernels written in Go alone.
const Generic = asm.Generic

// Best is the ISA of a kernel that uses the best tier there is.
const Best = "best"

// String returns the name the kernel is registered under: "affine" for generic
// code, "affine/avx2" for the same idea on vector registers, "auto" for the
// best tier.
func (i Info) String() string {
	if i.ISA == Generic || i.ISA == Best {
		return i.Name
	}
	return i.Name + "/" + i.ISA
}

// rowFunc is a kernel for a single vertex that has at least one successor. A
// successor's value may occur more than once in succ, which it must not change.
type rowFunc func(ws *Workspace, succ []uint64, k uint64) (uint64, error)

// lifted makes a Kernel of a rowFunc. It settles what is the same for every
// kernel: leaves, and the limit on the degree.
type lifted struct {
	info Info
	row  rowFunc
}

func (l *lifted) Info() Info { return l.info }

func (l *lifted) Mex(ws *Workspace, b *Batch) error {
	if err := b.check(); err != nil {
		return err
	}
	return l.rows(ws, b, 0, len(b.K))
}

// rows does rows [first, end).
func (l *lifted) rows(ws *Workspace, b *Batch, first, end int) error {
	for i := first; i < end; i++ {
		succ := b.Row(i)
		if len(succ) == 0 {
			b.Mex[i] = 0 // no successor, no move, whatever K is
			continue
		}
		if l.info.MaxDegree > 0 && len(succ) > l.info.MaxDegree {
			return &RowError{Row: i, Err: &LimitError{
				Kernel: l.info.String(), What: "successors", Got: len(succ), Max: l.info.MaxDegree}}
		}
		g, err := l.row(ws, succ, b.K[i])
		if err != nil {
			return &RowError{Row: i, Err: err}
		}
		b.Mex[i] = g
	}
	return nil
}
