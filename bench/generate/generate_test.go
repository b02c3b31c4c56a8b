package generate

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/election"
)

// small is a small input of a kind.
func small(kind *Kind, election bool, order Order) Spec {
	return Spec{Kind: kind.Name, Election: election, Games: 3, Vertices: 37, Edges: 90, Rounds: 2,
		MaxK: 9, MaxTokens: 5, Order: order, Seed: 7}
}

// Every kind, in every order and for both games, gives an input that can be
// solved.
func TestInputsAreInputs(t *testing.T) {
	for _, kind := range kinds {
		for _, order := range Orders() {
			for _, vertices := range []uint64{0, 1, 2, 3, 37} {
				s := small(&kind, false, order)
				s.Vertices = vertices
				t.Run(fmt.Sprintf("%s/%s/%d", s.Kind, order, vertices), func(t *testing.T) {
					var in bytes.Buffer
					if err := Write(&in, s); err != nil {
						t.Fatal(err)
					}
					if err := addsub.Solve(t.Context(), bytes.NewReader(in.Bytes()), io.Discard, addsub.Options{}); err != nil {
						t.Errorf("addsub: %v in\n%s", err, &in)
					}
					s.Election = true
					in.Reset()
					if err := Write(&in, s); err != nil {
						t.Fatal(err)
					}
					if err := election.Solve(t.Context(), bytes.NewReader(in.Bytes()), io.Discard, election.Options{}); err != nil {
						t.Errorf("election: %v in\n%s", err, &in)
					}
				})
			}
		}
	}
}

// An order changes the numbers of vertices and the places of edges only: the
// numbers of edges from and to vertices stay the same.
func TestOrders(t *testing.T) {
	for _, kind := range kinds {
		for _, vertices := range []uint64{1, 2, 3, 37, 5000} {
			s := small(&kind, true, Children)
			s.Vertices = vertices
			if kind.Coins {
				s.Vertices = min(vertices, 300) // 5000 have 12 million edges
			}
			want := degrees(t, s)
			for _, s.Order = range Orders() {
				if got := degrees(t, s); !slices.Equal(got, want) {
					t.Errorf("%s, %s, %d vertices: not the same graph", s.Kind, s.Order, vertices)
				}
			}
		}
	}
}

