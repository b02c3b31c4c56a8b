package dag

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"mexlab/internal/crew"
	"mexlab/internal/hugepage"
)

// A Sorter makes a graph from pieces of its list of edges. Several workers may
// add pieces at the same time. Each edge is at once put into the bucket of its
// start, a block of vertices whose rows stay in the cache while they are filled.
// Later, workers turn one bucket after another into rows. No edge is ever
// written to a random place in the whole memory.
//
// Buckets are made of chunks, in one array, where an edge takes 6 bytes: the low
// bits of its start in 15 bits, and its end in 33. With at most 2^25 vertices, 5
// bytes are enough. Each worker fills chunks of
// its own, one for each bucket. Rows then take the place of the chunks.
type Sorter struct {
	n       int
	m       uint64
	shift   int // vertex u belongs to bucket u>>shift
	workers []sorter
	edges   atomic.Uint64 // that were added

	mu     sync.RWMutex // of chunks: pieces are added under a read lock
	chunks *chunks
}

// Chunks are memory for edges.
type chunks struct {
	edges  uint64 // for so many there is room
	stride int    // bytes from one chunk to the next
	width  int    // bytes of an edge
	full   uint16 // bytes of edges that a chunk has
	words  []uint32
	memory []byte // of words
	begun  atomic.Int64
	bucket []uint32 // of each chunk that was begun
	used   []uint16 // bytes of edges in it
}

// A sorter is what one worker has of a Sorter.
type sorter struct {
	tails          []bucketTail // one for each bucket
	notUp, notDown bool         // some edge does not lead up, or down
	_              [lineBytes]byte
}

// A bucketTail is the last chunk of a bucket. The next edge goes to bytes[at:]. An
// index of 16 bits is never out of range, so it is not checked.
type bucketTail struct {
	bytes *[maxChunk]byte
	at    uint16
	chunk uint32
}

const (
	// minBuckets gives every worker a share.
	minBuckets = 32
	// maxShift is how large blocks are: the rows of 2^15 vertices with ten edges
	// each take 1.3 MB. Larger ones leave the cache. Smaller ones are more, and
	// then the places where edges are written leave the first cache.
	maxShift = 15

	lineBytes = 64
	// startBits is how many low bits of a start an edge has.
	startBits, startMask = maxShift, 1<<maxShift - 1
	// maxLines is how many cache lines a chunk has at most. Chunks have an odd
	// number of them. Otherwise all would begin in the same set of the cache, and
	// they fill at the same pace.
	maxLines = 767
	// maxChunk is how many bytes an index of 16 bits reaches with 8 at a time.
	maxChunk = 1<<16 + 8
	// unused is the share of the memory that chunks may leave unused at their ends,
	// as one part in so many.
	unused = 32

	// leastEdges are expected in any case, and growth is how many times as many if
	// there are more. Of 10^8 edges that nobody was sure of, one in 50 moves.
	leastEdges = 1 << 11
	growth     = 1 << 8
)

// NewSorter returns a Sorter for a graph of n vertices and at most m edges, for n
// below 2^32-1 and m below 2^32. Workers are numbered from 0.
//
// Address space is reserved for the edges that are sure to come. If more come,
// all have to move, and address space is reserved for many times as many, but
// not more than m. Memory is used only for edges that are added.
func NewSorter(n int, m, sure uint64, workers int) *Sorter {
	checkVertices(n)
	if m > math.MaxUint32 {
		panic("dag: wrong number of edges")
	}
	s := &Sorter{n: n, m: m, shift: min(maxShift, max(1, bits.Len(uint(n/minBuckets)))-1), workers: make([]sorter, workers)}
	s.chunks = s.newChunks(min(m, max(sure, leastEdges)))
	return s
}

// newChunks returns chunks for that many edges.
func (s *Sorter) newChunks(edges uint64) *chunks {
	tails := uint64(s.buckets()) * uint64(len(s.workers)) // these may be partly used
	c := &chunks{edges: edges, width: 6}
	if s.n <= 1<<(5*8-startBits) {
		c.width = 5
	}
	lines := min(edges/unused/max(1, tails)*uint64(c.width)/lineBytes, maxLines) | 1
	c.stride = int(lines) * lineBytes
	slots := (c.stride - 8 + c.width) / c.width // an edge is written as 8 bytes
	c.full = uint16(slots * c.width)

	most := edges/uint64(slots) + min(edges, tails)
	bytes := most*uint64(c.stride) + maxChunk
	if bytes > math.MaxInt {
		panic("dag: the edges do not fit in the address space")
	}
	c.words = hugepage.Make[uint32](int(bytes / 4))
	c.memory = unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(c.words))), 4*len(c.words))
	c.bucket, c.used = hugepage.Make[uint32](int(most)), hugepage.Make[uint16](int(most))
	return c
}

func (s *Sorter) buckets() int { return (s.n + 1<<s.shift - 1) >> s.shift }

