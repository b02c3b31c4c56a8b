package addsub

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"mexlab/game"
	"mexlab/internal/hugepage"
	"mexlab/kernel"
	"mexlab/kernel/wide"
)

// maxWide is the largest nimber of a game, in bits. The complete graph that has it has
// 134 million edges.
const maxWide = 1 << 14

// A wideNimbers has the nimbers of a group in which some need more than 64 bits, by
// codes as in codes.go.
type wideNimbers struct {
	of     []uint32   // codes by vertex
	values []*big.Int // by code
	codes  map[string]uint32
}

func newWideNimbers(n int) *wideNimbers {
	w := &wideNimbers{of: hugepage.Make[uint32](n), values: make([]*big.Int, game.FirstOther), codes: map[string]uint32{}}
	for code := range w.values {
		w.values[code] = new(big.Int)
		if i := code - oneCode; i >= 0 {
			w.values[code].SetBit(w.values[code], i, 1)
		}
	}
	return w
}

// at returns the nimber of vertex v of the group, which must not be changed.
func (w *wideNimbers) at(v uint32) *big.Int { return w.values[w.of[v]] }

// xor returns the XOR of the nimbers of a set, as nimbers.xor does.
func (w *wideNimbers) xor(first uint32, set []uint64) *big.Int {
	x := new(big.Int)
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			x.Xor(x, w.at(first+uint32(i*64+bits.TrailingZeros64(word))))
		}
	}
	return x
}

// encode returns the code of a nimber, or gives it one.
func (w *wideNimbers) encode(x *big.Int) uint32 {
	n := x.BitLen()
	if n == 0 {
		return zeroCode
	}
	if n <= units && x.TrailingZeroBits() == uint(n-1) {
		return uint32(oneCode + n - 1)
	}
	key := string(x.Bytes())
	code, ok := w.codes[key]
	if !ok {
		code = uint32(len(w.values))
		w.values = append(w.values, x)
		w.codes[key] = code
	}
	return code
}

// vertex returns vertex u of h with its successors' nimbers, as words if all are.
func (w *wideNimbers) vertex(g *group, h *header, u uint32) *Vertex {
	v := &Vertex{Game: h.number, Vertex: u, K: g.k[h.first+u]}
	for _, to := range append(slices.Clone(g.graph.Succ(int(h.first+u))), h.first+u) {
		v.Wide = append(v.Wide, w.at(to))
	}
	if slices.ContainsFunc(v.Wide, func(x *big.Int) bool { return !x.IsUint64() }) {
		return v
	}
	for _, x := range v.Wide {
		v.Succ = append(v.Succ, x.Uint64())
	}
	last := len(v.Succ) - 1
	v.Wide, v.Succ, v.Nimber = nil, v.Succ[:last], v.Succ[last]
	return v
}

// solveWide is solveRows for a group with nimbers of more than 64 bits: one vertex
// after another, by big integers where words are not enough.
func (s *solver) solveWide(ctx context.Context, w *game.Work, g *group, e *game.Edges, o *game.OrderedGraph) (err error) {
	rows := &wideSolver{solver: s, g: g, wideNimbers: newWideNimbers(vertexCount(g, o))}
	if e != nil {
		err = game.StreamRows(ctx, w, e, rows.of, rows)
	} else {
		err = game.SolveRows(ctx, w, o, rows.of, rows)
	}
	if err == nil {
		g.wide = rows.wideNimbers
	}
	return err
}

// A wideSolver implements game.Rows.
type wideSolver struct {
	*solver
	*wideNimbers
	g   *group
	row []*big.Int
}

// EndRow solves the row at once.
func (s *wideSolver) EndRow(u uint32, seen uint64, others []uint32, _ []uint32) (uint32, error) {
	s.row = s.row[:0]
	if seen&(1<<oneCode-1) != 0 {
		s.row = append(s.row, s.values[zeroCode])
	}
	for units := seen >> oneCode; units != 0; units &= units - 1 {
		s.row = append(s.row, s.values[oneCode+bits.TrailingZeros64(units)])
	}
	for _, code := range others {
		s.row = append(s.row, s.values[code])
	}
	x, err := s.mex(s.g.kOf(u))
	most := maxWide
	if s.g.picks != nil {
		most = maxPick // so that the rank of no row is larger
	}
	if err == nil && x.BitLen() > most {
		err = fmt.Errorf("the nimber needs more than %d bits, the most for a game of %d vertices", most, len(s.of))
	}
	if err != nil {
		return 0, &game.VertexError{Vertex: u, Err: err}
	}
	return s.encode(x), nil
}

// mex returns the nimber of the row, by the kernel if it and all values are words.
func (s *wideSolver) mex(k uint64) (*big.Int, error) {
	b := &s.batch
	b.Reset()
	for _, v := range s.row {
		if !v.IsUint64() {
			return wide.Mex(&s.ws, s.row, k)
		}
		b.Succ = append(b.Succ, v.Uint64())
	}
	slices.Sort(b.Succ) // their order may depend on chance, and the work of a search on it
	b.Close(k)
	err := s.kernel.Mex(&s.ws, b)
	if errors.Is(err, kernel.ErrOverflow) {
		return wide.Mex(&s.ws, s.row, k)
	}
	if row, ok := errors.AsType[*kernel.RowError](err); ok {
		err = row.Err // there is one row only
	}
	return new(big.Int).SetUint64(b.Mex[0]), err
}

// Flush has nothing to do: no row waits.
func (s *wideSolver) Flush() error { return nil }

// pickWide is pick for a group with wide nimbers.
func (m *mover) pickWide(g *group, h *header, odd, positive []uint64) (uint32, error) {
	total, x := g.wide.xor(h.first, odd), new(big.Int)
	u := origin(h, positive, func(v uint32) bool { return x.Xor(g.wide.at(v), total).Cmp(g.wide.at(v)) < 0 })
	var succ []*big.Int
	for _, v := range m.row(g, h, u) {
		succ = append(succ, g.wide.at(v))
	}
	target := x.Xor(g.wide.at(h.first+u), total)
	if err := wide.Witness(&m.ws, succ, g.k[h.first+u], target, m.counts); err != nil {
		return 0, g.fail(h, err, "vertex %d: the move to nimber %d: %v", u, target, err)
	}
	return u, nil
}
