package game

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mexlab/game/text"
)

func TestLookOrdered(t *testing.T) {
	line := func(n int, edge func(i int) (u, v int)) string {
		var b strings.Builder
		for i := range n {
			u, v := edge(i)
			fmt.Fprintln(&b, u, v)
		}
		return b.String()
	}
	rng := rand.New(rand.NewPCG(61, 62))
	for _, c := range []struct {
		name string
		text string
		n    uint64
		want bool
	}{
		{"chain", line(200, func(i int) (u, v int) { return i + 1, i }), 1000, true},
		{"rows", line(200, func(i int) (u, v int) { return 1 + i/5, rng.IntN(1 + i/5) }), 50, true},
		{"few", "5 3\n6 2\n", 3, true},
		{"parents first", line(200, func(i int) (u, v int) { return i, i + 1 }), 1000, false},
		{"a row in two parts", "5 3\n6 2\n5 1\n7 1\n", 1000, false},
		{"a loop", "5 3\n5 5\n7 1\n", 1000, false},
		{"shuffled", line(200, func(i int) (u, v int) { return 7 * i, 7*i + 1 }), 90, false},
		{"no text", "", 1000, false},
	} {
		r := text.NewReader(strings.NewReader("1 2\n" + c.text + strings.Repeat(" ", 200)))
		r.Skip(2) // the header, with which more is read ahead
		e, ok := NewEdges(r, uint64(max(2, strings.Count(c.text, "\n"))), text.Vertices{Count: c.n})
		if got := e.LookOrdered(); !ok || got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
	if _, ok := NewEdges(text.NewReader(hides{strings.NewReader("1 0\n")}), 1, text.Vertices{Count: 2}); ok {
		t.Error("a pipe can be read again")
	}
}

// longest finds the longest path from each vertex: code 1+l is for length l. It
// puts every third vertex off.
type longest[T Code] struct {
	codes   []T
	pending map[uint32]T
	rows    map[uint32][]uint32
}

func (l *longest[T]) EndRow(u uint32, seen uint64, others []T, succ []uint32) (T, error) {
	code := T(max(2, bits.Len64(seen)))
	if len(others) > 0 {
		code = slices.Max(others) + 1
	}
	l.rows[u] = slices.Clone(succ)
	if u%3 == 0 {
		l.pending[u] = code
		return Pending[T](), nil
	}
	return code, nil
}

func (l *longest[T]) Flush() error {
	for u, c := range l.pending {
		l.codes[u] = c
	}
	clear(l.pending)
	return nil
}

// Rows get the codes of their successors, wherever the pieces of the text begin.
func TestStreamRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	const n, long = 150, 20_000
	var b strings.Builder
	want, rows, edges := make([]int, n), map[uint32][]uint32{}, uint64(0)
	for u := 1; u < n; u++ {
		m := rng.IntN(200)
		if u == 99 {
			m = long // in several pieces
		}
		for range m {
			v := max(0, u-1-rng.IntN(4))
			fmt.Fprintln(&b, u, v)
			want[u] = max(want[u], want[v]+1)
			rows[uint32(u)] = append(rows[uint32(u)], uint32(v))
			edges++
		}
	}
	for workers := range 3 {
		e, _ := NewEdges(text.NewReader(strings.NewReader(b.String())), edges, text.Vertices{Count: n})
		l := &longest[uint16]{make([]uint16, n), map[uint32]uint16{}, map[uint32][]uint32{}}
		if err := StreamRows(t.Context(), &Work{Workers: 1 + workers}, e, l.codes, l); err != nil {
			t.Fatal(err)
		}
		for u, c := range l.codes {
			if got := max(int(c), 1) - 1; got != want[u] {
				t.Errorf("%d workers: vertex %d has path %d, want %d", 1+workers, u, got, want[u])
			}
			if succ := l.rows[uint32(u)]; succ != nil && !slices.Equal(succ, rows[uint32(u)]) {
				t.Errorf("%d workers: row %d is wrong", 1+workers, u)
			}
		}
		if l.rows[99] != nil || l.rows[1] == nil != (rows[1] == nil) {
			t.Errorf("%d workers: rows are known that are in several pieces, or others are not", 1+workers)
		}
	}
}

// The order is checked edge by edge, also for graphs with a cycle.
func TestOrderErrors(t *testing.T) {
	for in, want := range map[string]string{
		"1 0\n2 1\n3 2\n": "",
		"2 1\n1 0\n3 2\n": "edge 2 starts at a vertex to which an earlier edge leads",
		"1 0\n2 0\n1 0\n": "edge 3 starts at a vertex whose edges ended before",
		"1 0\n2 0\n2 2\n": "edge 3 leads back to its start",
		"0 1\n1 2\n2 0\n": "edge 2 starts at a vertex to which an earlier edge leads",
	} {
		w := &Work{}
		e, _ := NewEdges(text.NewReader(strings.NewReader(in)), 3, text.Vertices{Count: 4})
		l := &longest[uint8]{make([]uint8, 4), map[uint32]uint8{}, map[uint32][]uint32{}}
		err := StreamRows(t.Context(), w, e, l.codes, l)
		if want == "" && err == nil {
			continue
		}
		order, ok := errors.AsType[*OrderError](err)
		if !ok || err.Error() != want {
			t.Errorf("%q: got %v, want %s", in, err, want)
			continue
		}
		if at, ok := errors.AsType[*text.Error](e.Describe(order)); !ok || at.Pos.Line != int(order.edge)+1 {
			t.Errorf("%q: described as %v", in, at)
		}
	}
}