// degrees returns the numbers of edges from and to each vertex, sorted. It also
// checks the order.
func degrees(t *testing.T, s Spec) [][2]int {
	t.Helper()
	var in bytes.Buffer
	if err := Write(&in, s); err != nil {
		t.Fatal(err)
	}
	var n, m, skip, u, v int
	fmt.Fscan(&in, &n, &m)
	for range n {
		fmt.Fscan(&in, &skip)
	}
	all := make([][2]int, n)
	last := 0
	for range m {
		if _, err := fmt.Fscan(&in, &u, &v); err != nil || u < 1 || u > n || v < 1 || v > n {
			t.Fatalf("%s, %s: edge from %d to %d, %v", s.Kind, s.Order, u, v, err)
		}
		switch s.Order {
		case Children:
			if v >= u || u < last {
				t.Fatalf("%s: an edge from %d to %d after those of %d", s.Kind, u, v, last)
			}
		case Parents:
			if v <= u || u > last && last > 0 {
				t.Fatalf("%s: an edge from %d to %d after those of %d", s.Kind, u, v, last)
			}
		}
		last = u
		all[u-1][0]++
		all[v-1][1]++
	}
	slices.SortFunc(all, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return all
}

// With Lines, each game is a line of the same numbers, without T before them. Those of
// Election Promises differ, and the first is the one that is written without Lines.
func TestLines(t *testing.T) {
	for _, kind := range kinds {
		for _, vertices := range []uint64{0, 1, 37} {
			var games, lines bytes.Buffer
			s := small(&kind, false, Shuffled)
			s.Vertices = vertices
			if err := Write(&games, s); err != nil {
				t.Fatal(err)
			}
			s.Lines = true
			if err := Write(&lines, s); err != nil {
				t.Fatal(err)
			}
			want := append([]byte("3 "), bytes.Join(bytes.Fields(lines.Bytes()), []byte(" "))...)
			if !bytes.Equal(bytes.Join(bytes.Fields(games.Bytes()), []byte(" ")), want) || bytes.Count(lines.Bytes(), []byte("\n")) != 3 {
				t.Errorf("%s of %d: the lines are\n%s", kind.Name, vertices, &lines)
			}

			games.Reset()
			lines.Reset()
			s.Election = true
			if err := Write(&lines, s); err != nil {
				t.Fatal(err)
			}
			s.Lines = false
			if err := Write(&games, s); err != nil {
				t.Fatal(err)
			}
			each := bytes.Split(lines.Bytes(), []byte("\n"))
			if len(each) != 4 || !slices.EqualFunc(bytes.Fields(each[0]), bytes.Fields(games.Bytes()), bytes.Equal) || vertices > 1 && bytes.Equal(each[0], each[1]) {
				t.Errorf("%s of %d: the positions are\n%s", kind.Name, vertices, &lines)
			}
		}
	}
}

// With a largest degree, a random graph has as many edges as fit. All are
// different, and no vertex has more.
func TestMaxDegree(t *testing.T) {
	for _, c := range []struct{ vertices, edges, degree, want uint64 }{
		{20, 60, 4, 60}, {20, 1000, 4, 70}, {20, 1000, 100, 190}, {3, 3, 1, 2}, {100, 1500, 17, 1500}, {0, 1, 1, 0}, {1, 1, 1, 0},
	} {
		s := Spec{Vertices: c.vertices, Edges: c.edges, MaxDegree: c.degree}
		m, edge := randomGraph(&s, stream(7, 0))
		degrees, edges := map[uint64]uint64{}, map[[2]uint64]bool{}
		for e := range m {
			u, v := edge(e)
			if u >= c.vertices || v >= u {
				t.Errorf("%+v: an edge from %d to %d", c, u, v)
			}
			degrees[u]++
			edges[[2]uint64{u, v}] = true
		}
		if m != c.want || uint64(len(edges)) != m {
			t.Errorf("%+v: %d edges, %d of them different", c, m, len(edges))
		}
		for u, d := range degrees {
			if d > c.degree {
				t.Errorf("%+v: vertex %d has %d edges", c, u, d)
			}
		}
	}
}

// Each of the vertices just below is equally likely as the end of an edge.
func TestNear(t *testing.T) {
	s := Spec{Vertices: 10_000, Edges: 80_000, Near: 10}
	m, edge := randomGraph(&s, stream(7, 0))
	steps := make([]int, s.Near)
	for e := range m {
		u, v := edge(e)
		if v >= u || u-v > s.Near {
			t.Fatalf("an edge from %d to %d", u, v)
		}
		if u >= s.Near {
			steps[u-v-1]++
		}
	}
	if off := deviations(steps); off > 6 {
		t.Errorf("steps %d are %.1f deviations off", steps, off)
	}
}

// The same seed gives the same bytes, here and elsewhere. Another seed gives
// others.
func TestSeeds(t *testing.T) {
	for _, c := range []struct {
		kind     string
		vertices uint64
		want     uint64
	}{
		{"boards", 37, 0x7daa88f9a749ade3},
		{"election", 37, 0xef28a1fb4050de64},
		{"clique", 37, 0x598c76a378e65a4f},
		{"random", 10_000, 0xccd4202cbd113fdf},
		{"hub", 10_000, 0xf720ef0685eaaecc},
	} {
		k, err := Lookup(c.kind)
		if err != nil {
			t.Fatal(err)
		}
		sum := func(seed uint64) uint64 {
			s := small(k, k.Default.Election, Shuffled)
			s.Vertices, s.Seed = c.vertices, seed
			h := fnv.New64a()
			if err := Write(h, s); err != nil {
				t.Fatal(err)
			}
			return h.Sum64()
		}
		if got := sum(7); got != c.want {
			t.Errorf("%s of %d: the text has the sum %#x, want %#x", c.kind, c.vertices, got, c.want)
		}
		if sum(7) == sum(8) {
			t.Errorf("%s: seeds 7 and 8 give the same text", c.kind)
		}
	}
}

// BenchmarkWrite measures how fast text is made.
func BenchmarkWrite(b *testing.B) {
	for _, kind := range kinds {
		for _, order := range Orders() {
			b.Run("kind="+kind.Name+"/order="+string(order), func(b *testing.B) {
				s := kind.Default
				s.Kind, s.Order = kind.Name, order
				s.Vertices, s.Edges = min(s.Vertices, 200_000), min(s.Edges, 2_000_000)
				var size counter
				for b.Loop() {
					size = 0
					if err := Write(&size, s); err != nil {
						b.Fatal(err)
					}
				}
				b.SetBytes(int64(size))
			})
		}
	}
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
