package kernel

// A Batch is many vertices in ragged rows: the Grundy values of vertex i's
// successors are Succ[Off[i]:Off[i+1]], it adds K[i] tokens a move, and its own
// Grundy value goes to Mex[i]. The order of a row and repeated values in it do
// not matter.
//
// The zero Batch is empty and ready for Add.
type Batch struct {
	Off  []uint32 // len(K)+1 offsets into Succ, ascending from 0
	Succ []uint64
	K    []uint64
	Mex  []uint64 // len(K) results, filled in by a Kernel
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
	if len(b.Off) == 0 {
		b.Off = append(b.Off, 0)
	}
	b.Succ = append(b.Succ, succ...)
	b.Close(k)
}

// Close ends a row whose values the caller has appended to b.Succ itself.
func (b *Batch) Close(k uint64) {
	b.Off = append(b.Off, uint32(len(b.Succ)))
	b.K = append(b.K, k)
	b.Mex = append(b.Mex, 0)
}

// check panics unless the batch's slices fit together: what follows, assembly
// above all, relies on it.
func (b *Batch) check() {
	n := len(b.K)
	if n == 0 {
		return
	}
	if len(b.Off) != n+1 || len(b.Mex) != n || int(b.Off[n]) > len(b.Succ) {
		panic("kernel: the slices of the Batch do not fit together")
	}
}
