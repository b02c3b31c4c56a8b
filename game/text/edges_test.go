package text

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, m := range []int{0, 1, 2, 3, 500, 3000} {
		const first, count, base = 1, 150, 1000
		text := fmt.Sprint(m)
		wantSrc, wantDst := []uint32{7}, []uint32{8}
		for range m {
			u, v := rng.IntN(count), rng.IntN(count)
			text += fmt.Sprintf("%s%d %d", []string{"\n", "\r\n", "  "}[rng.IntN(3)], u+first, v+first)
			wantSrc = append(wantSrc, uint32(u+base))
			wantDst = append(wantDst, uint32(v+base))
		}
		for _, way := range ways {
			r := way.open(text + "\n99")
			n, _ := r.Uint()
			src, dst, err := r.Edges(n, Vertices{first, count, base}, []uint32{7}, []uint32{8})
			if err != nil || !slices.Equal(src, wantSrc) || !slices.Equal(dst, wantDst) {
				t.Fatalf("%s, %d edges: wrong, error %v", way.name, m, err)
			}
			if v, err := r.Uint(); v != 99 || err != nil {
				t.Fatalf("%s, %d edges: then %d, %v", way.name, m, v, err)
			}
		}
	}
}

func TestBadEdges(t *testing.T) {
	many := strings.Repeat("\n1 2", 2000)
	for _, test := range []struct {
		name         string
		text, want   string
		first, count uint64
	}{
		{"end of input before the start", "2\n1 2 \n", "3:1: expected the start of edge 2 of 2, from 1 to 4, found end of input", 1, 4},
		{"end of input before the end", "2\n1 2\n1", "3:2: expected the end of edge 2 of 2, from 1 to 4, found end of input", 1, 4},
		{"start too large", "2\n1 2\n5 1\n", "3:1: expected the start of edge 2 of 2, from 1 to 4, found 5", 1, 4},
		{"end too large", "2\n0 3\n1  4", "3:4: expected the end of edge 2 of 2, from 0 to 3, found 4", 0, 4},
		{"below the first", "1\n1 0", "2:3: expected the end of edge 1 of 1, from 1 to 4, found 0", 1, 4},
		{"not a number", "1\n1 b", `2:3: expected the end of edge 1 of 1, from 1 to 4, found "b", not a non-negative integer`, 1, 4},
		{"no vertices", "1\n1 1", "1:1: expected no edges, for there are no vertices, found 1", 1, 0},
		{"too many", "4294967296", "1:1: expected fewer than 2^32 edges in all, found 4294967296", 1, 4},
		{"deep in a long text", "4000" + many + "\n2 9" + many, "2002:3: expected the end of edge 2001 of 4000, from 1 to 4, found 9", 1, 4},
		{"deep, at a start", "4000" + many + "\n9 2" + many, "2002:1: expected the start of edge 2001 of 4000, from 1 to 4, found 9", 1, 4},
	} {
		for _, way := range ways {
			r := way.open(test.text)
			m, err := r.Uint()
			if err != nil {
				t.Fatal(err)
			}
			// What is left may be too short for m edges, and then that is
			// the error when the size is known.
			if !r.Fits(2*m) && m < 1<<32 {
				continue
			}
			if _, _, err = r.Edges(m, Vertices{test.first, test.count, 0}, nil, nil); err == nil || err.Error() != test.want {
				t.Errorf("%s, %s:\ngot  %v\nwant %s", test.name, way.name, err, test.want)
			}
		}
	}
}

func TestEdgeCountsAreNotTrusted(t *testing.T) {
	r := NewReader(strings.NewReader("4000000000\n1 2\n"))
	m, _ := r.Uint()
	_, _, err := r.Edges(m, Vertices{1, 4, 0}, nil, nil)
	if want := "1:1: expected 4000000000 edges to follow, found only 5 bytes of input"; err == nil || err.Error() != want {
		t.Errorf("known size: got %v, want %s", err, want)
	}
	r = NewReader(struct{ io.Reader }{strings.NewReader("4000000000\n1 2\n")})
	m, _ = r.Uint()
	src, dst, err := r.Edges(m, Vertices{1, 4, 0}, nil, nil)
	if want := "3:1: expected the start of edge 2 of 4000000000, from 1 to 4, found end of input"; err == nil || err.Error() != want {
		t.Errorf("unknown size: got %v, want %s", err, want)
	}
	if cap(src) > 1<<16 || cap(dst) > 1<<16 {
		t.Errorf("unknown size: memory for %d edges", cap(src))
	}
}

func TestEdgeCount(t *testing.T) {
	for _, test := range []struct {
		text   string
		vs     Vertices
		others uint64
		want   string
	}{
		{"2 1 1 1 1 7", Vertices{1, 1, 0}, 1, ""},
		{"0", Vertices{1, 0, 0}, 0, ""},
		{"2 1 1 1 1 7", Vertices{1, 1, 0}, 2, "1:1: expected 2 edges and 2 more numbers to follow, found only 10 bytes of input"},
		{"x", Vertices{1, 1, 0}, 0, `1:1: expected the number of edges, found "x", not a non-negative integer`},
		{"\n2 1 1 1 1", Vertices{1, 0, 0}, 0, "2:1: expected no edges, for there are no vertices, found 2"},
		{"4294967296 1 1", Vertices{1, 1, 0}, 0, "1:1: expected fewer than 2^32 edges in all, found 4294967296"},
	} {
		_, err := NewReader(strings.NewReader(test.text)).EdgeCount(test.vs, test.others)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
