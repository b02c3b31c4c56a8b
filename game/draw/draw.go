// Package draw makes pictures of small boards, as SVG or as DOT for Graphviz.
//
//	draw.go      A Picture says what there is to see. It does not know the games.
//	addsub.go    makes Pictures of positions of the add-subtract game,
//	election.go  and of Election Promises. Both say moves in words.
//
//	layout.go    gives each vertex a place. Rows are levels: leaves are at the bottom,
//	             and a vertex is as high as its longest path to a leaf. An edge over
//	             several rows is cut into pieces by bends.
//	order.go     orders the rows so that few edges cross.
//	place.go     moves the vertices of a row close to those that they lead to.
//	svg.go       writes the picture, style.css has its colors,
//	dot.go       or leaves the layout to Graphviz.
//
// The same picture is written byte for byte on every machine.
package draw

import "mexlab/game"

// Limit bounds the boards that a picture can show.
func Limit() game.Limit { return game.Limit{Vertices: 200, Edges: 1000, For: "a picture"} }

// A Picture is a directed graph without cycles and what to write on it.
type Picture struct {
	Title    string // a sentence or two above the picture
	Note     string // smaller, below Title
	Vertices []Vertex
	Edges    []Edge // each once
	Legend   Legend
	Width    float64 // the least width of the SVG in pixels; 0 means 480
}

// A Vertex is a circle with texts in it and up to two tags beside it. Texts may be
// empty.
type Vertex struct {
	Name  string // in the circle
	Below string // in the circle, below Name
	Value string // the upper tag
	Plain bool   // the upper tag is gray
	Stock string // the lower tag
	Words string // the whole in words, for tooltips and screen readers
	Moves bool   // the marked move is from here

	// Choice is whether a page lets people choose the vertex, and Chosen whether they
	// have. The place in Picture.Vertices is the attribute data-vertex.
	Choice, Chosen bool
}

// An Edge leads from a vertex to another, by their places in Picture.Vertices.
type Edge struct {
	From, To int
	Moves    bool   // the marked move goes along it
	Label    string // on an edge with Moves
}

// A Legend says what the parts of a vertex are.
type Legend struct{ Circle, Value, Stock, Move string }

// edges returns the edges of n vertices, each once, in order.
func edges(n int, succ func(u int) []uint32) []Edge {
	var all []Edge
	for u := range n {
		seen := map[uint32]bool{}
		for _, v := range succ(u) {
			if !seen[v] {
				all = append(all, Edge{From: u, To: int(v)})
			}
			seen[v] = true
		}
	}
	return all
}

// Mark marks the edge between two vertices as one that the move goes along.
func (p *Picture) Mark(from, to int, label string) {
	for i := range p.Edges {
		if e := &p.Edges[i]; e.From == from && e.To == to {
			e.Moves, e.Label = true, label
		}
	}
}
