package dag

import (
	"encoding/binary"
	"slices"
	"sync"
)

// A compaction turns the buckets of a Sorter into the rows of a graph. These
// become the front of the memory of the chunks, in the order of buckets, where
// at first chunks of any buckets are.
//
// Memory is divided into places for chunks. Workers take buckets in order. A
// worker sorts its bucket into memory of its own and gives the bucket's places
// back. Only then does it clear the places where the bucket's rows will be: the
// chunks of buckets that no worker has taken yet move to free places behind the
// rows of all taken buckets, and it waits for those of buckets that other
// workers are still reading.
//
// This always comes to an end: a worker that waits has given its places back,
// and one that reads does not wait, so it will give back its own. And once the
// taken buckets are all read, there are places enough. Say they had a chunks.
// Their rows take 4 bytes an edge where chunks take 5 or more, so they reach
// into at most a places, however it is rounded. All other places, as many as
// there are chunks in other buckets, are behind them.
type compaction struct {
	*chunks
	n, shift int      // of the Sorter
	order    []uint32 // chunks in the order of their buckets
	start    []int    // the chunks of bucket b are order[start[b]:start[b+1]]
	first    []int    // its rows are numbers first[b] to first[b+1] of the memory

	mu    sync.Mutex
	freed sync.Cond // a bucket was read
	place []int32   // of each chunk
	chunk []int32   // at each place, or nothing
	free  []int32   // places that have nothing; those before front do not count
	taken int       // buckets
	front int       // the rows of taken buckets are before this place
}

const nothing = -1

func newCompaction(s *Sorter) *compaction {
	buckets, chunks := s.buckets(), len(s.chunks.bucket)
	c := &compaction{
		chunks: s.chunks,
		n:      s.n,
		shift:  s.shift,
		order:  make([]uint32, chunks),
		start:  make([]int, buckets+1),
		first:  make([]int, buckets+1),
		place:  make([]int32, chunks),
		chunk:  make([]int32, chunks),
	}
	c.freed.L = &c.mu
	for i, b := range c.bucket {
		c.start[b+1]++
		c.first[b+1] += int(c.used[i]) / c.width
		c.place[i], c.chunk[i] = int32(i), int32(i)
	}
	for b := range buckets {
		c.start[b+1] += c.start[b]
		c.first[b+1] += c.first[b]
	}
	next := slices.Clone(c.start)
	for i, b := range c.bucket {
		c.order[next[b]] = uint32(i)
		next[b]++
	}
	return c
}

// work turns one bucket after another into rows of g.
func (c *compaction) work(g *Graph) {
	var counts [1 << startBits]uint32 // by the low bits of a start
	var ends []uint32
	for b, ok := c.take(); ok; b, ok = c.take() {
		// Of a start, a chunk has the low 15 bits.
		u := b << c.shift
		off := g.off[1+u : min(1+u+1<<c.shift, 1+c.n)]
		next := counts[u&startMask:][:len(off)]
		clear(next)
		c.count(b, &counts)
		startRows(next)
		edges := c.first[b+1] - c.first[b]
		ends = slices.Grow(ends[:0], edges)[:edges]
		c.sort(b, &counts, ends)
		c.release(b)
		for i, end := range next {
			off[i] = uint32(c.first[b]) + end
		}
		c.clear(b)
		copy(g.to[c.first[b]:], ends)
	}
}

// count counts the edges of each start in bucket b.
func (c *compaction) count(b int, counts *[1 << startBits]uint32) {
	for _, chunk := range c.order[c.start[b]:c.start[b+1]] {
		bytes, width := c.bytes(chunk), c.width
		for at := 0; at+8 <= len(bytes); at += width {
			counts[binary.LittleEndian.Uint16(bytes[at:])&startMask]++
		}
	}
}

// sort puts the ends of the edges of bucket b into rows, which begin at next.
// It leaves in next where they end.
func (c *compaction) sort(b int, next *[1 << startBits]uint32, ends []uint32) {
	mask := uint32(1<<(8*c.width-startBits) - 1) // of an end
	for _, chunk := range c.order[c.start[b]:c.start[b+1]] {
		bytes, width := c.bytes(chunk), c.width
		for i := 0; i+8 <= len(bytes); i += width {
			edge := binary.LittleEndian.Uint64(bytes[i : i+8])
			at := next[edge&startMask]
			next[edge&startMask] = at + 1
			ends[at] = uint32(edge>>startBits) & mask
		}
	}
}

// bytes returns the edges in a chunk, and what is written of the last one beyond it.
func (c *compaction) bytes(chunk uint32) []byte {
	return c.memory[int(c.place[chunk])*c.stride:][:int(c.used[chunk])+8-c.width]
}

// rows returns the places that the rows of bucket b reach into.
func (c *compaction) rows(b int) (from, to int) {
	return 4 * c.first[b] / c.stride, (4*c.first[b+1] + c.stride - 1) / c.stride
}

// take returns the next bucket.
func (c *compaction) take() (b int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b = c.taken
	if b == len(c.start)-1 {
		return 0, false
	}
	c.taken++
	_, c.front = c.rows(b)
	return b, true
}

// release gives back the places of bucket b.
func (c *compaction) release(b int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, chunk := range c.order[c.start[b]:c.start[b+1]] {
		c.chunk[c.place[chunk]] = nothing
		c.free = append(c.free, c.place[chunk])
	}
	c.freed.Broadcast()
}

// clear removes all chunks from the places of the rows of bucket b.
func (c *compaction) clear(b int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	from, to := c.rows(b)
	for p := from; p < to; {
		chunk := c.chunk[p]
		switch {
		case chunk == nothing:
			p++
		case int(c.bucket[chunk]) < c.taken || !c.move(uint32(chunk)):
			c.freed.Wait()
		}
	}
}

// move moves a chunk to a free place behind the rows of all taken buckets, if
// there is one.
func (c *compaction) move(chunk uint32) bool {
	for len(c.free) > 0 {
		to := c.free[len(c.free)-1]
		c.free = c.free[:len(c.free)-1]
		if int(to) < c.front {
			continue
		}
		bytes := c.bytes(chunk)
		copy(c.memory[int(to)*c.stride:], bytes)
		c.chunk[c.place[chunk]], c.chunk[to], c.place[chunk] = nothing, int32(chunk), to
		return true
	}
	return false
}
