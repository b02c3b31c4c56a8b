package text

import (
	"bytes"
	"sync"

	"mexlab/internal/crew"
)

const (
	// pieceSize is the largest number of edges in a piece that is not made from
	// a block: 64 KiB of them.
	pieceSize = 1 << 13
	// minBlock is in bytes. Less text is not worth sharing.
	minBlock = 1 << 7
)

// EdgesInOrder reads m edges as Edges does and hands them to use in pieces, in
// order, so that they are never in memory together. use must not keep the
// slices; its error ends the reading. With several workers, other goroutines
// read the text of later pieces while use works on one. They have ended when
// EdgesInOrder returns.
func (r *Reader) EdgesInOrder(m uint64, vs Vertices, workers int, use func(src, dst []uint32) error) error {
	s := sharedEdges{r: r, m: m, vs: vs, inOrder: true, use: func(_ int, src, dst []uint32) error { return use(src, dst) }}
	return s.read(workers)
}

// EdgesInParallel reads m edges as EdgesInOrder does, but each worker hands its
// pieces to use itself. Pieces of different workers, which are numbered from 0,
// come at the same time and in any order.
func (r *Reader) EdgesInParallel(m uint64, vs Vertices, workers int, use func(worker int, src, dst []uint32) error) error {
	s := sharedEdges{r: r, m: m, vs: vs, use: use}
	return s.read(workers)
}

// sharedEdges is the text of edges while several workers read it. A worker takes
// the next block of the text and makes numbers of its tokens. Only then does it
// wait for what the block before hands over, which tells where the block stands
// among the edges. If pieces are used in order, the worker uses its own piece
// before it hands over to the next block, otherwise after that.
type sharedEdges struct {
	use     func(worker int, src, dst []uint32) error
	inOrder bool

	r  *Reader
	m  uint64 // edges
	vs Vertices
	at handoff // while no block is being read

	mu   sync.Mutex   // for r and all below
	left uint64       // ends of edges that are certainly not in any block taken so far
	last chan handoff // from the block that was taken last
	over bool         // no more blocks are to be taken
	err  error        // of use, if not in order
}

// A handoff is what is known once the text before some place is read.
type handoff struct {
	tokens uint64 // how many ends of edges are before it
	open   uint64 // the last of them, the start of an edge if tokens is odd
	pos    Pos
	err    error // why nothing after it is read
}

// maxTokens is how many tokens n bytes can hold.
func maxTokens(n uint64) uint64 { return (n + 1) / 2 }

func (s *sharedEdges) read(workers int) error {
	if err := s.r.checkEdgeCount(s.m, s.vs, 0, 0); err != nil {
		return err
	}
	s.left = 2 * s.m
	for s.m > pieceSize && s.readBlocks(workers) {
	}
	if s.at.err != nil {
		return s.at.err
	}
	return s.readRest()
}

// readBlocks has workers read blocks, as long as at least one end of an edge
// certainly follows each block. It reports whether they read any ends and hit no
// error.
func (s *sharedEdges) readBlocks(workers int) bool {
	r, before := s.r, s.at.tokens
	r.pos = r.consumed()
	r.setAhead(0, 0)
	r.compact()
	s.at.pos = r.origin
	s.last = make(chan handoff, 1)
	s.last <- s.at

	var all sync.WaitGroup
	size := len(r.buf) // blocks swap buffers with r
	for i := 1; i < workers; i++ {
		all.Go(func() { s.work(i, newBlock(size)) })
	}
	s.work(0, newBlock(size))
	all.Wait()

	s.at = <-s.last
	r.setOrigin(s.at.pos)
	if s.err != nil {
		s.at.err = s.err
	}
	return s.at.err == nil && s.at.tokens > before
}

// work reads one block after another in b.
func (s *sharedEdges) work(worker int, b *block) {
	for s.take(b) {
		b.read()
		h, _ := crew.Receive(b.prev) // to be woken would take longer than most blocks
		usable := h.err == nil
		if usable {
			h = s.finish(b, h)
		}
		b.next <- h
		s.giveBack(b, h.err != nil)
		if usable && !s.inOrder {
			if err := s.use(worker, b.src, b.dst); err != nil {
				s.mu.Lock()
				s.over, s.err = true, err
				s.mu.Unlock()
			}
		}
	}
}

// take makes b the next block of the text. It ends at the last white space in
// the buffer, before the last end of an edge, and at the end of a line if the
// Reader reads line by line. take reports whether there is such a block.
func (s *sharedEdges) take(b *block) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.r
	limit := uint64(len(r.buf))
	if s.left <= maxTokens(limit) {
		limit = 2*max(s.left, 2) - 4 // whose maxTokens is below left
	}
	if s.over || limit < minBlock {
		return false
	}
	for r.end < len(r.buf) && r.err == nil {
		r.load()
	}
	cut := min(r.end, int(limit))
	if r.lines != nil {
		if feed := bytes.IndexByte(r.buf[:cut], '\n'); feed >= 0 {
			cut, s.over = feed, true // what follows is not of this line
		}
	}
	for cut > 0 && !isSpace(r.buf[cut-1]) {
		cut--
	}
	if cut == 0 {
		s.over = true
		return false
	}
	// The block gets the buffer, and the reader the block's, with the rest of
	// the text.
	text := r.buf
	r.buf, b.text = b.buf, text[:cut]
	r.end = copy(r.buf, text[cut:r.end])
	b.buf = text
	r.dropped += int64(cut)
	s.left -= maxTokens(uint64(cut))
	b.prev, s.last = s.last, make(chan handoff, 1)
	b.next = s.last
	return true
}

// giveBack returns the ends that take reserved for the block and that it does
// not have. After the last block, no more are taken.
func (s *sharedEdges) giveBack(b *block, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left += maxTokens(uint64(len(b.text))) - uint64(b.tokens)
	s.over = s.over || last
}

// finish makes the edges of a block and uses them if that is done in order. It
// returns what the block hands over.
func (s *sharedEdges) finish(b *block, h handoff) handoff {
	bad := b.edges(s.vs, h)
	if s.inOrder {
		h.err = s.use(0, b.src, b.dst)
	}
	if h.err == nil && (bad < b.tokens || b.cut) {
		h.err = b.locate(bad, h, s.m, s.vs)
	}
	h.tokens += uint64(b.tokens)
	h.open = b.ends[b.tokens]
	h.pos = h.pos.plus(b.extent)
	return h
}

// readRest reads the edges that no block may have, one piece after another.
func (s *sharedEdges) readRest() error {
	n := min(s.m, pieceSize)
	src, dst := make([]uint32, 0, n), make([]uint32, 0, n)
	done := s.at.tokens / 2
	if s.at.tokens%2 == 1 {
		v, err := s.r.vertex(s.at.tokens, s.m, s.vs)
		if err != nil {
			return err
		}
		src, dst = append(src, s.vs.Base+uint32(s.at.open-s.vs.First)), append(dst, v)
		done++
	}
	for done < s.m || len(src) > 0 {
		until := min(s.m, done+uint64(cap(src)-len(src)))
		var bad error
		src, dst, bad = s.r.edges(done, until, s.m, s.vs, src, dst)
		if err := s.use(0, src, dst); err != nil {
			return err
		}
		if bad != nil {
			return bad
		}
		done, src, dst = until, src[:0], dst[:0]
	}
	return nil
}