// Add adds the edges src[i] -> dst[i]. It panics if an end is not a vertex, or
// if there are more than m edges. The pieces of one worker have to be added one
// after another. If there is one worker, each row has its edges in the order in
// which they were added, otherwise in any order.
func (s *Sorter) Add(worker int, src, dst []uint32) {
	edges := s.edges.Add(uint64(len(src)))
	if edges > s.m {
		panic("dag: wrong number of edges")
	}
	s.mu.RLock()
	for edges > s.chunks.edges {
		s.mu.RUnlock()
		s.grow(edges)
		s.mu.RLock()
	}
	defer s.mu.RUnlock()
	w := &s.workers[worker]
	if w.tails == nil {
		w.begin(s)
	}
	if !w.notUp || !w.notDown {
		w.survey(src, dst)
	}
	dst = dst[:len(src)]
	if len(src) > 0 && int64(max(slices.Max(src), slices.Max(dst))) >= int64(s.n) {
		panic("dag: an edge leads out of the graph")
	}
	for {
		done := w.put(src, dst, s.shift, s.chunks.full, uint16(s.chunks.width))
		if done == len(src) {
			break
		}
		bucket := src[done] >> s.shift
		s.chunks.extend(&w.tails[bucket], bucket)
		src, dst = src[done:], dst[done:]
	}
}

// put adds edges until it meets a full chunk. It returns how many it added. It
// calls nothing, so all it needs is in registers.
func (w *sorter) put(src, dst []uint32, shift int, full, width uint16) int {
	dst = dst[:len(src)]
	tails := w.tails
	for i, u := range src {
		t := &tails[u>>(shift&31)]
		at := t.at
		if at == full {
			return i
		}
		// Other than of an OR, the parts of a rotated number are not stored one by one.
		edge := bits.RotateLeft64(uint64(u)<<(64-startBits)|uint64(dst[i]), startBits)
		binary.LittleEndian.PutUint64(t.bytes[int(at):int(at)+8], edge)
		t.at = at + width
	}
	return len(src)
}

// grow makes room for that many edges in all, and for many more.
func (s *Sorter) grow(edges uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if edges <= s.chunks.edges {
		return
	}
	old := s.close()
	s.chunks = s.newChunks(min(s.m, growth*edges))
	for i := range s.workers {
		s.workers[i].tails = nil
	}
	w := &s.workers[0]
	w.begin(s)
	for i, bucket := range old.bucket {
		bytes := old.memory[i*old.stride:][:old.used[i]]
		for t := &w.tails[bucket]; len(bytes) > 0; {
			if t.at == s.chunks.full {
				s.chunks.extend(t, bucket)
			}
			n := copy(t.bytes[t.at:s.chunks.full], bytes)
			t.at += uint16(n)
			bytes = bytes[n:]
		}
	}
}

// close returns the chunks, with how much is used of each. No more edges can be
// added to them.
func (s *Sorter) close() *chunks {
	c := s.chunks
	begun := c.begun.Load()
	c.bucket, c.used = c.bucket[:begun], c.used[:begun]
	for _, w := range s.workers {
		for _, t := range w.tails {
			if t.bytes != nil {
				c.used[t.chunk] = t.at
			}
		}
	}
	return c
}

// begin makes tails that are full, so that chunks are taken by the first edges.
func (w *sorter) begin(s *Sorter) {
	w.tails = make([]bucketTail, s.buckets())
	for i := range w.tails {
		w.tails[i].at = s.chunks.full
	}
}

// survey finds out whether some edge does not lead up, or down.
func (w *sorter) survey(src, dst []uint32) {
	dst = dst[:len(src)]
	var notUp, notDown int64 // negative if there is one
	for i, u := range src {
		v := dst[i]
		notUp |= int64(v) - int64(u) - 1
		notDown |= int64(u) - int64(v) - 1
	}
	w.notUp, w.notDown = w.notUp || notUp < 0, w.notDown || notDown < 0
}

// extend gives a bucket a new chunk.
func (c *chunks) extend(t *bucketTail, bucket uint32) {
	chunk := int(c.begun.Add(1)) - 1
	c.bucket[chunk], c.used[chunk] = bucket, c.full
	t.bytes, t.at, t.chunk = (*[maxChunk]byte)(c.memory[chunk*c.stride:]), 0, uint32(chunk)
}

// Graph returns the graph of all edges that were added. The Sorter must not be
// used afterwards.
func (s *Sorter) Graph(workers int) *Graph {
	edges := int(s.edges.Load())
	c := s.close()
	g := &Graph{off: hugepage.Make[uint32](s.n + 1), to: c.words[:edges:edges], up: true, down: true}
	for _, w := range s.workers {
		g.up, g.down = g.up && !w.notUp, g.down && !w.notDown
	}
	rows := newCompaction(s)
	all := crew.New(min(workers, s.buckets()))
	defer all.Stop()
	all.Run(func(int) { rows.work(g) })
	g.spare = c.words[edges : len(c.bucket)*c.stride/4]
	return g
}
