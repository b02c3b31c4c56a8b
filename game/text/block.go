package text

import "io"

// A block is a stretch of the text, whole tokens, and what a worker makes of it.
type block struct {
	buf, text  []byte   // text is the used part of buf
	ends       []uint64 // room for one end, then the tokens of the text
	tokens     int      // how many these are
	cut        bool     // a wrong token follows them
	extent     Pos
	src, dst   []uint32
	r          Reader // of text
	prev, next chan handoff
}

func newBlock(size int) *block {
	return &block{buf: make([]byte, size), r: Reader{ahead: make([]uint64, maxAhead), size: -1}}
}

// read makes numbers of the tokens, up to a wrong one.
func (b *block) read() {
	b.open(Pos{1, 1})
	b.ends = append(grow(b.ends[:0], len(b.text)/6), 0) // most texts have no more tokens
	for {
		values, err := b.r.Peek()
		if err != nil {
			break
		}
		b.ends = append(b.ends, values...)
		b.r.Discard(len(values))
	}
	b.tokens, b.cut, b.extent = len(b.ends)-1, b.r.pos < b.r.end, extent(b.text)
}

// open makes b.r a reader of the text, which starts at pos.
func (b *block) open(pos Pos) {
	b.r.buf, b.r.pos, b.r.end, b.r.tok, b.r.err = b.text, 0, len(b.text), 0, io.EOF
	b.r.setOrigin(pos)
	b.r.setAhead(0, 0)
}

// edges makes edges of the tokens, given what the block before hands over. It
// returns the index of the first token that is not a vertex, or their number.
func (b *block) edges(vs Vertices, h handoff) (bad int) {
	// If the block before ends in the middle of an edge, that edge comes first.
	b.ends[0] = h.open
	begun := int(h.tokens % 2)
	ends := b.ends[1-begun:]
	n := len(ends) / 2
	b.src, b.dst = grow(b.src[:0], n)[:n], grow(b.dst[:0], n)[:n]
	bad = vs.split(ends, b.src, b.dst)
	if bad == 2*n && len(ends) > 2*n && ends[2*n]-vs.First < vs.Count {
		bad++
	}
	b.src, b.dst = b.src[:bad/2], b.dst[:bad/2]
	return bad - begun
}

// locate returns the error that the token of that index is wrong.
func (b *block) locate(bad int, h handoff, m uint64, vs Vertices) error {
	b.open(h.pos)
	for range bad {
		b.r.Uint() // was read before without an error
	}
	_, err := b.r.vertex(h.tokens+uint64(bad), m, vs)
	return err
}
