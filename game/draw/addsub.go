package draw

import (
	"fmt"
	"slices"
	"strconv"

	"mexlab/game/addsub"
	"mexlab/internal/words"
)

// SolvedAddSub returns the picture of a position, tokens by vertex, with who wins
// as its title, and the winning move. round is its name in the title. The error says
// that finding the move takes more than the board's budget.
func SolvedAddSub(b *addsub.Board, round string, tokens []uint64) (*Picture, error) {
	move, wins, err := b.Move(tokens)
	if err != nil {
		return nil, err
	}
	if wins {
		p := AddSub(b, tokens, &move)
		p.Title = round + " is WINNING: " + AddSubMove(&move) + "."
		p.Note = fmt.Sprintf("Every token is worth the nimber of its vertex. Their XOR is %d, and this move makes it 0.", addSubXOR(b, tokens))
		return p, nil
	}
	p := AddSub(b, tokens, nil)
	p.Title = round + " is LOSING: whatever the player to move does, the other one wins."
	if !slices.ContainsFunc(p.Edges, func(e Edge) bool { return tokens[e.From] > 0 }) {
		p.Title = round + " is LOSING: there is no move."
	}
	p.Note = "Every token is worth the nimber of its vertex. Their XOR is 0."
	return p, nil
}

// addSubXOR returns the nimber of a position.
func addSubXOR(b *addsub.Board, tokens []uint64) (x uint64) {
	for v, nimber := range b.Nimbers() {
		x ^= nimber * (tokens[v] & 1)
	}
	return x
}

// AddSub returns the picture of a position, tokens by vertex, with a move marked
// unless it is nil.
func AddSub(b *addsub.Board, tokens []uint64, move *addsub.Move) *Picture {
	p := &Picture{
		Edges:  edges(len(tokens), b.Succ),
		Legend: Legend{"a vertex: its number, and how many tokens a move from there adds (K)", "nimber of the vertex", "tokens on it", ""},
	}
	k := b.K()
	for v, nimber := range b.Nimbers() {
		d := Vertex{
			Name: strconv.Itoa(v), Below: "K " + strconv.FormatUint(k[v], 10),
			Value: strconv.FormatUint(nimber, 10), Plain: nimber == 0,
			Words: fmt.Sprintf("vertex %d: K %d, nimber %d, %s", v, k[v], nimber, count(tokens[v], "token")),
		}
		if len(b.Succ(v)) == 0 {
			d.Below = "leaf" // its K is never used
		}
		if tokens[v] > 0 {
			d.Stock = strconv.FormatUint(tokens[v], 10)
		}
		p.Vertices = append(p.Vertices, d)
	}
	if move == nil {
		return p
	}
	p.Legend.Move = "the winning move"
	p.Vertices[move.From].Moves = true
	p.Vertices[move.From].Stock = change(tokens[move.From], tokens[move.From]-1)
	for _, g := range move.To {
		p.Vertices[g.Vertex].Stock = change(tokens[g.Vertex], tokens[g.Vertex]+g.Count)
		p.Mark(move.From, g.Vertex, "+"+strconv.FormatUint(g.Count, 10))
	}
	return p
}

// AddSubMove says a move in words: "take a token from vertex 2, put 1 on vertex 1".
func AddSubMove(m *addsub.Move) string {
	var puts []string
	for _, g := range m.To {
		puts = append(puts, fmt.Sprintf("%d on vertex %d", g.Count, g.Vertex))
	}
	s := fmt.Sprintf("take a token from vertex %d", m.From)
	if len(puts) > 0 {
		s += ", put " + words.List(puts)
	}
	return s
}

func change(before, after uint64) string { return fmt.Sprintf("%d → %d", before, after) }

func count(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
