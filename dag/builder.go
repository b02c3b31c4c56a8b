package dag

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"mexlab/internal/hugepage"
)

// A Builder makes a graph of edges that come in pieces, of which several may
// come at the same time. A piece is sorted at once by where its edges start, in
// coarse steps: by bucket, a range of vertices so small that its rows stay in a
// cache while they are filled. So no edge is ever put at random into all of the
// memory, and rows are filled a bucket by a worker.
//
// What waits for its row takes 6 bytes an edge.
type Builder struct {
	n       int
	shift   int // vertex u is of bucket u>>shift
	buckets int

	mu    sync.Mutex
	free  run // memory for the pieces to come
	runs  []run
	edges int
}

// A run is a piece of the edges, sorted by bucket: those of bucket b are
// start[b] to start[b+1].
type run struct {
	piece    int
	start    []uint32
	src      []uint16 // the low bits; the bucket tells the others
	dst      []uint32
	up, down bool // as of Graph
}

const (
	// someBuckets are enough to share out, and as few as can be: a piece has
	// some edges for each of them, which stand together.
	someBuckets = 32
	// mostShift is how many bits of a source a run keeps. The rows of as many
	// vertices fit in the last cache at 100 edges each.
	mostShift = 16
	// touchRuns is in how many runs edges are touched before they are used.
	touchRuns = 32
	// slab is for how many edges memory is had at a time, 12 MiB.
	slab = 1 << 21
	// firstSlab is a small one, lest a few edges take that much.
	firstSlab = 1 << 15
)

// NewBuilder returns a Builder of a graph on n vertices, below 2^32-1.
func NewBuilder(n int) *Builder {
	if n < 0 || n >= math.MaxUint32 {
		panic("dag: wrong number of vertices")
	}
	shift := min(mostShift, bits.Len(uint(n/someBuckets)))
	return &Builder{n: n, shift: shift, buckets: (n + 1<<shift - 1) >> shift}
}

// Add takes the edges src[i] -> dst[i] of the piece of that number, which says
// where they stand among all edges; it need not be called in that order. It
// panics where an end is no vertex, and where there are 2^32 edges or more.
func (b *Builder) Add(piece int, src, dst []uint32) {
	r := b.room(len(src))

	// start[b+2] counts the edges of b, then start[b+1] is where the next of
	// them goes, and in the end where those of b+1 begin.
	start := make([]uint32, b.buckets+2)
	var most uint32
	if most, r.up, r.down = tally(src, dst, b.shift, start[2:]); int(most) >= b.n && len(src) > 0 {
		panic("dag: an edge leads out of the graph")
	}
	at := uint32(0)
	for i, c := range start {
		at += c
		start[i] = at
	}
	r.sort(src, dst, b.shift, start[1:])
	r.piece, r.start = piece, start[:b.buckets+1]

	b.mu.Lock()
	defer b.mu.Unlock()
	b.runs = append(b.runs, r)
}

// tally counts the edges by bucket, and returns the largest of their ends, and
// whether all lead up or all down. Starts that are no vertices may be counted
// anywhere.
func tally(src, dst []uint32, shift int, count []uint32) (most uint32, up, down bool) {
	dst = dst[:len(src)]
	var notUp, notDown int64 // less than 0 when one is not
	last := uint32(len(count) - 1)
	for i, u := range src {
		v := dst[i]
		count[min(u>>(shift&31), last)]++
		most = max(most, u, v)
		notUp |= int64(v) - int64(u) - 1
		notDown |= int64(u) - int64(v) - 1
	}
	return most, notUp >= 0, notDown >= 0
}

// sort puts the edges into the run: those of bucket b from next[b] on.
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

// room returns memory for a run of n edges.
func (b *Builder) room(n int) (r run) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.edges += n; b.edges > math.MaxUint32 {
		panic("dag: wrong number of edges")
	}
	f := &b.free
	if len(f.dst) < n {
		size := max(n, slab)
		if b.edges <= firstSlab {
			size = firstSlab
		}
		f.src, f.dst = hugepage.Make[uint16](size), hugepage.Make[uint32](size)
	}
	r.src, r.dst = f.src[:n:n], f.dst[:n:n]
	f.src, f.dst = f.src[n:], f.dst[n:]
	return r
}

// Graph returns the graph of all edges that were added; the Builder is of no
// use after that. A row has its edges in the order of pieces.
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
		b.fill(g, k, g.off[1+u:min(1+u+1<<b.shift, 1+b.n)], first[k])
	})
	b.runs, b.free = nil, run{}
	return g
}

// fill puts the edges of bucket k into their rows, of which the first begins at
// the given place: SortEdges, with the edges in runs, and end for the bucket's
// vertices.
func (b *Builder) fill(g *Graph, k int, end []uint32, first uint32) {
	for i := range b.runs {
		if i%touchRuns == 0 {
			b.touch(i, k, false)
		}
		r := &b.runs[i]
		for _, u := range r.src[r.start[k]:r.start[k+1]] {
			end[u]++
		}
	}
	begin(end, first)
	for i := range b.runs {
		if i%touchRuns == 0 {
			b.touch(i, k, true)
		}
		r := &b.runs[i]
		dst := r.dst[r.start[k]:r.start[k+1]]
		for i, u := range r.src[r.start[k]:r.start[k+1]] {
			at := end[u]
			end[u] = at + 1
			g.to[at] = dst[i]
		}
	}
}

// touch is Prefetch for the edges of bucket k in runs from the i-th on.
func (b *Builder) touch(i, k int, dst bool) {
	const line = 64 // bytes of a cache line
	x := uint32(0)
	for _, r := range b.runs[i:min(i+touchRuns, len(b.runs))] {
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
	touched(x)
}
