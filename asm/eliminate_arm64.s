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
// With 16 bits the least value of a lane takes no part. On the way to it, each
// column becomes the greater of the value and the least so far, and the last column
// is dropped. Eight columns at a time are in registers, reduce one another, and
// then all later columns. It ends after a block that leaves nothing else. At the
// end, the pivots are back in their columns, from where they reduce c.
//
// Registers:
//   R0 block, R1 columns from there on, R2 odd, R3 out, R4 next column
//   R5 columns left, R6 columns that are pivots, R7 the first column
//   V0-V15   the block's columns, two vectors each, or
//            least value: V0 V1
//   V16-V19  x, x^p
//   V20 V21  v0 for the first block, which translates; then 0
//   V26 V27  OR of later columns      V24 V25  c
//   V22 V23  leading bits, mirrored   V28      1
//
// Bounds: d >= 1. Work: 9 instructions a column before and 13 after, 170 for a
// block, and 41 for each later column.

// Loads column j of the block, if there is one.
#define LOAD(j, A, B, FA, FB) \
	FLDPQ 32*j(R0), (FA, FB) \
	VEOR V20.B16, A.B16, A.B16 \
	VEOR V21.B16, B.B16, B.B16 \
	SUBS $1, R5 \
	BEQ loaded

// Stores column j of the block, if there is one.
#define STORE(j, FA, FB) \
	FSTPQ (FA, FB), 32*j(R0) \
	SUBS $1, R1 \
	BEQ reduced

// Reduces x by p.
#define STEP(P0, P1, X0, X1) \
	VEOR P0.B16, X0.B16, V16.B16 \
	VEOR P1.B16, X1.B16, V17.B16 \
	VUMIN V16.H8, X0.H8, X0.H8 \
	VUMIN V17.H8, X1.H8, X1.H8

// Reduce the last column of the block, the last two, ... by p.
#define STEPS1(P0, P1) STEP(P0, P1, V14, V15)
#define STEPS2(P0, P1) STEP(P0, P1, V12, V13) \
	STEPS1(P0, P1)
#define STEPS3(P0, P1) STEP(P0, P1, V10, V11) \
	STEPS2(P0, P1)
#define STEPS4(P0, P1) STEP(P0, P1, V8, V9) \
	STEPS3(P0, P1)
#define STEPS5(P0, P1) STEP(P0, P1, V6, V7) \
	STEPS4(P0, P1)
#define STEPS6(P0, P1) STEP(P0, P1, V4, V5) \
	STEPS5(P0, P1)
#define STEPS7(P0, P1) STEP(P0, P1, V2, V3) \
	STEPS6(P0, P1)

// func eliminate16NEON(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
TEXT ·eliminate16NEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD cols+0(FP), R0
	MOVD d+8(FP), R1
	MOVD odd+16(FP), R2
	MOVD out+24(FP), R3
	VLD1.P 32(R0), [V0.H8, V1.H8]
	MOVD R0, R4
	SUBS $1, R1
	MOVD R1, R5
	BEQ looked

look: // loop: 32 bytes
	VLD1 (R4), [V6.H8, V7.H8]
	VUMAX V6.H8, V0.H8, V10.H8
	VUMAX V7.H8, V1.H8, V11.H8
	VUMIN V6.H8, V0.H8, V0.H8
	VUMIN V7.H8, V1.H8, V1.H8
	VST1 [V10.H8, V11.H8], (R4)
	ADD $32, R4
	SUBS $1, R5
	BNE look

looked:
	VLD1 (R2), [V24.H8, V25.H8]
	VAND V0.B16, V24.B16, V24.B16
	VAND V1.B16, V25.B16, V25.B16
	VMOV V0.B16, V20.B16
	VMOV V1.B16, V21.B16
	VMOVI $0, V22.B16
	VMOVI $0, V23.B16
	CBZ R1, done
	MOVD R0, R7
	MOVD R1, R6

block: // loop: 8 pivots
	MOVD R1, R5
	LOAD(0, V0, V1, F0, F1)
	LOAD(1, V2, V3, F2, F3)
	LOAD(2, V4, V5, F4, F5)
	LOAD(3, V6, V7, F6, F7)
	LOAD(4, V8, V9, F8, F9)
	LOAD(5, V10, V11, F10, F11)
	LOAD(6, V12, V13, F12, F13)
	LOAD(7, V14, V15, F14, F15)

