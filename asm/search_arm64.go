//go:build !purego

package asm

import "math/bits"

// searchTable has the tables of Search16's bodies. They cost some microseconds at
// start.
//
//lint:ignore U1000 assembly reads it
var searchTable = func() (t struct {
	// Row k has 15-k: all ones or none for each of its bits.
	biases [16][4][16]uint8

	// The Walsh functions, then their opposites. Bit k of byte b stands for x = b+32*k.
	// Row m has the parity of x&m.
	walsh [512][32]uint8

	// Row s says where the bits of a byte go if bit i goes to i^s: those of its low
	// half, for each value of it, and those of its high half.
	moves [8][2][16]uint8
}) {
	for x := range 256 {
		for m := range 256 {
			parity := uint8(bits.OnesCount8(uint8(x&m)) & 1)
			t.walsh[m][x%32] |= parity << (x / 32)
			t.walsh[256+m][x%32] |= (1 - parity) << (x / 32)
		}
	}
	for k := range t.biases {
		for i := range t.biases[k] {
			for b := range t.biases[k][i] {
				t.biases[k][i][b] = -uint8((15 - k) >> i & 1)
			}
		}
	}
	for s := range 8 {
		for value := range 16 {
			for i := range 4 {
				bit := uint8(value >> i & 1)
				t.moves[s][0][value] |= bit << (i ^ s)
				t.moves[s][1][value] |= bit << (4 + i ^ s)
			}
		}
	}
	return t
}()
