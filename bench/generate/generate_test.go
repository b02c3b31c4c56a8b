package generate

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/election"
)

// small is a small input of a kind.
func small(kind *Kind, election bool, order Order) Spec {
	return Spec{Kind: kind.Name, Election: election, Games: 3, Vertices: 37, Edges: 90, Rounds: 2,
		MaxK: 9, MaxTokens: 5, Order: order, Seed: 7}
}

// Every kind, in every order and for both games, is an input that can be
// solved; one that tells no order has the graph of one that does.
func TestInputsAreInputs(t *testing.T) {
	for i := range Kinds {
		for _, order := range Orders {
			for _, vertices := range []uint64{0, 1, 2, 3, 37} {
				s := small(&Kinds[i], false, order)
				s.Vertices = vertices
				t.Run(fmt.Sprintf("%s/%s/%d", s.Kind, order, vertices), func(t *testing.T) {
					var in bytes.Buffer
					if err := Write(&in, s); err != nil {
						t.Fatal(err)
					}
					if err := addsub.Solve(bytes.NewReader(in.Bytes()), io.Discard, addsub.Options{}); err != nil {
						t.Errorf("addsub: %v in\n%s", err, &in)
					}
					s.Election = true
					in.Reset()
					if err := Write(&in, s); err != nil {
						t.Fatal(err)
					}
					if err := election.Solve(bytes.NewReader(in.Bytes()), io.Discard, election.Options{}); err != nil {
						t.Errorf("election: %v in\n%s", err, &in)
					}
				})
			}
		}
	}
}

// The same seed gives the same bytes, today and elsewhere; another one others.
func TestSeeds(t *testing.T) {
	for kind, want := range map[string]uint64{
		"boards": 0x1b3f1c9f37bbdfb2, "election": 0x31538a51779ac26e, "clique": 0x4317d36b85356121,
	} {
		k, err := Lookup(kind)
		if err != nil {
			t.Fatal(err)
		}
		sum := func(seed uint64) uint64 {
			s := small(k, k.Default.Election, Shuffled)
			s.Seed = seed
			h := fnv.New64a()
			if err := Write(h, s); err != nil {
				t.Fatal(err)
			}
			return h.Sum64()
		}
		if got := sum(7); got != want {
			t.Errorf("%s: the text has the sum %#x, want %#x", kind, got, want)
		}
		if sum(7) == sum(8) {
			t.Errorf("%s: seeds 7 and 8 give the same text", kind)
		}
	}
}

// A shuffle is a permutation.
func TestShuffle(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 4, 5, 100, 1000, 4096} {
		s := newShuffle(1, n)
		seen := make([]bool, n)
		for i := range n {
			if j := s.at(i); j >= n || seen[j] {
				t.Fatalf("n=%d: %d goes to %d", n, i, j)
			} else {
				seen[j] = true
			}
		}
	}
}

// BenchmarkWrite tells how fast text is made.
func BenchmarkWrite(b *testing.B) {
	for _, order := range Orders {
		b.Run("kind=random/order="+string(order), func(b *testing.B) {
			s := large
			s.Kind, s.Order, s.Edges, s.Vertices = "random", order, 1_000_000, 100_000
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

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