loaded:
	STEPS7(V0, V1)
	STEPS6(V2, V3)
	STEPS5(V4, V5)
	STEPS4(V6, V7)
	STEPS3(V8, V9)
	STEPS2(V10, V11)
	STEPS1(V12, V13)
	STORE(0, F0, F1)
	STORE(1, F2, F3)
	STORE(2, F4, F5)
	STORE(3, F6, F7)
	STORE(4, F8, F9)
	STORE(5, F10, F11)
	STORE(6, F12, F13)
	STORE(7, F14, F15)
	ADD $256, R0
	MOVD R0, R4
	MOVD R1, R5
	VMOVI $0, V26.B16
	VMOVI $0, V27.B16

later: // loop: 8 steps
	VLD1 (R4), [V18.H8, V19.H8]
	VEOR V20.B16, V18.B16, V18.B16
	VEOR V21.B16, V19.B16, V19.B16
	STEP(V0, V1, V18, V19)
	STEP(V2, V3, V18, V19)
	STEP(V4, V5, V18, V19)
	STEP(V6, V7, V18, V19)
	STEP(V8, V9, V18, V19)
	STEP(V10, V11, V18, V19)
	STEP(V12, V13, V18, V19)
	STEP(V14, V15, V18, V19)
	VORR V18.B16, V26.B16, V26.B16
	VORR V19.B16, V27.B16, V27.B16
	VST1 [V18.H8, V19.H8], (R4)
	ADD $32, R4
	SUBS $1, R5
	BNE later
	VMOVI $0, V20.B16
	VMOVI $0, V21.B16
	VORR V26.B16, V27.B16, V26.B16
    WORD $0x6ebaa75a // umaxp v26.4s, v26.4s, v26.4s
	VMOV V26.D[0], R5
	CBNZ R5, block
	SUB R7, R0, R6
	LSR $5, R6

reduced:
	MOVD $1, R5
	VDUP R5, V28.H8

pivot: // loop: 1 pivot
	VLD1.P 32(R7), [V18.H8, V19.H8]
	STEP(V18, V19, V24, V25)
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

// With 32 bits the pivot of a lane is the greatest of its numbers. A pass, with a
// step for each of the d columns, also finds the next pivots, the greatest of what
// is left. It ends when no lane has one.
//
// Registers, the lanes of one quantity in four vectors:
//   R0 cols, R1 d, R2 odd, R3 out, R4 next column, R5 columns left
//   R6 0 iff p is 0 in all lanes
//   V0-V3    v0, then p             V4-V7    next p
//   V8-V11   pivots                 V12-V15  c
//   V16-V19  x                      V20-V23  x^p
//   V24      sign bits
//
// Bounds: d >= 1. The greatest of a lane loses its leading bit in each pass, so
// there are at most 32 passes. Work: 17 instructions a column and pass.

// Sets four vectors to 0.
#define CLEAR(A, B, C, D) \
	VEOR A.B16, A.B16, A.B16 \
	VEOR B.B16, B.B16, B.B16 \
	VEOR C.B16, C.B16, C.B16 \
	VEOR D.B16, D.B16, D.B16

// Sets V4-V7 to the greater of themselves and of the column in V16-V19, by lane.
#define GREATEST \
	VUMAX V16.S4, V4.S4, V4.S4 \
	VUMAX V17.S4, V5.S4, V5.S4 \
	VUMAX V18.S4, V6.S4, V6.S4 \
	VUMAX V19.S4, V7.S4, V7.S4

