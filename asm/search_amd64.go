//go:build !purego

package asm

//lint:file-ignore U1000 assembly reads the tables

// searchTable has the tables of Search16's bodies. They cost some microseconds at
// start.
var searchTable = func() (t struct {
	// The Walsh functions, then their opposites. Bit k of byte b stands for x = b+32*k.
	// Row 128+m has the parity of x&m, for each m from -128 to 127.
	walsh [512][4]uint64

	// Row 8+k has 15-k: all ones or none for each of its bits. Rows of k < 0 have no
	// meaning.
	biases [24][4][4]uint64

	// Row s has the indices that move dwords, and bytes in each half of a vector, by s.
	moves [32]struct {
		dwords [8]uint32
		bytes  [32]uint8
	}
}) {
	var bits [8][4]uint64 // bit i of each x
	for x := range 256 {
		for i := range bits {
			bits[i][x%32/8] |= uint64(x>>i&1) << (x%8*8 + x/32)
		}
	}
	for i := range 256 {
		row, opposite := &t.walsh[i], &t.walsh[256+i]
		for j := range bits {
			if (i-128)>>j&1 != 0 {
				for w := range row {
					row[w] ^= bits[j][w]
				}
			}
		}
		for w := range row {
			opposite[w] = ^row[w]
		}
	}
	for k := range 16 {
		for i := range 4 {
			for w := range 4 {
				t.biases[8+k][i][w] = -uint64((15 - k) >> i & 1)
			}
		}
	}
	for s := range t.moves {
		m := &t.moves[s]
		for i := range m.dwords {
			m.dwords[i] = uint32(i ^ s/16*4)
		}
		for i := range m.bytes {
			m.bytes[i] = uint8(i%16 ^ s%16)
		}
	}
	return t
}()

// coordinateBits has 1<<j for each coordinate j.
var coordinateBits = func() (t [16]uint16) {
	for j := range t {
		t[j] = 1 << j
	}
	return t
}()
