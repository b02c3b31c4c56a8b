package game

import "mexlab/game/text"

// A Limit bounds the graphs that a caller takes.
type Limit struct {
	Vertices, Edges uint64
	For             string // the purpose, for the error: "a picture"
}

// Check refuses a graph of n vertices and m edges that is too large. The error is
// about the last number read from r.
func (l Limit) Check(r *text.Reader, n, m uint64) error {
	if n <= l.Vertices && m <= l.Edges {
		return nil
	}
	return r.Errorf("expected at most %d vertices and %d edges for %s, found %d and %d", l.Vertices, l.Edges, l.For, n, m)
}
