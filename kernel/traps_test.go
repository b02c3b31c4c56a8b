package kernel

import (
	"errors"
	"math"
	"testing"
)

// TestTraps has the cases that programs for this game get wrong, with answers
// found by reasoning.
func TestTraps(t *testing.T) {
	tests := []struct {
		name string
		vertex
		want uint64
	}{
		{"a leaf has no move", vertex{5, nil}, 0},
		{"a leaf has no move, K=0", vertex{0, nil}, 0},
		{"K=0 is a move that adds nothing", vertex{0, []uint64{7}}, 1},
		{"K even reaches 0 by pairs", vertex{2, []uint64{6}}, 1},
		{"K odd does not", vertex{3, []uint64{6}}, 0},
		{"K beyond the degree repeats", vertex{9, []uint64{0, 1}}, 2},
		{"parity decides for a huge odd K", vertex{math.MaxUint64, []uint64{1}}, 0},
		{"parity decides for a huge even K", vertex{math.MaxUint64 - 1, []uint64{1}}, 1},
		{"a double edge changes nothing", vertex{1, []uint64{0, 0, 1, 1}}, 2},
		{"equal values count once", vertex{1, []uint64{1, 1}}, 0},
		{"0 twice", vertex{2, []uint64{0, 0}}, 1},
	}
	for _, kn := range Available() {
		t.Run(kn.Info().String(), func(t *testing.T) {
			for _, tt := range tests {
				if !accepts(kn, tt.vertex) {
					continue
				}
				b := batchOf([]vertex{tt.vertex})
				if err := kn.Mex(&Workspace{}, b); err != nil || b.Mex[0] != tt.want {
					t.Errorf("%s: %v: %d, %v; want %d", tt.name, tt.vertex, b.Mex[0], err, tt.want)
				}
			}
		})
	}
}

// powersOfTwo returns 0 and all the powers of two.
func powersOfTwo() []uint64 {
	succ := []uint64{0}
	for i := range 64 {
		succ = append(succ, 1<<i)
	}
	return succ
}

// TestWidest has the largest Grundy values that fit in 64 bits, and the least
// that does not.
func TestWidest(t *testing.T) {
	ran := 0
	for _, kn := range Available() {
		if v := (vertex{62, powersOfTwo()}); !accepts(kn, v) {
			continue
		}
		ran++
		t.Run(kn.Info().String(), func(t *testing.T) {
			ws := &Workspace{}
			for k, want := range map[uint64]uint64{62: 1<<63 - 1, 63: math.MaxUint64} {
				b := batchOf([]vertex{{k, powersOfTwo()}})
				if err := kn.Mex(ws, b); err != nil || b.Mex[0] != want {
					t.Errorf("K=%d: %d, %v; want %d", k, b.Mex[0], err, want)
				}
			}
			for _, k := range []uint64{64, 65, math.MaxUint64} {
				if err := kn.Mex(ws, batchOf([]vertex{{k, powersOfTwo()}})); !errors.Is(err, ErrOverflow) {
					t.Errorf("K=%d: %v, want ErrOverflow", k, err)
				}
			}
		})
	}
	if ran == 0 {
		t.Error("no kernel takes 65 values of 64 bits")
	}
}
