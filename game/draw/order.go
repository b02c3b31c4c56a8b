package draw

import "slices"

// order sorts each row by the mean place of the nodes that its nodes are connected
// to in the row before, from the top down and from the bottom up in turns. It keeps
// the order with the fewest crossings.
func (l *layout) order() {
	const sweeps = 24
	best, fewest := l.places(), l.crossings()
	for i := 0; i < sweeps && fewest > 0; i++ {
		for r := range l.rows {
			if i%2 == 0 {
				l.sortRow(r, func(n *node) []int { return n.up })
			} else {
				l.sortRow(len(l.rows)-1-r, func(n *node) []int { return n.down })
			}
		}
		if c := l.crossings(); c < fewest {
			best, fewest = l.places(), c
		}
	}
	for r := range l.rows {
		l.rows[r] = best[r]
		l.number(r)
	}
}

// places returns a copy of the rows.
func (l *layout) places() [][]int {
	rows := make([][]int, len(l.rows))
	for r, row := range l.rows {
		rows[r] = slices.Clone(row)
	}
	return rows
}

// number tells the nodes of a row their places.
func (l *layout) number(row int) {
	for i, n := range l.rows[row] {
		l.nodes[n].place = i
	}
}

// sortRow sorts a row by the mean place of neighbors. A node without any stays
// about where it is. Means are compared as fractions, so that they are exact.
func (l *layout) sortRow(row int, neighbors func(*node) []int) {
	type mean struct{ n, sum, count int }
	means := make([]mean, len(l.rows[row]))
	for i, n := range l.rows[row] {
		m := mean{n: n}
		for _, o := range neighbors(&l.nodes[n]) {
			m.sum += l.nodes[o].place
			m.count++
		}
		if m.count == 0 {
			m.sum, m.count = i, 1
		}
		means[i] = m
	}
	slices.SortStableFunc(means, func(a, b mean) int { return a.sum*b.count - b.sum*a.count })
	for i, m := range means {
		l.rows[row][i] = m.n
	}
	l.number(row)
}

// crossings returns how many pairs of edges cross.
func (l *layout) crossings() (all int) {
	for _, row := range l.rows {
		var ends []int // of the edges from left to right
		for _, n := range row {
			start := len(ends)
			for _, o := range l.nodes[n].down {
				ends = append(ends, l.nodes[o].place)
			}
			slices.Sort(ends[start:])
		}
		all += inversions(ends)
	}
	return all
}

// inversions returns how many pairs of numbers are in descending order. It counts
// the numbers so far in a Fenwick tree.
func inversions(numbers []int) (all int) {
	if len(numbers) == 0 {
		return 0
	}
	tree := make([]int, slices.Max(numbers)+2)
	for i, x := range numbers {
		upTo := 0
		for j := x + 1; j > 0; j &= j - 1 {
			upTo += tree[j]
		}
		all += i - upTo
		for j := x + 1; j < len(tree); j += j & -j {
			tree[j]++
		}
	}
	return all
}
