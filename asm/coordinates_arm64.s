//go:build !purego

#include "textflag.h"

// Coordinates with one vertex a lane: the number is in the high half of 32 bits,
// its word in the low half. The numbers of the first d columns become pivots in
// turn. Let x be the number and word of a column, after the pivots before it, and
// bit the lane's next coordinate, which is more than any word. If the number is 0,
// the column is a sum of those before it, and stays as it is. Else it becomes bit.
// So in both cases it becomes min(x, bit). What it loses is the pivot p: 0, or x^bit.
// Then x = min(x, x^p) for all later columns: the smaller is the one without the
// leading bit of p.
//
// Four pivots at a time go over the later columns, unless they are 0 in all lanes.
// What is then left of d goes one by one.
//
// Registers, the lanes of one quantity in four vectors:
//   R0 next pivot column, R1 cols, R2 pivots left, R3 columns left
//   R4 next column, R5 columns to reduce, 0 iff four pivots are 0
//   V0-V15   pivots: V0-V3, V4-V7, V8-V11, V12-V15
//   V16-V19  x                     V20-V23  x^p
//   V24-V27  bit
//
// Bounds: 1 <= d <= n. The rank of a lane is at most 16, so its bits stay in the
// low halves. Work: 37 instructions for a column and four pivots, and 160 for these
// four; 9 a column to spread the numbers.

// Sets V16-V19 to the column at R4.
#define LOAD VLD1 (R4), [V16.S4, V17.S4, V18.S4, V19.S4]

// Stores V16-V19 as the column at R4, and goes on to the next.
#define STORE \
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R4) \
	ADD $64, R4

// Sets V16-V19 to x, reduced by the pivots p.
#define REDUCE(P0, P1, P2, P3) \
	VEOR P0.B16, V16.B16, V20.B16 \
	VEOR P1.B16, V17.B16, V21.B16 \
	VEOR P2.B16, V18.B16, V22.B16 \
	VEOR P3.B16, V19.B16, V23.B16 \
	VUMIN V20.S4, V16.S4, V16.S4 \
	VUMIN V21.S4, V17.S4, V17.S4 \
	VUMIN V22.S4, V18.S4, V18.S4 \
	VUMIN V23.S4, V19.S4, V19.S4

// Makes pivots p of the column at R4, which is x, replaces it by what becomes of
// it, and goes on to the next.
#define PIVOT(P0, P1, P2, P3) \
	VUMIN V24.S4, V16.S4, V20.S4 \
	VUMIN V25.S4, V17.S4, V21.S4 \
	VUMIN V26.S4, V18.S4, V22.S4 \
	VUMIN V27.S4, V19.S4, V23.S4 \
	VEOR V20.B16, V16.B16, P0.B16 \
	VEOR V21.B16, V17.B16, P1.B16 \
	VEOR V22.B16, V18.B16, P2.B16 \
	VEOR V23.B16, V19.B16, P3.B16 \
	VCMEQ V20.S4, V24.S4, V16.S4 \
	VCMEQ V21.S4, V25.S4, V17.S4 \
	VCMEQ V22.S4, V26.S4, V18.S4 \
	VCMEQ V23.S4, V27.S4, V19.S4 \
	VAND V24.B16, V16.B16, V16.B16 \
	VAND V25.B16, V17.B16, V17.B16 \
	VAND V26.B16, V18.B16, V18.B16 \
	VAND V27.B16, V19.B16, V19.B16 \
	VADD V16.S4, V24.S4, V24.S4 \
	VADD V17.S4, V25.S4, V25.S4 \
	VADD V18.S4, V26.S4, V26.S4 \
	VADD V19.S4, V27.S4, V27.S4 \
	VST1 [V20.S4, V21.S4, V22.S4, V23.S4], (R4) \
	ADD $64, R4

// Sets T to the OR of pivots p.
#define OR(P0, P1, P2, P3, T) \
	VORR P0.B16, P1.B16, T.B16 \
	VORR P2.B16, T.B16, T.B16 \
	VORR P3.B16, T.B16, T.B16

// func coordinatesNEON(words *uint32, cols *uint16, n, d int)
TEXT ·coordinatesNEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD words+0(FP), R0
	MOVD cols+8(FP), R1
	MOVD n+16(FP), R3
	MOVD d+24(FP), R2
	VMOVI $0, V20.B16
	MOVD R0, R4
	MOVD R3, R5

spread: // loop: 1 column
	VLD1.P 32(R1), [V22.H8, V23.H8]
	VZIP1 V22.H8, V20.H8, V16.H8
	VZIP2 V22.H8, V20.H8, V17.H8
	VZIP1 V23.H8, V20.H8, V18.H8
	VZIP2 V23.H8, V20.H8, V19.H8
	STORE
	SUBS $1, R5
	BNE spread

	MOVD $1, R4
	VDUP R4, V24.S4
	VDUP R4, V25.S4
	VDUP R4, V26.S4
	VDUP R4, V27.S4

four: // loop: 4 pivots
	MOVD R0, R4
	CMP $4, R2
	BLT one
	LOAD
	PIVOT(V0, V1, V2, V3)
	LOAD
	REDUCE(V0, V1, V2, V3)
	PIVOT(V4, V5, V6, V7)
	LOAD
	REDUCE(V0, V1, V2, V3)
	REDUCE(V4, V5, V6, V7)
	PIVOT(V8, V9, V10, V11)
	LOAD
	REDUCE(V0, V1, V2, V3)
	REDUCE(V4, V5, V6, V7)
	REDUCE(V8, V9, V10, V11)
	PIVOT(V12, V13, V14, V15)
	MOVD R4, R0
	SUB $4, R2
	SUBS $4, R3
	BEQ done
	OR(V0, V1, V2, V3, V20)
	OR(V4, V5, V6, V7, V21)
	OR(V8, V9, V10, V11, V22)
	OR(V12, V13, V14, V15, V23)
	OR(V20, V21, V22, V23, V20)
    WORD $0x6eb4a694 // umaxp v20.4s, v20.4s, v20.4s
	VMOV V20.D[0], R5
	CBZ R5, four
	MOVD R3, R5

reduceFour: // loop: 1 column
	LOAD
	REDUCE(V0, V1, V2, V3)
	REDUCE(V4, V5, V6, V7)
	REDUCE(V8, V9, V10, V11)
	REDUCE(V12, V13, V14, V15)
	STORE
	SUBS $1, R5
	BNE reduceFour
	B four

one: // loop: 1 pivot
	CBZ R2, done
	LOAD
	PIVOT(V0, V1, V2, V3)
	MOVD R4, R0
	SUB $1, R2
	SUBS $1, R3
	BEQ done
	MOVD R3, R5

reduceOne: // loop: 1 column
	LOAD
	REDUCE(V0, V1, V2, V3)
	STORE
	SUBS $1, R5
	BNE reduceOne
	MOVD R0, R4
	B one

done:
	RET
