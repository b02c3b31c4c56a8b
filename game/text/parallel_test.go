package text

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// edgesText is the tokens of m edges on the vertices 1 to count, some with leading
// zeros, and one more number. Various white space follows each token.
func edgesText(rng *rand.Rand, m, count int) []string {
	spaces := []string{" ", " ", "\n", "\n", "\t", "\r\n", "  ", "\n\n\v", "\f"}
	var tokens []string
	for range 2 * m {
		form := "%d"
		if rng.IntN(1000) == 0 {
			form = "%020d"
		}
		tokens = append(tokens, fmt.Sprintf(form, 1+rng.IntN(count))+spaces[rng.IntN(len(spaces))])
	}
	return append(tokens, "4711 ")
}

// inPieces are both ways to read edges in pieces. They return the edges in the
// order of the pieces.
var inPieces = map[string]func(r *Reader, m uint64, vs Vertices, workers int) (src, dst []uint32, err error){
	"in order": func(r *Reader, m uint64, vs Vertices, workers int) (src, dst []uint32, err error) {
		err = r.EdgesInOrder(m, vs, workers, func(s, d []uint32) error {
			src, dst = append(src, s...), append(dst, d...)
			return nil
		})
		return src, dst, err
	},
	"in parallel": func(r *Reader, m uint64, vs Vertices, workers int) (src, dst []uint32, err error) {
		read := make([][2][]uint32, workers) // by each
		err = r.EdgesInParallel(m, vs, workers, func(worker int, s, d []uint32) error {
			of := &read[worker]
			of[0], of[1] = append(of[0], s...), append(of[1], d...)
			return nil
		})
		for _, of := range read {
			src, dst = append(src, of[0]...), append(dst, of[1]...)
		}
		return src, dst, err
	},
}

// sameEdges reports whether edges are those wanted, in the same order or, if they
// were read in parallel, in any.
func sameEdges(name string, src, dst, wantSrc, wantDst []uint32) bool {
	got, want := pairs(src, dst), pairs(wantSrc, wantDst)
	if name == "in parallel" {
		slices.Sort(got)
		slices.Sort(want)
	}
	return slices.Equal(got, want)
}

func pairs(src, dst []uint32) (edges []uint64) {
	for i, u := range src {
		edges = append(edges, uint64(u)<<32|uint64(dst[i]))
	}
	return edges
}

// Any number of workers reads the same edges in pieces as Edges reads at once, with
// the same first error, and leaves the same text behind.
func TestPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const count, base = 70_000, 1000
	vs := Vertices{1, count, base}
	for _, m := range []int{0, 1, pieceSize, pieceSize + 1, 40_000} {
		for _, wrong := range []string{"", "0", "70001", "12x", "99999999999999999999", "+1"} {
			if testing.Short() && wrong != "" && wrong != "12x" {
				continue
			}
			tokens := edgesText(rng, m, count)
			if wrong != "" {
				if m == 0 {
					continue
				}
				tokens[rng.IntN(2*m)] = wrong + "\n"
				tokens[rng.IntN(2*m)] = wrong + " "
			}
			text := strings.Join(tokens, "")
			for _, way := range ways {
				whole := way.open("1\n" + text)
				whole.Uint()
				wantSrc, wantDst, wantErr := whole.Edges(uint64(m), vs, nil, nil)
				wantNext, _ := whole.Uint()
				for name, read := range inPieces {
					for _, workers := range []int{1, 2, 5} {
						r := way.open("1\n" + text)
						r.Uint()
						src, dst, err := read(r, uint64(m), vs, workers)
						if fmt.Sprint(err) != fmt.Sprint(wantErr) {
							t.Fatalf("%d edges, %q, %s, %s, %d workers: got %v, want %v", m, wrong, way.name, name, workers, err, wantErr)
						}
						if !sameEdges(name, src, dst, wantSrc, wantDst) {
							t.Fatalf("%d edges, %q, %s, %s, %d workers: other edges", m, wrong, way.name, name, workers)
						}
						if err != nil {
							continue
						}
						if next, err := r.Uint(); next != wantNext || err != nil || r.Pos() != whole.Pos() {
							t.Fatalf("%d edges, %s, %s, %d workers: then %d at %v, %v; want %d at %v", m, way.name, name, workers, next, r.Pos(), err, wantNext, whole.Pos())
						}
						left, known := r.Remaining()
						if wantLeft, wantKnown := whole.Remaining(); left != wantLeft || known != wantKnown {
							t.Fatalf("%d edges, %s, %s, %d workers: then %d bytes remain, want %d", m, way.name, name, workers, left, wantLeft)
						}
					}
				}
			}
		}
	}
}

// A block may be all white space, in the middle of an edge.
func TestPiecesFarApart(t *testing.T) {
	const m, gap = 20_000, 3 * bufferSize
	vs := Vertices{0, 10, 0}
	for _, far := range []int{2000, 2001} { // the gap is between two edges, or in the middle of one
		text := strings.Repeat("1 ", far) + strings.Repeat(" ", gap) + strings.Repeat("2 ", 2*m-far)
		wantSrc, wantDst, err := NewReader(strings.NewReader(text)).Edges(m, vs, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, way := range ways {
			for name, read := range inPieces {
				for _, workers := range []int{1, 2} {
					src, dst, err := read(way.open(text), m, vs, workers)
					if err != nil || !sameEdges(name, src, dst, wantSrc, wantDst) {
						t.Errorf("%s, %s, %d workers, after %d tokens: wrong, error %v", way.name, name, workers, far, err)
					}
				}
			}
		}
	}
}

// An error of use ends the reading. It comes before errors in the text after the
// piece.
func TestPieceErrors(t *testing.T) {
	tired := errors.New("tired")
	tokens := edgesText(rand.New(rand.NewPCG(7, 8)), 40_000, 9)
	tokens[70_000] = "x "
	text := strings.Join(tokens, "")
	for _, way := range ways {
		for _, workers := range []int{1, 3} {
			seen := 0
			err := way.open(text).EdgesInOrder(40_000, Vertices{1, 9, 0}, workers, func(src, dst []uint32) error {
				if seen += len(src); seen > 20_000 {
					return tired
				}
				return nil
			})
			if err != tired || seen > 30_000 {
				t.Errorf("%s, %d workers, in order: got %v after %d edges", way.name, workers, err, seen)
			}
			err = way.open(text).EdgesInParallel(40_000, Vertices{1, 9, 0}, workers, func(worker int, src, dst []uint32) error { return tired })
			if err != tired {
				t.Errorf("%s, %d workers, in parallel: got %v", way.name, workers, err)
			}
		}
	}
}
