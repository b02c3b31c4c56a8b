package kernel

import "math"

// A Batch is many vertices in ragged rows. The Grundy values of vertex i's
// successors are Succ[Off[i]:Off[i+1]], in any order and with repetitions. A
// move at vertex i adds K[i] tokens. A Kernel writes its Grundy value to Mex[i].
//
// The zero Batch is empty. Fill it with Add, or append values to Succ and end
// each row with Close. Neither fails: a Batch of more than 2^32-1 values, which
// Off cannot count, is refused by Kernel.Mex with ErrTooLong.
type Batch struct {
	Off  []uint32 // len(K)+1 offsets into Succ, ascending from 0; or empty
	Succ []uint64
	K    []uint64
	Mex  []uint64 // len(K) results
}

// Len returns the number of vertices in the batch.
func (b *Batch) Len() int { return len(b.K) }

// Row returns the successors' values of vertex i. It aliases b.Succ.
func (b *Batch) Row(i int) []uint64 {
	lo, hi := b.Off[i], b.Off[i+1]
	return b.Succ[lo:hi:hi]
}

// Reset empties the batch and keeps its memory.
func (b *Batch) Reset() {
	b.Off, b.Succ, b.K, b.Mex = append(b.Off[:0], 0), b.Succ[:0], b.K[:0], b.Mex[:0]
}

// Add appends a vertex with pick count k and the given successors' values.
func (b *Batch) Add(k uint64, succ ...uint64) {
	b.Succ = append(b.Succ, succ...)
	b.Close(k)
}

// Close appends a vertex with pick count k. Its successors' values are those
// that were appended to b.Succ since the last Add, Close or Reset.
func (b *Batch) Close(k uint64) {
	if len(b.Off) == 0 {
		b.Off = append(b.Off, 0)
	}
	b.Off = append(b.Off, uint32(len(b.Succ)))
	b.K = append(b.K, k)
	b.Mex = append(b.Mex, 0)
}

// maxValues is the largest offset that Off can hold. Tests lower it, because a
// batch that is too long takes 32 GiB.
var maxValues uint64 = math.MaxUint32

// check returns ErrTooLong if offsets may have wrapped around, and panics if the
// slices do not fit together. The kernels rely on both, assembly above all.
func (b *Batch) check() error {
	n := len(b.K)
	if uint64(len(b.Succ)) > maxValues {
		return ErrTooLong
	}
	if n > 0 && (len(b.Off) != n+1 || len(b.Mex) != n || uint64(b.Off[n]) > uint64(len(b.Succ))) {
		panic("kernel: the slices of the Batch do not fit together")
	}
	return nil
}
