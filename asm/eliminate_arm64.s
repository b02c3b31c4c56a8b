//go:build !purego

#include "textflag.h"

// Elimination as in eliminate_amd64.s, one vertex a lane. First comes v0, the least
// value. Then every v becomes v^v0, and with pivots p
//
//   pivots |= leading bit of p; c = min(c, c^p); x = min(x, x^p) for all x
//
// The leading bit of p is the sign bit shifted right by the leading zeros of p, which
// leaves 0 if p is 0. Or it is 1 shifted left by them, with all bits mirrored.
//
// Stores do not move R4 on by themselves: then the next load would wait until the
// value to be stored is there, by the tables of some cores.
//
// The least value of a lane takes no part. On the way to it, each column becomes
// the greater of the value and the least so far, and the first column is dropped.
// Eight columns at a time are in registers, where each reduces c and those after it,
// and then all later columns. It ends after a block that leaves nothing else. At
// the end, the pivots are back in their columns, which tell their leading bits.
//
// A column has 16 lanes. With 32 bits, lanes 0 to 7 are done first, then the others.
//
// Registers:
//   R0 block, R1 columns from there on, R2 odd, R3 out, R4 next column
//   R5 columns left, R6 columns that are pivots, R7 the first of them
//   R8 halves that are left, with 32 bits
//   V0-V15   the block's columns, two vectors each, or
//            least value: V0 V1
//   V16-V19  x, x^p
//   V20 V21  v0 for the first block, which translates; then 0
//   V26 V27  OR of later columns      V24 V25  c
//   V22 V23  leading bits, mirrored   V28      1
//
// Bounds: d >= 1. Work for 16 bits, or half of 32: 9 instructions a column before
// and 10 after, 220 for a block, and 41 for each later column.

// In the macros T is the arrangement, H8 or S4, and SIZE that of a column in bytes.

// LOAD loads column j of the block, if there is one.
#define LOAD(j, SIZE, A, B, FA, FB) \
	FLDPQ SIZE*j(R0), (FA, FB) \
	VEOR V20.B16, A.B16, A.B16 \
	VEOR V21.B16, B.B16, B.B16 \
	SUBS $1, R5 \
	BEQ loaded

// PIVOT stores column j of the block and reduces c by it. Then it goes on to the
// next, if there is one.
#define PIVOT(j, T, SIZE, P0, P1, F0, F1) \
	FSTPQ (F0, F1), SIZE*j(R0) \
	STEP(T, P0, P1, V24, V25) \
	SUBS $1, R1 \
	BEQ reduced

// STEP reduces x by p.
#define STEP(T, P0, P1, X0, X1) \
	VEOR P0.B16, X0.B16, V16.B16 \
	VEOR P1.B16, X1.B16, V17.B16 \
	VUMIN V16.T, X0.T, X0.T \
	VUMIN V17.T, X1.T, X1.T

// The last column of the block, the last two, ... reduced by p.
#define STEPS1(T, P0, P1) STEP(T, P0, P1, V14, V15)
#define STEPS2(T, P0, P1) STEP(T, P0, P1, V12, V13) \
	STEPS1(T, P0, P1)
#define STEPS3(T, P0, P1) STEP(T, P0, P1, V10, V11) \
	STEPS2(T, P0, P1)
#define STEPS4(T, P0, P1) STEP(T, P0, P1, V8, V9) \
	STEPS3(T, P0, P1)
#define STEPS5(T, P0, P1) STEP(T, P0, P1, V6, V7) \
	STEPS4(T, P0, P1)
#define STEPS6(T, P0, P1) STEP(T, P0, P1, V4, V5) \
	STEPS5(T, P0, P1)
#define STEPS7(T, P0, P1) STEP(T, P0, P1, V2, V3) \
	STEPS6(T, P0, P1)

// ELIMINATE makes pivots of d = R1 >= 1 columns from R0 on, and reduces c by them.
// It ends with R6 pivots in the columns from R7 on.
#define ELIMINATE(T, SIZE) \
	VLD1 (R0), [V0.T, V1.T] \
	ADD $SIZE, R0 \
	MOVD R0, R7 \
	MOVD R0, R4 \
	SUBS $1, R1 \
	MOVD R1, R5 \
	MOVD R1, R6 \
	BEQ looked \
look: \ // loop: 32 bytes
	VLD1 (R4), [V6.T, V7.T] \
	VUMAX V6.T, V0.T, V10.T \
	VUMAX V7.T, V1.T, V11.T \
	VUMIN V6.T, V0.T, V0.T \
	VUMIN V7.T, V1.T, V1.T \
	VST1 [V10.T, V11.T], (R4) \
	ADD $SIZE, R4 \
	SUBS $1, R5 \
	BNE look \
looked: \
	VLD1 (R2), [V24.T, V25.T] \
	VAND V0.B16, V24.B16, V24.B16 \
	VAND V1.B16, V25.B16, V25.B16 \
	VMOV V0.B16, V20.B16 \
	VMOV V1.B16, V21.B16 \
	CBZ R1, reduced \
block: \ // loop: 8 pivots
	MOVD R1, R5 \
	LOAD(0, SIZE, V0, V1, F0, F1) \
	LOAD(1, SIZE, V2, V3, F2, F3) \
	LOAD(2, SIZE, V4, V5, F4, F5) \
	LOAD(3, SIZE, V6, V7, F6, F7) \
	LOAD(4, SIZE, V8, V9, F8, F9) \
	LOAD(5, SIZE, V10, V11, F10, F11) \
	LOAD(6, SIZE, V12, V13, F12, F13) \
	LOAD(7, SIZE, V14, V15, F14, F15) \
