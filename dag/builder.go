package dag

import (
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"mexlab/internal/hugepage"
)

// A Builder makes a graph from pieces of its list of edges. Several goroutines
// may add pieces at the same time. Each piece is at once sorted by bucket, a
// range of vertices small enough that their rows stay in the cache while they
// are filled. Later, workers fill the rows bucket by bucket, so no edge is ever
// written to a random place in the whole memory.
//
// An edge takes 6 bytes until it is in its row.
type Builder struct {
	n       int
	shift   int // vertex u belongs to bucket u>>shift
	buckets int

	mu    sync.Mutex
	spare run // memory for the pieces to come
	runs  []run
	edges int
}

// A run is a piece of the edges, sorted by bucket: bucket b has the edges from
// start[b] up to start[b+1].
type run struct {
	piece    int
	start    []uint32
	src      []uint16 // the low bits; the high ones are the bucket's number
	dst      []uint32
	up, down bool // as in Graph
}

const (
	// minBuckets gives every worker a share. Fewer buckets leave more edges of
	// a piece next to each other.
	minBuckets = 32
	// maxShift is how many bits of a source fit in a run. The rows of 2^16
	// vertices with 100 edges each fit in the last-level cache.
	maxShift = 16
	// prefetchRuns is how many runs are prefetched together.
	prefetchRuns = 32
	// Memory is allocated for this many edges at a time, 12 MiB or, for few, less.
	slab, smallSlab = 1 << 21, 1 << 15
)

// NewBuilder returns a Builder for a graph of n vertices, n < 2^32-1.
func NewBuilder(n int) *Builder {
	checkVertices(n)
	shift := min(maxShift, bits.Len(uint(n/minBuckets)))
	return &Builder{n: n, shift: shift, buckets: (n + 1<<shift - 1) >> shift}
}

// Add adds the edges src[i] -> dst[i]. Pieces are numbered by their place in
// the list of edges, but may be added in any order. Add panics if an end is not
// a vertex, or if there are 2^32 edges or more.
func (b *Builder) Add(piece int, src, dst []uint32) {
	r := b.allocate(len(src))

	// next[k] counts the edges of bucket k, then is where the next of them goes,
	// and finally where they end and bucket k+1 starts.
	r.piece, r.start = piece, make([]uint32, b.buckets+1)
	next := r.start[1:]
	var highest uint32
	if highest, r.up, r.down = survey(src, dst, b.shift, next); len(src) > 0 && int(highest) >= b.n {
		panic("dag: an edge leads out of the graph")
	}
	startRows(next, 0)
	r.sort(src, dst, b.shift, next)

	b.mu.Lock()
	defer b.mu.Unlock()
	b.runs = append(b.runs, r)
}

// survey adds to counts[u>>shift] the number of edges that start at u. It
// returns the highest end of all edges, and whether all lead up or all down. A
// start that is no vertex may be counted anywhere.
func survey(src, dst []uint32, shift int, counts []uint32) (highest uint32, up, down bool) {
	dst = dst[:len(src)]
	var notUp, notDown int64 // negative if some edge does not lead up, or down
	last := uint32(len(counts) - 1)
	for i, u := range src {
		v := dst[i]
		counts[min(u>>(shift&31), last)]++
		highest = max(highest, u, v)
		notUp |= int64(v) - int64(u) - 1
		notDown |= int64(u) - int64(v) - 1
	}
	return highest, notUp >= 0, notDown >= 0
}

// sort puts the edges into the run, those of bucket k from next[k] on.
func (r *run) sort(src, dst []uint32, shift int, next []uint32) {
	dst = dst[:len(src)]
	to := r.dst
	from := r.src[:len(to)]
	low := uint32(1)<<shift - 1
	for i, u := range src {
		at := next[u>>(shift&31)]
		next[u>>(shift&31)] = at + 1
		from[at] = uint16(u & low)
		to[at] = dst[i]
	}
}

// allocate returns memory for a run of n edges.
func (b *Builder) allocate(n int) (r run) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.edges += n; uint64(b.edges) > math.MaxUint32 {
		panic("dag: wrong number of edges")
	}
	s := &b.spare
	if len(s.dst) < n {
		size := max(n, slab)
		if b.edges <= smallSlab {
			size = smallSlab
		}
		s.src, s.dst = hugepage.Make[uint16](size), hugepage.Make[uint32](size)
	}
	r.src, r.dst = s.src[:n:n], s.dst[:n:n]
	s.src, s.dst = s.src[n:], s.dst[n:]
	return r
}

// Graph returns the graph of all edges that were added. A row has its edges in
// the order of the pieces. The Builder must not be used afterwards.
func (b *Builder) Graph(workers int) *Graph {
	g := &Graph{off: hugepage.Make[uint32](b.n + 1), to: hugepage.Make[uint32](b.edges), up: true, down: true}
	slices.SortFunc(b.runs, func(x, y run) int { return x.piece - y.piece })
	first := make([]uint32, b.buckets) // edge of each bucket
	for i := range b.runs {
		r := &b.runs[i]
		g.up, g.down = g.up && r.up, g.down && r.down
		for k := 1; k < b.buckets; k++ {
			first[k] += r.start[k]
		}
	}
	inParallel(workers, b.buckets, func(k int) {
		u := k << b.shift
		b.fill(g.to, k, g.off[1+u:min(1+u+1<<b.shift, 1+b.n)], first[k])
	})
	b.runs, b.spare = nil, run{}
	return g
}

// fill puts the edges of bucket k into their rows, which start at to[first]. It
// leaves in next where the row of each of the bucket's vertices ends.
func (b *Builder) fill(to []uint32, k int, next []uint32, first uint32) {
	for i := range b.runs {
		if i%prefetchRuns == 0 {
			b.prefetch(i, k, false)
		}
		r := &b.runs[i]
		for _, u := range r.src[r.start[k]:r.start[k+1]] {
			next[u]++
		}
	}
	startRows(next, first)
	for i := range b.runs {
		if i%prefetchRuns == 0 {
			b.prefetch(i, k, true)
		}
		r := &b.runs[i]
		dst := r.dst[r.start[k]:r.start[k+1]]
		for i, u := range r.src[r.start[k]:r.start[k+1]] {
			at := next[u]
			next[u] = at + 1
			to[at] = dst[i]
		}
	}
}

// prefetch loads the edges of bucket k into the cache, from the i-th run on.
func (b *Builder) prefetch(i, k int, dst bool) {
	const line = 64 // bytes in a cache line
	x := uint32(0)
	for _, r := range b.runs[i:min(i+prefetchRuns, len(b.runs))] {
		lo, hi := r.start[k], r.start[k+1]
		for src := r.src[lo:hi]; len(src) > 0; src = src[min(line/2, len(src)):] {
			x |= uint32(src[0])
		}
		if !dst {
			continue
		}
		for dst := r.dst[lo:hi]; len(dst) > 0; dst = dst[min(line/4, len(dst)):] {
			x |= dst[0]
		}
	}
	keep(x)
}

// inParallel calls do once for each number below n, in that many goroutines.
func inParallel(workers, n int, do func(i int)) {
	var taken atomic.Int64
	work := func() {
		for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
			do(i)
		}
	}
	var all sync.WaitGroup
	for range min(workers, n) - 1 {
		all.Go(work)
	}
	work()
	all.Wait()
}
