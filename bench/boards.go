package bench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"

	"mexlab/game/text"
)

// A Board is one game of add-subtract: edge i goes from Src[i] to Dst[i],
// vertex u adds K[u] tokens a move, and Rounds holds positions of V tokens
// counts each.
type Board struct {
	V        int
	Src, Dst []uint32
	K        []uint64
	Rounds   [][]uint64
}

// A BoardSpec describes random boards. Edges are distinct, and vertices are
// numbered in no particular order.
type BoardSpec struct {
	Games     int
	V         int    // vertices a game
	E         int    // edges a game, or as many as MaxDegree leaves room for
	MaxDegree int    // the largest out-degree
	MaxK      uint64 // K is uniform in 0..MaxK
	Rounds    int    // positions a game
	MaxTokens uint64 // tokens are uniform in 0..MaxTokens
}

// Boards draws boards from rng: the same on every architecture for the same
// seed.
func (s BoardSpec) Boards(rng *rand.Rand) []Board {
	boards := make([]Board, s.Games)
	for i := range boards {
		boards[i] = s.board(rng)
	}
	return boards
}

func (s BoardSpec) board(rng *rand.Rand) Board {
	// Vertex u of the drawing has edges to later vertices only, so that there
	// is no cycle; name hides that order. A slot is room for one edge from u.
	name := rng.Perm(s.V)
	var slots []int
	for u := range s.V {
		for range min(s.MaxDegree, s.V-1-u) {
			slots = append(slots, u)
		}
	}
	rng.Shuffle(len(slots), func(i, j int) { slots[i], slots[j] = slots[j], slots[i] })
	slots = slots[:min(s.E, len(slots))]

	b := Board{V: s.V}
	taken := make([]map[int]bool, s.V)
	for _, u := range slots {
		if taken[u] == nil {
			taken[u] = map[int]bool{}
		}
		v := u + 1 + rng.IntN(s.V-1-u)
		for taken[u][v] {
			v = u + 1 + rng.IntN(s.V-1-u)
		}
		taken[u][v] = true
		b.Src = append(b.Src, uint32(name[u]))
		b.Dst = append(b.Dst, uint32(name[v]))
	}
	b.K = uniform(rng, s.V, s.MaxK)
	for range s.Rounds {
		b.Rounds = append(b.Rounds, uniform(rng, s.V, s.MaxTokens))
	}
	return b
}

// uniform draws n numbers from 0..most.
func uniform(rng *rand.Rand, n int, most uint64) []uint64 {
	xs := make([]uint64, n)
	for i := range xs {
		xs[i] = rng.Uint64N(most + 1)
	}
	return xs
}

// BoardText writes boards as the text that "mexlab solve" reads.
func BoardText(boards []Board) []byte {
	out := strconv.AppendInt(nil, int64(len(boards)), 10)
	out = append(out, '\n')
	for _, b := range boards {
		out = fmt.Appendf(out, "%d %d\n", b.V, len(b.Src))
		for i, u := range b.Src {
			out = fmt.Appendf(out, "%d %d\n", u, b.Dst[i])
		}
		out = appendLine(out, b.K)
		out = fmt.Appendf(out, "%d\n", len(b.Rounds))
		for _, tokens := range b.Rounds {
			out = appendLine(out, tokens)
		}
	}
	return out
}

// appendLine appends numbers with spaces between them and a newline.
func appendLine(out []byte, xs []uint64) []byte {
	for i, x := range xs {
		if i > 0 {
			out = append(out, ' ')
		}
		out = strconv.AppendUint(out, x, 10)
	}
	return append(out, '\n')
}

// parseBoards reads what BoardText writes. It is for text that is part of this
// package: it believes the counts.
func parseBoards(board []byte) ([]Board, error) {
	r := text.NewReader(bytes.NewReader(board))
	var firstErr error
	next := func() uint64 {
		x, err := r.Uint()
		if err != nil && firstErr == nil {
			firstErr = err
		}
		return x
	}
	row := func(n int) []uint64 {
		xs := make([]uint64, n)
		for i := range xs {
			xs[i] = next()
		}
		return xs
	}
	boards := make([]Board, next())
	for i := range boards {
		b := Board{V: int(next())}
		for range next() {
			b.Src = append(b.Src, uint32(next()))
			b.Dst = append(b.Dst, uint32(next()))
		}
		b.K = row(b.V)
		b.Rounds = make([][]uint64, next())
		for j := range b.Rounds {
			b.Rounds[j] = row(b.V)
		}
		boards[i] = b
	}
	return boards, firstErr
}