// func eliminate32NEON(cols *uint32, d int, odd *[16]uint32, out *Lanes32)
TEXT ·eliminate32NEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD cols+0(FP), R0
	MOVD d+8(FP), R1
	MOVD odd+16(FP), R2
	MOVD out+24(FP), R3
	VLD1 (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	MOVD R0, R4
	MOVD R1, R5

look: // loop: 64 bytes
	VLD1.P 64(R4), [V16.S4, V17.S4, V18.S4, V19.S4]
	VUMIN V16.S4, V0.S4, V0.S4
	VUMIN V17.S4, V1.S4, V1.S4
	VUMIN V18.S4, V2.S4, V2.S4
	VUMIN V19.S4, V3.S4, V3.S4
	SUBS $1, R5
	BNE look

	VLD1 (R2), [V12.S4, V13.S4, V14.S4, V15.S4]
	VAND V0.B16, V12.B16, V12.B16
	VAND V1.B16, V13.B16, V13.B16
	VAND V2.B16, V14.B16, V14.B16
	VAND V3.B16, V15.B16, V15.B16
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	MOVD $0x80000000, R4
	VDUP R4, V24.S4
	MOVD R0, R4
	MOVD R1, R5

translate: // loop: 64 bytes
	VLD1 (R4), [V16.S4, V17.S4, V18.S4, V19.S4]
	VEOR V0.B16, V16.B16, V16.B16
	VEOR V1.B16, V17.B16, V17.B16
	VEOR V2.B16, V18.B16, V18.B16
	VEOR V3.B16, V19.B16, V19.B16
	GREATEST
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R4)
	ADD $64, R4
	SUBS $1, R5
	BNE translate
	B test

pass: // loop: 1 pivot
	VMOV V4.B16, V0.B16
	VMOV V5.B16, V1.B16
	VMOV V6.B16, V2.B16
	VMOV V7.B16, V3.B16
    WORD $0x6ea04810 // clz v16.4s, v0.4s
    WORD $0x6ea04831 // clz v17.4s, v1.4s
    WORD $0x6ea04852 // clz v18.4s, v2.4s
    WORD $0x6ea04873 // clz v19.4s, v3.4s
    WORD $0x6ea0ba10 // neg v16.4s, v16.4s
    WORD $0x6ea0ba31 // neg v17.4s, v17.4s
    WORD $0x6ea0ba52 // neg v18.4s, v18.4s
    WORD $0x6ea0ba73 // neg v19.4s, v19.4s
    WORD $0x6eb04710 // ushl v16.4s, v24.4s, v16.4s
    WORD $0x6eb14711 // ushl v17.4s, v24.4s, v17.4s
    WORD $0x6eb24712 // ushl v18.4s, v24.4s, v18.4s
    WORD $0x6eb34713 // ushl v19.4s, v24.4s, v19.4s
	VORR V16.B16, V8.B16, V8.B16
	VORR V17.B16, V9.B16, V9.B16
	VORR V18.B16, V10.B16, V10.B16
	VORR V19.B16, V11.B16, V11.B16
	VEOR V0.B16, V12.B16, V20.B16
	VEOR V1.B16, V13.B16, V21.B16
	VEOR V2.B16, V14.B16, V22.B16
	VEOR V3.B16, V15.B16, V23.B16
	VUMIN V20.S4, V12.S4, V12.S4
	VUMIN V21.S4, V13.S4, V13.S4
	VUMIN V22.S4, V14.S4, V14.S4
	VUMIN V23.S4, V15.S4, V15.S4
	CLEAR(V4, V5, V6, V7)
	MOVD R0, R4
	MOVD R1, R5

column: // loop: 2 steps
	VLD1 (R4), [V16.S4, V17.S4, V18.S4, V19.S4]
	VEOR V0.B16, V16.B16, V20.B16
	VEOR V1.B16, V17.B16, V21.B16
	VEOR V2.B16, V18.B16, V22.B16
	VEOR V3.B16, V19.B16, V23.B16
	VUMIN V20.S4, V16.S4, V16.S4
	VUMIN V21.S4, V17.S4, V17.S4
	VUMIN V22.S4, V18.S4, V18.S4
	VUMIN V23.S4, V19.S4, V19.S4
	GREATEST
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R4)
	ADD $64, R4
	SUBS $1, R5
	BNE column

test:
	VORR V4.B16, V5.B16, V16.B16
	VORR V6.B16, V7.B16, V17.B16
	VORR V17.B16, V16.B16, V16.B16
    WORD $0x6eb0a610 // umaxp v16.4s, v16.4s, v16.4s
	VMOV V16.D[0], R6
	CBNZ R6, pass

	VST1.P [V8.S4, V9.S4, V10.S4, V11.S4], 64(R3)
	VST1 [V12.S4, V13.S4, V14.S4, V15.S4], (R3)
	RET
