//go:build !purego

#include "textflag.h"
#include "eliminate_arm64.h"

// Coordinates as in coordinates_amd64.s, one vertex a lane. Let p be the greatest
// of a lane and bit the coordinate of the pass. Then row = p ^ bit, or 0 if the
// high half of p is 0, and x = min(x, x^row) for all x. The next p, of the first d
// columns, is found on the way. It ends when all rows are 0.
//
// Registers, the lanes of one quantity in four vectors:
//   R0 cols, R1 d, R2 columns beyond d, R4 next column, R5 columns left
//   R6 0 iff all rows are 0
//   V0-V3    p, then rows          V4-V7    next p
//   V16-V19  x                     V20-V23  x^row, masks
//   V24      bit                   V25      0xffff0000
//
// Bounds: 1 <= d. Numbers have 16 bits, so there are at most 16 passes, and their
// bits stay in the low halves. Work: 16 instructions for a column of the first d in a
// pass, 12 for one of the others.

// func coordinatesNEON(cols *uint32, d, n int)
TEXT ·coordinatesNEON(SB), NOSPLIT|NOFRAME, $0-24
	MOVD cols+0(FP), R0
	MOVD d+8(FP), R1
	MOVD n+16(FP), R2
	SUB R1, R2, R2
	MOVD $1, R4
	VDUP R4, V24.S4
	MOVD $0xffff0000, R4
	VDUP R4, V25.S4
	CLEAR(V4, V5, V6, V7)
	MOVD R0, R4
	MOVD R1, R5

look:
	VLD1.P 64(R4), [V16.S4, V17.S4, V18.S4, V19.S4]
	GREATEST
	SUBS $1, R5
	BNE look

more:
	VCMTST V25.S4, V4.S4, V20.S4
	VCMTST V25.S4, V5.S4, V21.S4
	VCMTST V25.S4, V6.S4, V22.S4
	VCMTST V25.S4, V7.S4, V23.S4
	VORR V20.B16, V21.B16, V16.B16
	VORR V22.B16, V23.B16, V17.B16
	VORR V16.B16, V17.B16, V16.B16
    WORD $0x6eb0a610 // umaxp v16.4s, v16.4s, v16.4s
	VMOV V16.D[0], R6
	CBZ R6, done
	VEOR V24.B16, V4.B16, V0.B16
	VEOR V24.B16, V5.B16, V1.B16
	VEOR V24.B16, V6.B16, V2.B16
	VEOR V24.B16, V7.B16, V3.B16
	VAND V20.B16, V0.B16, V0.B16
	VAND V21.B16, V1.B16, V1.B16
	VAND V22.B16, V2.B16, V2.B16
	VAND V23.B16, V3.B16, V3.B16
	VADD V24.S4, V24.S4, V24.S4
	CLEAR(V4, V5, V6, V7)
	MOVD R0, R4
	MOVD R1, R5

column:
	REDUCE
	GREATEST
	VST1.P [V16.S4, V17.S4, V18.S4, V19.S4], 64(R4)
	SUBS $1, R5
	BNE column
	CBZ R2, more
	MOVD R2, R5

other:
	REDUCE
	VST1.P [V16.S4, V17.S4, V18.S4, V19.S4], 64(R4)
	SUBS $1, R5
	BNE other
	B more

done:
	RET
