package dag

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkWaves fails t unless each vertex with successors is in one wave, and all
// that it leads to is in waves before it or leaves.
func checkWaves(t *testing.T, g *Graph, w *Waves) {
	t.Helper()
	wave := make([]int, g.Len()) // from 1 on
	for i := range w.Len() {
		if w.Start[i] >= w.Start[i+1] {
			t.Fatalf("wave %d is empty", i)
		}
		for _, u := range w.Order[w.Start[i]:w.Start[i+1]] {
			if len(g.Succ(int(u))) == 0 || wave[u] > 0 {
				t.Fatalf("wave %d has vertex %d, a leaf or in wave %d as well", i, u, wave[u]-1)
			}
			wave[u] = i + 1
		}
	}
	if w.Start[0] != 0 || int(w.Start[w.Len()]) != len(w.Order) {
		t.Fatalf("waves start at %d and end at %d of %d", w.Start[0], w.Start[w.Len()], len(w.Order))
	}
	for u := range g.Len() {
		if len(g.Succ(u)) > 0 && wave[u] == 0 {
			t.Fatalf("vertex %d is in no wave", u)
		}
		for _, v := range g.Succ(u) {
			if wave[u] <= wave[v] {
				t.Fatalf("the edge %d -> %d leads from wave %d to %d", u, v, wave[u]-1, wave[v]-1)
			}
		}
	}
}

// tooWide is a width that no wave has.
const tooWide = math.MaxInt

// bothWays returns the waves of a graph, or the error. It fails t if they depend
// on the number of workers, or if waves that are found block by block are others
// than those that are not.
func bothWays(t *testing.T, g *Graph) (*Waves, error) {
	t.Helper()
	want, cause := g.waves(t.Context(), 1, tooWide, 0)
	if cause == nil {
		checkWaves(t, g, want)
	}
	for _, wide := range []int{0, 50} {
		var first *Waves
		for workers := 1; workers <= 3; workers++ {
			got, err := g.waves(t.Context(), workers, wide, 5000)
			if cause != nil || err != nil {
				if cause == nil || err == nil || cause.Error() != err.Error() {
					t.Fatalf("%d workers, waves of %d edges are wide: %v, want %v", workers, wide, err, cause)
				}
				continue
			}
			if first == nil {
				first = got
			}
			if !slices.Equal(got.Start, want.Start) || !slices.Equal(got.Order, first.Order) {
				t.Fatalf("%d workers, waves of %d edges are wide: other waves", workers, wide)
			}
			for i := range want.Len() {
				a, b := want.Order[want.Start[i]:want.Start[i+1]], got.Order[want.Start[i]:want.Start[i+1]]
				if wide == 0 && !slices.IsSorted(b) {
					t.Fatalf("%d workers: wave %d is not in order", workers, i)
				}
				if !slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))) {
					t.Fatalf("%d workers, waves of %d edges are wide: wave %d is another", workers, wide, i)
				}
			}
		}
	}
	return want, cause
}

func TestWaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	try := func(n, m int) {
		for name, edges := range forms(rng, n, randomUp(rng, n, m)) {
			if _, err := bothWays(t, graphOf(n, edges)); err != nil {
				t.Fatalf("%s, %d vertices, %d edges: %v", name, n, m, err)
			}
		}
	}
	for range 200 {
		n := 1 + rng.IntN(30)
		try(n, rng.IntN(60))
	}
	for _, n := range []int{blockSize, blockSize + 1, 2*blockSize + 7} {
		try(n, 2*n)
	}
}

