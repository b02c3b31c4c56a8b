package text

import "io"

const (
	// pieceSize is how many edges a piece has at most that is not a block's:
	// 64 KiB of them.
	pieceSize = 1 << 13
	// leastBlock is in bytes. Less text is not worth sharing.
	leastBlock = 1 << 7
)

// A block is a stretch of text, of whole tokens, and what a worker makes of it.
type block struct {
	buf, text  []byte // text is what is used of buf
	tokens     []uint64
	cut        bool // text has more tokens, the first of which is a wrong one
	extent     Pos
	src, dst   []uint32
	r          Reader // of text
	prev, next chan stand
}

func newBlock(size int) *block {
	return &block{buf: make([]byte, size), r: Reader{ahead: make([]uint64, aheadMost), size: -1}}
}

// tokensIn is how many tokens n bytes have at most.
func tokensIn(n uint64) uint64 { return (n + 1) / 2 }

// read makes numbers of the tokens, up to one that is wrong.
func (b *block) read() {
	b.open(Pos{1, 1})
	b.tokens = grow(b.tokens[:0], len(b.text)/6) // more would be few digits each
	for {
		values, err := b.r.some(uint64(len(b.text)))
		if err != nil {
			break
		}
		b.tokens = append(b.tokens, values...)
		b.r.take(len(values))
	}
	b.cut = b.r.pos < b.r.end
	b.extent = extent(b.text)
}

// open makes b.r a reader of the text, which stands at pos.
func (b *block) open(pos Pos) {
	b.r.buf, b.r.pos, b.r.end, b.r.tok, b.r.err = b.text, 0, len(b.text), 0, io.EOF
	b.r.before, b.r.known.at, b.r.known.pos = pos, 0, pos
	b.r.hold(0, 0)
}

// edges makes edges of the tokens, which stand at at. It returns the index of
// the first that is no vertex, or their number.
func (b *block) edges(vs Vertices, at stand) (bad int) {
	tokens := b.tokens
	b.src, b.dst = grow(b.src[:0], len(tokens)/2+1), grow(b.dst[:0], len(tokens)/2+1)
	odd := int(at.tokens % 2)
	if odd == 1 && len(tokens) > 0 {
		v := tokens[0] - vs.First
		if v >= vs.Count {
			return 0
		}
		b.src, b.dst = append(b.src, at.begun), append(b.dst, vs.Base+uint32(v))
		tokens = tokens[1:]
	}
	from, n := len(b.src), len(tokens)/2
	b.src, b.dst = b.src[:from+n], b.dst[:from+n]
	if bad = vs.split(tokens, b.src[from:], b.dst[from:]); bad < 2*n {
		b.src, b.dst = b.src[:from+bad/2], b.dst[:from+bad/2]
		return from + bad
	}
	if len(tokens) > 2*n && tokens[2*n]-vs.First >= vs.Count {
		return from + 2*n
	}
	return len(b.tokens)
}

// locate returns the error that the token of that index is wrong.
func (b *block) locate(bad int, at stand, m uint64, vs Vertices) error {
	b.open(at.pos)
	for range bad {
		b.r.Uint() // was read before
	}
	v, err := b.r.Uint()
	if err == nil {
		err = b.r.Errorf("%d", v)
	}
	place := at.tokens + uint64(bad)
	return expectedEnd(err, place/2, m, int(place%2), vs)
}