loaded: \
	PIVOT(0, T, SIZE, V0, V1, F0, F1) \
	STEPS7(T, V0, V1) \
	PIVOT(1, T, SIZE, V2, V3, F2, F3) \
	STEPS6(T, V2, V3) \
	PIVOT(2, T, SIZE, V4, V5, F4, F5) \
	STEPS5(T, V4, V5) \
	PIVOT(3, T, SIZE, V6, V7, F6, F7) \
	STEPS4(T, V6, V7) \
	PIVOT(4, T, SIZE, V8, V9, F8, F9) \
	STEPS3(T, V8, V9) \
	PIVOT(5, T, SIZE, V10, V11, F10, F11) \
	STEPS2(T, V10, V11) \
	PIVOT(6, T, SIZE, V12, V13, F12, F13) \
	STEPS1(T, V12, V13) \
	PIVOT(7, T, SIZE, V14, V15, F14, F15) \
	ADD $(8*SIZE), R0 \
	MOVD R0, R4 \
	MOVD R1, R5 \
	VMOVI $0, V26.B16 \
	VMOVI $0, V27.B16 \
later: \ // loop: 8 steps
	VLD1 (R4), [V18.T, V19.T] \
	VEOR V20.B16, V18.B16, V18.B16 \
	VEOR V21.B16, V19.B16, V19.B16 \
	STEP(T, V0, V1, V18, V19) \
	STEP(T, V2, V3, V18, V19) \
	STEP(T, V4, V5, V18, V19) \
	STEP(T, V6, V7, V18, V19) \
	STEP(T, V8, V9, V18, V19) \
	STEP(T, V10, V11, V18, V19) \
	STEP(T, V12, V13, V18, V19) \
	STEP(T, V14, V15, V18, V19) \
	VORR V18.B16, V26.B16, V26.B16 \
	VORR V19.B16, V27.B16, V27.B16 \
	VST1 [V18.T, V19.T], (R4) \
	ADD $SIZE, R4 \
	SUBS $1, R5 \
	BNE later \
	VMOVI $0, V20.B16 \
	VMOVI $0, V21.B16 \
	VORR V26.B16, V27.B16, V26.B16 \
	VUADDLV V26.S4, V26 \
	VMOV V26.D[0], R5 \
	CBNZ R5, block \
	SUB R1, R6 \
reduced: \
	VMOVI $0, V22.B16 \
	VMOVI $0, V23.B16

// func eliminate16NEON(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
TEXT ·eliminate16NEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD cols+0(FP), R0
	MOVD d+8(FP), R1
	MOVD odd+16(FP), R2
	MOVD out+24(FP), R3
	MOVD $1, R4
	VDUP R4, V28.H8
	ELIMINATE(H8, 32)
	CBZ R6, done

pivot: // loop: 1 pivot
	VLD1 (R7), [V18.H8, V19.H8]
	ADD $32, R7
    WORD $0x6e604a52 // clz v18.8h, v18.8h
    WORD $0x6e604a73 // clz v19.8h, v19.8h
    WORD $0x6e724792 // ushl v18.8h, v28.8h, v18.8h
    WORD $0x6e734793 // ushl v19.8h, v28.8h, v19.8h
	VORR V18.B16, V22.B16, V22.B16
	VORR V19.B16, V23.B16, V23.B16
	SUBS $1, R6
	BNE pivot
	VRBIT V22.B16, V22.B16
	VRBIT V23.B16, V23.B16
	VREV16 V22.B16, V22.B16
	VREV16 V23.B16, V23.B16

done:
	VST1 [V22.H8, V23.H8, V24.H8, V25.H8], (R3)
	RET

// func eliminate32NEON(cols *uint32, d int, odd *[16]uint32, out *Lanes32)
TEXT ·eliminate32NEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD cols+0(FP), R0
	MOVD odd+16(FP), R2
	MOVD out+24(FP), R3
	MOVD $1, R4
	VDUP R4, V28.S4
	MOVD $2, R8

half: // loop: 8 lanes
	MOVD d+8(FP), R1
	ELIMINATE(S4, 64)
	CBZ R6, done

pivot: // loop: 1 pivot
	VLD1 (R7), [V18.S4, V19.S4]
	ADD $64, R7
    WORD $0x6ea04a52 // clz v18.4s, v18.4s
    WORD $0x6ea04a73 // clz v19.4s, v19.4s
    WORD $0x6eb24792 // ushl v18.4s, v28.4s, v18.4s
    WORD $0x6eb34793 // ushl v19.4s, v28.4s, v19.4s
	VORR V18.B16, V22.B16, V22.B16
	VORR V19.B16, V23.B16, V23.B16
	SUBS $1, R6
	BNE pivot
	VRBIT V22.B16, V22.B16
	VRBIT V23.B16, V23.B16
	VREV32 V22.B16, V22.B16
	VREV32 V23.B16, V23.B16

done:
	FSTPQ (F22, F23), (R3)
	FSTPQ (F24, F25), 64(R3)
	ADD $32, R2
	ADD $32, R3
	MOVD cols+0(FP), R0
	ADD $32, R0
	SUBS $1, R8
	BNE half
	RET