// Wherever the edges of a graph lead, its waves are right.
func TestShapesOfWaves(t *testing.T) {
	const n = 3 * blockSize
	rng := rand.New(rand.NewPCG(5, 5))
	label := rng.Perm(n)
	for name, shape := range map[string]struct {
		draw  func(i int) (u, v int)
		edges int
		waves int // or 0
	}{
		"a hub that all lead to":            {func(i int) (int, int) { return 1 + i%(n-1), 0 }, n, 1},
		"a hub that leads to all":           {func(i int) (int, int) { return n - 1, i % (n - 1) }, n, 1},
		"hubs between two sides":            {func(i int) (int, int) { return i % (n / 2), n/2 + i%3 }, n, 1},
		"one edge, many times":              {func(i int) (int, int) { return 1, 0 }, 200_000, 1},
		"two hubs with more than 16 bits":   {func(i int) (int, int) { return 2 - i%2, 1 - i%2 }, 140_002, 2},
		"a chain":                           {func(i int) (int, int) { return i + 1, i }, 2000, 2000},
		"a clique":                          {func(i int) (int, int) { return 1 + i/200, i % min(200, 1+i/200) }, 200 * 200, 200},
		"all edges into one block":          {func(i int) (int, int) { return blockSize + rng.IntN(n-blockSize), rng.IntN(blockSize) }, n, 1},
		"all edges from one block":          {func(i int) (int, int) { return n - 1 - rng.IntN(blockSize), rng.IntN(n - blockSize) }, n, 1},
		"layers":                            {func(i int) (int, int) { return i%(n-1000) + 1000, i % (n - 1000) / 1000 * 1000 }, 2 * n, 0},
		"255 edges to each of 1000, and on": {func(i int) (int, int) { return 2000 + i%255, 1000 + i/255 }, 255_000, 1},
		"256 edges to each of 1000, and on": {func(i int) (int, int) { return 2000 + i%256, 1000 + i/256 }, 256_000, 1},
		"257 edges to each of 1000, and on": {func(i int) (int, int) { return 2000 + i%257, 1000 + i/257 }, 257_000, 1},
	} {
		src, dst := make([]uint32, shape.edges), make([]uint32, shape.edges)
		for _, shuffled := range []bool{false, true} {
			for i := range src {
				u, v := shape.draw(i)
				if shuffled && name != "all edges into one block" && name != "all edges from one block" {
					u, v = label[u], label[v]
				}
				src[i], dst[i] = uint32(u), uint32(v)
			}
			w, err := bothWays(t, New(n, src, dst))
			if err != nil || shape.waves > 0 && w.Len() != shape.waves {
				t.Errorf("%s: %v, %v waves", name, err, w)
			}
		}
	}
}

// The same cycle is named whichever way it is found.
func TestCyclesBlockByBlock(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	found := 0
	for range 200 {
		n := 1 + rng.IntN(20)
		var edges [][2]uint32
		for range rng.IntN(30) {
			edges = append(edges, [2]uint32{uint32(rng.IntN(n)), uint32(rng.IntN(n))})
		}
		if _, err := bothWays(t, graphOf(n, edges)); err != nil {
			found++
		}
	}
	if found < 50 {
		t.Errorf("only %d graphs had cycles", found)
	}
	edges := randomUp(rng, 2*blockSize, 100_000)
	for _, u := range []uint32{7, 9, 300} { // 300 -> 65535 -> 300 comes first in no way
		edges = append(edges, [2]uint32{u, 2*blockSize - 1}, [2]uint32{2*blockSize - 1, u})
	}
	if _, err := bothWays(t, graphOf(2*blockSize, edges)); err == nil {
		t.Error("no cycle was found")
	}
}

// A large graph goes block by block, and is like any other.
func TestLargeWaves(t *testing.T) {
	const n = cachedVertices + 1
	rng := rand.New(rand.NewPCG(7, 7))
	label := rng.Perm(n)
	src, dst := make([]uint32, fewEdges+1), make([]uint32, fewEdges+1)
	for i := range src {
		u := 1 + rng.IntN(n-1)
		src[i], dst[i] = uint32(label[u]), uint32(label[rng.IntN(u)])
	}
	g := New(n, src, dst)
	got, err := g.Waves(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	checkWaves(t, g, got)
	if first := got.Order[got.Start[got.Len()-1]:]; len(first) < 1000 || !slices.IsSorted(first) {
		t.Errorf("the %d vertices that nothing leads to are not in order", len(first))
	}
}

func TestWavesEndWithTheContext(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	g := graphOf(3, [][2]uint32{{2, 1}, {1, 0}})
	for _, wide := range []int{0, tooWide} {
		if w, err := g.waves(ctx, 2, wide, 100); err != why {
			t.Errorf("got %v, %v", w, err)
		}
	}
}
