package dag

import (
	"context"
	"math/bits"
	"sync/atomic"

	"mexlab/internal/crew"
	"mexlab/internal/hugepage"
)

// What is counted for the vertices of a large graph does not fit in a cache. So it
// is updated block by block: vertices are put into the bin of their block first,
// and then each block takes its updates within the nearest cache. This is
// propagation blocking (Beamer, Asanovic and Patterson, 2017).
const (
	blockShift = 15 // vertex v belongs to block v>>blockShift
	blockSize  = 1 << blockShift
	blockMask  = blockSize - 1

	// chunkSize is how many vertices a chunk of a bin holds. An odd number of
	// cache lines keeps chunks that fill alike from sharing the sets of a cache.
	chunkSize = 33 * 32
)

// blocksOf returns how many blocks n vertices have.
func blocksOf(n int) int { return (n + blockMask) >> blockShift }

// bins hold vertices, in a list of chunks for each block.
type bins struct {
	tails  []tail   // of each block
	places []uint16 // the low bits of the vertices; the high ones are the block's number
	before []uint32 // where the chunk before each one in its bin ends, or 0
	chunks int      // in use
}

// A tail is where the next vertex of a bin is put, and where its last chunk ends.
type tail struct{ at, end uint32 }

// newBins returns bins for that many vertices, however they are distributed.
func newBins(blocks, vertices int) *bins {
	chunks := blocks + vertices/chunkSize
	return &bins{
		tails:  make([]tail, blocks),
		places: hugepage.Make[uint16](chunks * chunkSize),
		before: make([]uint32, chunks),
	}
}

// add puts vertices into their bins. It returns those that found no room.
func (b *bins) add(vertices []uint32) (rest []uint32) {
	tails, places := b.tails, b.places
	for i, v := range vertices {
		t := &tails[v>>blockShift]
		if t.at == t.end && !b.extend(t) {
			return vertices[i:]
		}
		places[t.at] = uint16(v & blockMask)
		t.at++
	}
	return nil
}

// extend gives a full bin another chunk, if there is one.
func (b *bins) extend(t *tail) bool {
	if b.chunks == len(b.before) {
		return false
	}
	b.before[b.chunks] = t.end
	b.chunks++
	*t = tail{uint32(b.chunks-1) * chunkSize, uint32(b.chunks) * chunkSize}
	return true
}

// of appends the chunks of a block's bin.
func (b *bins) of(block int, chunks [][]uint16) [][]uint16 {
	for t := b.tails[block]; t.end > 0; {
		chunks = append(chunks, b.places[t.end-chunkSize:t.at])
		end := b.before[t.end/chunkSize-1]
		t = tail{end, end}
	}
	return chunks
}

func (b *bins) empty() {
	clear(b.tails)
	b.chunks = 0
}

// A blocker has workers that update vertices block by block.
type blocker struct {
	blocks  int
	crew    *crew.Crew
	workers []feed
}

// A feed is what one worker puts into its bins.
type feed struct {
	bins     *bins
	rest     []uint32   // vertices that found no room in the last round
	rows     []uint32   // vertices whose successors come next
	gathered []uint32   // successors of some vertices
	chunks   [][]uint16 // of all workers, of one block
}

// newBlocker starts workers whose bins have room for that many vertices a round.
func newBlocker(blocks, workers, round int) *blocker {
	b := &blocker{blocks: blocks, crew: crew.New(workers), workers: make([]feed, workers)}
	for i := range b.workers {
		b.workers[i].bins = newBins(blocks, round/workers)
	}
	return b
}

// update calls do with the vertices that next returns, sorted by their blocks:
// their low bits, chunk by chunk. No two calls for the same block run at the same
// time. next returns nothing when a worker has had everything.
//
// It goes in rounds. Each ends when the bins of some worker have no room left.
func (b *blocker) update(ctx context.Context, next func(f *feed) []uint32, do func(block int, chunks [][]uint16)) error {
	for more := true; more; {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		var full atomic.Bool
		b.crew.Run(func(worker int) {
			f := &b.workers[worker]
			for !full.Load() {
				if len(f.rest) == 0 {
					f.rest = next(f)
				}
				if len(f.rest) == 0 {
					return
				}
				if f.rest = f.bins.add(f.rest); len(f.rest) > 0 {
					full.Store(true)
				}
			}
		})
		b.each(func(worker, block int) {
			chunks := b.workers[worker].chunks[:0]
			for i := range b.workers {
				chunks = b.workers[i].bins.of(block, chunks)
			}
			b.workers[worker].chunks = chunks
			do(block, chunks)
		})
		for i := range b.workers {
			b.workers[i].bins.empty()
		}
		more = full.Load()
	}
	return nil
}

// successors returns successors of the first of the rows, which it takes away: of
// as many as fit together, or of one whose own are many.
func (f *feed) successors(g *Graph) []uint32 {
	const many = 1 << 12
	some := f.gathered[:0]
	for len(f.rows) > 0 {
		row := g.Succ(int(f.rows[0]))
		if len(some) > 0 && len(some)+len(row) > many {
			break
		}
		f.rows = f.rows[1:]
		if len(row) > many {
			return row
		}
		some = append(some, row...)
	}
	f.gathered = some
	return some
}

// list writes the marked vertices of a block, the first of which is first, to
// order and clears the marks.
func list(order []uint32, first int, marks *[blockSize / 64]uint64) {
	n := 0
	for i, set := range marks {
		for ; set != 0; set &= set - 1 {
			order[n] = uint32(first + 64*i + bits.TrailingZeros64(set))
			n++
		}
	}
	*marks = [blockSize / 64]uint64{}
}

// each calls do for each block, with the number of the worker that does it.
func (b *blocker) each(do func(worker, block int)) {
	var taken atomic.Int64
	b.crew.Run(func(worker int) {
		for block := int(taken.Add(1)) - 1; block < b.blocks; block = int(taken.Add(1)) - 1 {
			do(worker, block)
		}
	})
}
