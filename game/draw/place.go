package draw

import "math"

// place sets x of every node. Each row in turn moves its nodes as close to their
// neighbors as their order and the gaps between them allow.
func (l *layout) place() {
	for _, row := range l.rows {
		l.settle(row, func(*node) []int { return nil })
	}
	up, down := func(n *node) []int { return n.up }, func(n *node) []int { return n.down }
	both := func(n *node) []int { return append(n.up[:len(n.up):len(n.up)], n.down...) }
	const sweeps = 16
	for range sweeps {
		for r := range l.rows {
			l.settle(l.rows[r], up)
		}
		for r := range l.rows {
			l.settle(l.rows[len(l.rows)-1-r], down)
		}
	}
	for range sweeps {
		for r := range l.rows {
			l.settle(l.rows[r], both)
		}
	}
	left, right := math.Inf(1), math.Inf(-1)
	for i := range l.nodes {
		n := &l.nodes[i]
		n.x = math.Round(n.x)
		left, right = min(left, n.x-n.left), max(right, n.x+n.right)
	}
	for i := range l.nodes {
		l.nodes[i].x += margin - left
	}
	l.width = 2*margin + max(0, right-left)
}

// A block is some nodes of a row that touch each other.
type block struct {
	sum, weight float64 // of where its first node would like to be
	nodes       int
}

func (b *block) x() float64 { return b.sum / b.weight }

// settle gives the nodes of a row the places that are closest to the means of
// their neighbors, in the sum of weighted squares. Less the space that the nodes
// before it take, the x of a node must not decrease: that is an isotonic
// regression, which merges neighbors in the wrong order into blocks at their mean.
func (l *layout) settle(row []int, neighbors func(*node) []int) {
	var blocks []block
	space := make([]float64, len(row)) // from the first node to each
	for i, n := range row {
		if i > 0 {
			space[i] = space[i-1] + l.apart(row[i-1], n)
		}
		x, weight := l.wish(n, neighbors)
		b := block{float64(weight * (x - space[i])), weight, 1}
		for len(blocks) > 0 && blocks[len(blocks)-1].x() >= b.x() {
			last := blocks[len(blocks)-1]
			b = block{last.sum + b.sum, last.weight + b.weight, last.nodes + b.nodes}
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	i := 0
	for _, b := range blocks {
		for range b.nodes {
			l.nodes[row[i]].x = b.x() + space[i]
			i++
		}
	}
}

// wish returns where a node would like to be, and how much. Edges over several
// rows pull more, so that they become straight. The conversions keep compilers from
// fusing operations: the result is the same on every machine.
func (l *layout) wish(n int, neighbors func(*node) []int) (x, weight float64) {
	const weak, straight = 0.01, 16
	v := &l.nodes[n]
	sum := 0.0
	for _, o := range neighbors(v) {
		w := 1.0
		if v.isBend() && l.nodes[o].isBend() {
			w = straight
		}
		sum += float64(w * l.nodes[o].x)
		weight += w
	}
	if weight == 0 {
		return v.x, weak
	}
	return sum / weight, weight
}

// apart returns the least distance between two neighbors in a row.
func (l *layout) apart(a, b int) float64 {
	const gap, bendGap = 20, 14
	if l.nodes[a].isBend() && l.nodes[b].isBend() {
		return bendGap
	}
	return l.nodes[a].right + gap + l.nodes[b].left
}
