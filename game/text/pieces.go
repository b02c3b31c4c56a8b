package text

// EdgesInOrder reads m edges as Edges does and hands them to use in pieces, in
// order, so that they are never in memory together. use must not keep the
// slices; its error ends the reading. With several workers, the text of later
// pieces is read while use works on one, in other goroutines; these have ended
// when EdgesInOrder returns.
func (r *Reader) EdgesInOrder(m uint64, vs Vertices, workers int, use func(src, dst []uint32) error) error {
	s := sharing{inTurn: func(_ int, src, dst []uint32) error { return use(src, dst) }}
	return s.edges(r, m, vs, workers)
}

// EdgesInParallel reads m edges as EdgesInOrder does and hands the pieces to use in
// as many goroutines as there are workers, several at the same time. Pieces are
// numbered in the order of the text, and used in any.
func (r *Reader) EdgesInParallel(m uint64, vs Vertices, workers int, use func(piece int, src, dst []uint32) error) error {
	s := sharing{atOnce: use}
	return s.edges(r, m, vs, workers)
}
