package draw

import (
	"fmt"
	"slices"
	"strconv"

	"mexlab/game/election"
	"mexlab/internal/words"
)

// SolvedElection returns the picture of a position with who wins as its title, and
// the winning move.
func SolvedElection(b *election.Board) *Picture {
	move, wins := b.Move()
	p := Election(b, move)
	switch {
	case wins:
		p.Title = "WIN: " + ElectionMove(b, move) + "."
		p.Note = "After this move, the XOR of the heights is 0 on every level."
	case !slices.ContainsFunc(b.Heights(), func(h uint64) bool { return h > 0 }):
		p.Title = "LOSE: there is no move."
	default:
		p.Title = "LOSE: whatever the player to move does, the other one wins."
		p.Note = "The XOR of the heights is 0 on every level."
	}
	return p
}

// Election returns the picture of a position. It marks a move, the first change of
// which lowers a city, unless that is nil.
func Election(b *election.Board, move []election.Change) *Picture {
	heights, levels := b.Heights(), b.Levels()
	p := &Picture{
		Edges:  edges(len(heights), b.Succ),
		Legend: Legend{"a city", "its level: the least number that no successor has", "its height", ""},
	}
	for u, h := range heights {
		p.Vertices = append(p.Vertices, Vertex{
			Name: strconv.Itoa(u + 1), Value: strconv.FormatUint(uint64(levels[u]), 10), Plain: levels[u] == 0,
			Stock: strconv.FormatUint(h, 10),
			Words: fmt.Sprintf("city %d: height %d, level %d", u+1, h, levels[u]),
		})
	}
	for i, c := range move {
		p.Vertices[c.City].Stock = change(heights[c.City], c.Height)
		if i == 0 {
			p.Legend.Move = "the winning move"
			p.Vertices[c.City].Moves = true
		} else {
			p.Mark(move[0].City, c.City, "")
		}
	}
	return p
}

// ElectionMove says a move in words: "lower city 1 from 5 to 4, set city 2 to 7".
func ElectionMove(b *election.Board, move []election.Change) string {
	s := fmt.Sprintf("lower city %d from %d to %d", move[0].City+1, b.Heights()[move[0].City], move[0].Height)
	var sets []string
	for _, c := range move[1:] {
		sets = append(sets, fmt.Sprintf("city %d to %d", c.City+1, c.Height))
	}
	if len(sets) > 0 {
		s += ", set " + words.List(sets)
	}
	return s
}
