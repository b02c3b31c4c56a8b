package text

import "sync"

// A sharing is the text of edges that is read by several workers at once. Each
// takes a block of the text in its turn and makes numbers of its tokens; only
// then does it wait to hear from the block before where it stands among the
// edges. Its piece of the edges goes to inTurn, before the next block may go
// on, and then to atOnce. One of them is nil.
type sharing struct {
	inTurn, atOnce func(piece int, src, dst []uint32) error

	r  *Reader
	m  uint64 // edges
	vs Vertices
	at stand // while no block is being read

	mu   sync.Mutex // for r and all below
	left uint64     // tokens of edges that are sure not to be in a block that is taken
	last chan stand // what the block that was taken last tells
	over bool       // no more blocks are to be taken
	err  error      // of atOnce
}

// A stand is what is known once the text before some place is read.
type stand struct {
	tokens uint64 // of edges, that are before it
	begun  uint32 // the start of the edge whose end comes next, if one does
	pieces int
	pos    Pos
	err    error // why what comes after it is not read
}

// edges reads m edges of r.
func (s *sharing) edges(r *Reader, m uint64, vs Vertices, workers int) error {
	if err := r.checkEdgeCount(m, vs, 0, 0); err != nil {
		return err
	}
	s.r, s.m, s.vs, s.left = r, m, vs, 2*m
	for m > pieceSize && s.share(workers) {
	}
	if s.at.err != nil {
		return s.at.err
	}
	return s.rest()
}

// share has workers read blocks for as long as each is sure to be followed by
// another token of an edge. It reports whether they read any, and no error.
func (s *sharing) share(workers int) bool {
	r, before := s.r, s.at.tokens
	if r.next > 0 {
		_, r.pos = r.place(r.next)
	}
	r.hold(0, 0)
	r.shift()
	s.at.pos = r.before
	s.last = make(chan stand, 1)
	s.last <- s.at

	var all sync.WaitGroup
	size := len(r.buf) // which changes hands soon
	for range workers - 1 {
		all.Go(func() { s.work(newBlock(size)) })
	}
	s.work(newBlock(size))
	all.Wait()

	s.at = <-s.last
	r.before, r.known.pos = s.at.pos, s.at.pos
	if s.err != nil {
		s.at.err = s.err
	}
	return s.at.err == nil && s.at.tokens > before
}

// work reads one block after another in b.
func (s *sharing) work(b *block) {
	for s.take(b) {
		b.read()
		at := <-b.prev
		piece := at.pieces
		if at.err == nil {
			at = s.settle(b, at)
		}
		b.next <- at
		s.give(b, at.err != nil)
		if s.atOnce == nil || at.pieces == piece {
			continue
		}
		if err := s.atOnce(piece, b.src, b.dst); err != nil {
			s.fail(err)
		}
	}
}

// fail has all end with an error of atOnce.
func (s *sharing) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over, s.err = true, err
}

// take makes b the next block of the text, up to the last white space that is
// in the buffer and before the last token of an edge. It reports whether there
// is such a block.
func (s *sharing) take(b *block) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.r
	most := uint64(len(r.buf))
	if s.left <= tokensIn(most) {
		most = 2*max(s.left, 2) - 4 // of which tokensIn is less than left
	}
	if s.over || most < leastBlock {
		return false
	}
	for r.end < len(r.buf) && r.err == nil {
		r.load()
	}
	cut := min(r.end, int(most))
	for cut > 0 && !isSpace(r.buf[cut-1]) {
		cut--
	}
	if cut == 0 {
		s.over = true
		return false
	}
	// The block has the buffer, and the reader the block's with what is left.
	text := r.buf
	r.buf, b.text = b.buf, text[:cut]
	r.end = copy(r.buf, text[cut:r.end])
	b.buf = text
	r.dropped += int64(cut)
	s.left -= tokensIn(uint64(cut))
	b.prev, s.last = s.last, make(chan stand, 1)
	b.next = s.last
	return true
}

// give gives back what take took too much for a block. When that was the last
// one, no more are taken.
func (s *sharing) give(b *block, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left += tokensIn(uint64(len(b.text))) - uint64(len(b.tokens))
	s.over = s.over || last
}

// settle puts the edges of a block that stands at at into b.src and b.dst,
// hands them to inTurn, and returns where the next block stands.
func (s *sharing) settle(b *block, at stand) stand {
	bad := b.edges(s.vs, at)
	if s.inTurn != nil {
		at.err = s.inTurn(at.pieces, b.src, b.dst)
	}
	if at.err == nil && (bad < len(b.tokens) || b.cut) {
		at.err = b.locate(bad, at, s.m, s.vs)
	}
	if n := at.tokens + uint64(len(b.tokens)); n%2 == 1 && at.err == nil && len(b.tokens) > 0 {
		at.begun = s.vs.Base + uint32(b.tokens[len(b.tokens)-1]-s.vs.First)
	}
	at.tokens += uint64(len(b.tokens))
	at.pieces++
	at.pos = at.pos.plus(b.extent)
	return at
}

// rest reads the edges that no block may have, one piece after another.
func (s *sharing) rest() error {
	use := s.inTurn
	if use == nil {
		use = s.atOnce
	}
	n := min(s.m, pieceSize)
	src, dst := make([]uint32, 0, n), make([]uint32, 0, n)
	done := s.at.tokens / 2
	if s.at.tokens%2 == 1 {
		v, err := s.r.Uint()
		if err == nil && v-s.vs.First >= s.vs.Count {
			err = s.r.Errorf("%d", v)
		}
		if err != nil {
			return expectedEnd(err, done, s.m, 1, s.vs)
		}
		src, dst = append(src, s.at.begun), append(dst, s.vs.Base+uint32(v-s.vs.First))
		done++
	}
	for piece := s.at.pieces; done < s.m || len(src) > 0; piece++ {
		until := min(s.m, done+uint64(cap(src)-len(src)))
		var bad error
		src, dst, bad = s.r.edges(done, until, s.m, s.vs, src, dst)
		if err := use(piece, src, dst); err != nil {
			return err
		}
		if bad != nil {
			return bad
		}
		done, src, dst = until, src[:0], dst[:0]
	}
	return nil
}
