package text

// pieceSize is how many edges a piece has at most: 64 KiB of them.
const pieceSize = 1 << 13

// EdgePieces reads m edges as Edges does and hands them to use in pieces, in
// order, so that they are never in memory together. use must not keep the
// slices; its error ends the reading. With a helper, the text of later pieces
// is read while use works on one, in another goroutine; it has ended when
// EdgePieces returns.
func (r *Reader) EdgePieces(m uint64, vs Vertices, helper bool, use func(src, dst []uint32) error) error {
	if err := r.checkEdgeCount(m, vs, 0, 0); err != nil {
		return err
	}
	if !helper || m <= pieceSize {
		p := newPiece(m)
		for done := uint64(0); done < m; {
			done = r.piece(p, done, m, vs)
			if err := p.give(use); err != nil {
				return err
			}
		}
		return nil
	}
	const pieces = 4
	free, full := make(chan *piece, pieces), make(chan *piece, pieces)
	for range pieces {
		free <- newPiece(m)
	}
	go func() {
		defer close(full)
		for done := uint64(0); done < m; {
			p, more := <-free
			if !more {
				return
			}
			done = r.piece(p, done, m, vs)
			full <- p
			if p.err != nil {
				return
			}
		}
	}()
	var err error
	for p := range full {
		if err == nil {
			if err = p.give(use); err != nil {
				close(free)
			} else {
				free <- p
			}
		}
	}
	return err
}

// A piece is edges that were read, and why there are no more.
type piece struct {
	src, dst []uint32
	err      error
}

// give hands the edges to use.
func (p *piece) give(use func(src, dst []uint32) error) error {
	if err := use(p.src, p.dst); err != nil {
		return err
	}
	return p.err
}

func newPiece(m uint64) *piece {
	n := min(m, pieceSize)
	return &piece{src: make([]uint32, 0, n), dst: make([]uint32, 0, n)}
}

// piece reads edges done+1 to m, as many as fit, and returns how many are done.
func (r *Reader) piece(p *piece, done, m uint64, vs Vertices) uint64 {
	until := min(m, done+pieceSize)
	p.src, p.dst, p.err = r.edges(done, until, m, vs, p.src[:0], p.dst[:0])
	return until
}
