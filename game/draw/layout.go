package draw

import "math"

// Sizes in pixels.
const (
	radius  = 24
	rowStep = 116 // from row to row
	tagGap  = 3   // from a circle to its tags
	tagSize = 18  // the height of a tag
	margin  = 22
	digit   = 7 // the width of a character in a tag
)

// A layout says where everything is.
type layout struct {
	nodes         []node // vertices, in order, then bends
	rows          [][]int
	paths         [][]int // the nodes of each edge, both ends included
	width, height float64 // of the graph with a margin
}

// A node is a vertex or a bend, where an edge passes through a row.
type node struct {
	row         int
	place       int // in the row
	x, y        float64
	left, right float64 // how far it extends from x; 0 for a bend
	up, down    []int   // the nodes that edges come from, and lead to
}

func (n *node) isBend() bool { return n.left == 0 }

// arrange lays out a picture.
func (p *Picture) arrange() *layout {
	l := &layout{nodes: make([]node, len(p.Vertices))}
	level := p.Levels()
	top := 0
	for v := range p.Vertices {
		top = max(top, level[v])
	}
	l.rows = make([][]int, top+1)
	for v := range p.Vertices {
		d := &p.Vertices[v]
		l.nodes[v] = node{left: radius, right: radius}
		if w := max(tagWidth(d.Value), tagWidth(d.Stock)); w > 0 {
			l.nodes[v].right += tagGap + w
		}
		l.insert(v, top-level[v])
	}
	for _, e := range p.Edges {
		l.connect(e.From, e.To)
	}
	l.order()
	l.place()
	l.height = 2*margin + 2*radius + float64(top*rowStep)
	return l
}

// Levels returns the level of each vertex: the length of its longest path. (Those of
// package dag are any that edges lead down.)
func (p *Picture) Levels() []int {
	n := len(p.Vertices)
	level, waits := make([]int, n), make([]int, n) // for how many successors
	pred := make([][]int, n)
	for _, e := range p.Edges {
		waits[e.From]++
		pred[e.To] = append(pred[e.To], e.From)
	}
	var ready []int
	for v, w := range waits {
		if w == 0 {
			ready = append(ready, v)
		}
	}
	for i := 0; i < len(ready); i++ {
		v := ready[i]
		for _, u := range pred[v] {
			level[u] = max(level[u], level[v]+1)
			if waits[u]--; waits[u] == 0 {
				ready = append(ready, u)
			}
		}
	}
	if len(ready) < n {
		panic("draw: the graph has a cycle") // a solved board has none
	}
	return level
}

// tagWidth returns the width of a tag with the given text, 0 without a text.
func tagWidth(text string) float64 {
	if text == "" {
		return 0
	}
	return float64(digit*len([]rune(text)) + 12)
}

// insert puts a node at the end of a row.
func (l *layout) insert(n, row int) {
	l.nodes[n].row, l.nodes[n].place = row, len(l.rows[row])
	l.nodes[n].y = margin + radius + float64(row*rowStep)
	l.rows[row] = append(l.rows[row], n)
}

// connect makes the path of an edge, with a bend in each row that it passes.
func (l *layout) connect(from, to int) {
	path := []int{from}
	for row := l.nodes[from].row + 1; row < l.nodes[to].row; row++ {
		l.nodes = append(l.nodes, node{})
		l.insert(len(l.nodes)-1, row)
		path = append(path, len(l.nodes)-1)
	}
	path = append(path, to)
	for i, n := range path[1:] {
		l.nodes[path[i]].down = append(l.nodes[path[i]].down, n)
		l.nodes[n].up = append(l.nodes[n].up, path[i])
	}
	l.paths = append(l.paths, path)
}

// A point is where an edge leaves a circle, or enters one.
type point struct{ x, y float64 }

// port returns the point on the circle of n for its edge to another node. The
// edges in all, which are neighbors in the row above or below, are spread by their order.
func (l *layout) port(n, other int, all []int, side float64) point {
	const apart, most = 7, 16
	before, after := 0, 0
	for _, o := range all {
		if l.nodes[o].place < l.nodes[other].place {
			before++
		} else if o != other {
			after++
		}
	}
	step := min(apart, 2*most/float64(max(1, before+after)))
	dx := math.Round(float64(step * float64(before-after) / 2))
	v := &l.nodes[n]
	return point{v.x + dx, v.y + side*math.Round(math.Sqrt(radius*radius-float64(dx*dx)))}
}
