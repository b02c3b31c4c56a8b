//go:build !purego

#include "textflag.h"
#include "sort_arm64.h"
#include "transpose_arm64.h"
#include "settle_arm64.h"

// Settle16 does all lanes alike, words of eight lanes in a vector. The units are the
// words of the powers of two, shifted left by 16-rank.
//
// UZP splits words and rests. A number is an extra if its word w has two bits or
// more, which is w & (w-1). All else counts as 0. As bytes the extras of a column
// wait in the Extras of a row, those of column i in row i, until all are sorted by
// a network and transposed. The units wait on the stack. Their bits are transposed
// in each lane, then their lanes.
//
// If no lane is left open, nothing is laid out.
//
// Registers, two for the sixteen lanes of one quantity:
//   R0 next of cols, R1 next of words, R2 columns left, R3 powers left, R4 k
//   R5 out, or half of it, R6 place of extras, then of units, R7 its end, R8 scratch
//   V0 V1    OR of words, then of rests   V2 V3    XOR of numbers, at last with c
//   V4 V5    OR of extras                 V6 V7    how many
//   V8 V9    c, shifted                   V10 V11  is c in the span?
//   V12 V13  16-rank                      V14 V15  rank-K, or 0
//   V16 V17  later K                      V18 V19  lanes that are open
//   V22 V23  t, then 2^t-1                V26-V29  mex: its terms
//   V24 V25  words; V24 later 1           V30 V31  0 and -1
//   V17 V19  rests
//
// Bounds: 1 <= d <= 16, 0 <= width <= 16, and no rests in the first d columns. A
// shift by 16, of a word of rank 0 or to 2^16, leaves 0. Work: 21 instructions a
// column of G, 16 a power, and 800 for the rest, 370 of them for the Masks.

// The bits of eight lanes, twice.
DATA laneBits<>+0(SB)/8, $0x8040201008040201
DATA laneBits<>+8(SB)/8, $0x8040201008040201
GLOBL laneBits<>(SB), RODATA|NOPTR, $16

// func settle16NEON(cols *uint16, words *uint32, d, width int, k *[16]uint16, out *Bounded16)
TEXT ·settle16NEON(SB), NOSPLIT, $512-48
	MOVD cols+0(FP), R0
	MOVD words+8(FP), R1
	MOVD d+16(FP), R2
	MOVD width+24(FP), R3
	MOVD k+32(FP), R4
	MOVD out+40(FP), R5
	ADD $32, R5, R6
	ADD $1024, R6, R7
	VMOVI $0, V30.B16
	VMOVI $255, V31.B16
	VMOVI $0, V0.B16
	VMOVI $0, V1.B16
	VMOVI $0, V2.B16
	VMOVI $0, V3.B16
	VMOVI $0, V4.B16
	VMOVI $0, V5.B16
	VMOVI $0, V6.B16
	VMOVI $0, V7.B16

column: // loop: 1 column
	VLD1.P 64(R1), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1.P 32(R0), [V20.H8, V21.H8]
	BOTH(VUZP1, H8, V17, V19, V16, V18, V16, V18)
	BOTH(VADD, H8, V31, V31, V16, V18, V22, V23)
	BOTH(VCMTST, H8, V16, V18, V22, V23, V22, V23)
	BOTH(VORR, B16, V16, V18, V0, V1, V0, V1)
	BOTH(VEOR, B16, V20, V21, V2, V3, V2, V3)
	BOTH(VAND, B16, V22, V23, V20, V21, V20, V21)
	BOTH(VORR, B16, V20, V21, V4, V5, V4, V5)
	BOTH(VSUB, H8, V22, V23, V6, V7, V6, V7)
	NARROW(V20, V21)
	FMOVQ F20, (R6)
	ADD $64, R6
	SUBS $1, R2
	BNE column
	B columns

noColumn: // loop: 1 column
	FMOVQ F30, (R6)
	ADD $64, R6

columns:
	CMP R7, R6
	BNE noColumn

	// c, and the powers of two.
	SPLIT
	VLD1 (R0), [V20.H8, V21.H8]
	BOTH(VEOR, B16, V20, V21, V2, V3, V2, V3)
	BOTH(VCMEQ, H8, V30, V30, V17, V19, V10, V11)
    WORD $0x6e60480c // clz v12.8h, v0.8h
    WORD $0x6e60482d // clz v13.8h, v1.8h
    WORD $0x6e6c4708 // ushl v8.8h, v24.8h, v12.8h
    WORD $0x6e6d4729 // ushl v9.8h, v25.8h, v13.8h
	VMOVI $0, V0.B16
	VMOVI $0, V1.B16
	VMOVI $0, V22.B16
	VMOVI $0, V23.B16
	MOVD $units-512(SP), R6
	MOVD $units-0(SP), R7
	CBZ R3, powers

power: // loop: 1 unit
	SPLIT
	BOTH(VORR, B16, V17, V19, V0, V1, V0, V1)
	BOTH(VCMEQ, H8, V30, V30, V0, V1, V16, V17)
	BOTH(VSUB, H8, V16, V17, V22, V23, V22, V23)
    WORD $0x6e6c4718 // ushl v24.8h, v24.8h, v12.8h
    WORD $0x6e6d4739 // ushl v25.8h, v25.8h, v13.8h
	FSTPQ (F24, F25), (R6)
	ADD $32, R6
	SUBS $1, R3
	BNE power
	B powers

noPower: // loop: 1 unit
	FSTPQ.P (F30, F30), 32(R6)

powers:
	CMP R7, R6
	BNE noPower
	MOVD $units-512(SP), R6
	MOVD $1, R7
	VDUP R7, V24.H8
    WORD $0x6e764716 // ushl v22.8h, v24.8h, v22.8h
    WORD $0x6e774717 // ushl v23.8h, v24.8h, v23.8h
	BOTH(VADD, H8, V31, V31, V22, V23, V22, V23)

	// What is settled: by 2^t, or by V2 and V3 if that is less and all else is in
	// the ball. The mex is a sum of two words, as it may be 2^16.
	VLD1 (R4), [V16.H8, V17.H8]
	MOVD $16, R7
	VDUP R7, V14.H8
	VSUB V13.H8, V14.H8, V15.H8
	VSUB V12.H8, V14.H8, V14.H8
    WORD $0x6e702dce // uqsub v14.8h, v14.8h, v16.8h
    WORD $0x6e712def // uqsub v15.8h, v15.8h, v17.8h
    WORD $0x6e7835d2 // cmhi v18.8h, v14.8h, v24.8h
    WORD $0x6e7835f3 // cmhi v19.8h, v15.8h, v24.8h
	BOTH(VAND, B16, V10, V11, V18, V19, V18, V19)
	BOTH(VEOR, B16, V18, V19, V10, V11, V10, V11)
	BOTH(VCMEQ, H8, V24, V24, V14, V15, V14, V15)
	BOTH(VCMEQ, H8, V30, V30, V6, V7, V26, V27)
    WORD $0x6e623ed4 // cmhs v20.8h, v22.8h, v2.8h
    WORD $0x6e633ef5 // cmhs v21.8h, v23.8h, v3.8h
	BOTH(VAND, B16, V14, V15, V26, V27, V26, V27)
	BOTH(VAND, B16, V20, V21, V26, V27, V26, V27)
	VMOV V22.B16, V28.B16
	VMOV V23.B16, V29.B16
	BOTH(VBIT, B16, V26, V27, V2, V3, V28, V29)
	BOTH(VADD, H8, V24, V24, V26, V27, V26, V27)
	BOTH(VAND, B16, V10, V11, V28, V29, V28, V29)
	BOTH(VAND, B16, V10, V11, V26, V27, V26, V27)
    WORD $0x2e7a0380 // uaddl v0.4s, v28.4h, v26.4h
    WORD $0x6e7a0381 // uaddl2 v1.4s, v28.8h, v26.8h
    WORD $0x2e7b03a2 // uaddl v2.4s, v29.4h, v27.4h
    WORD $0x6e7b03a3 // uaddl2 v3.4s, v29.8h, v27.8h
	ADD $1024, R5, R7
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R7)
	VORR V18.B16, V19.B16, V0.B16
    WORD $0x6ea0a400 // umaxp v0.4s, v0.4s, v0.4s
	VMOV V0.D[0], R8
	CBZ R8, settled

	// K, Origin and Last.
	VZIP1 V8.H8, V16.H8, V0.H8
	VZIP2 V8.H8, V16.H8, V1.H8
	VZIP1 V9.H8, V17.H8, V2.H8
	VZIP2 V9.H8, V17.H8, V3.H8
	VZIP1 V30.H8, V22.H8, V20.H8
	VZIP2 V30.H8, V22.H8, V21.H8
	VZIP1 V30.H8, V23.H8, V22.H8
	VZIP2 V30.H8, V23.H8, V23.H8
	VZIP1 V20.S4, V0.S4, V10.S4
	VZIP2 V20.S4, V0.S4, V11.S4
	VZIP1 V21.S4, V1.S4, V12.S4
	VZIP2 V21.S4, V1.S4, V13.S4
	VZIP1 V22.S4, V2.S4, V26.S4
	VZIP2 V22.S4, V2.S4, V27.S4
	VZIP1 V23.S4, V3.S4, V28.S4
	VZIP2 V23.S4, V3.S4, V29.S4
	PICKS(0, V10, F10)
	PICKS(2, V11, F11)
	PICKS(4, V12, F12)
	PICKS(6, V13, F13)
	PICKS(8, V26, F26)
	PICKS(10, V27, F27)
	PICKS(12, V28, F28)
	PICKS(14, V29, F29)

	// The classes take lanes from V18 and V19. Left has extras of 256 or more.
	VUSHR $8, V4.H8, V0.H8
	VUSHR $8, V5.H8, V1.H8
	NONZERO(V0, V1)
	TAKE(V0, V1)

	// Many: more than four extras, or 32 or more.
	MOVD $4, R8
	VDUP R8, V25.H8
	VUSHR $5, V4.H8, V2.H8
	VUSHR $5, V5.H8, V3.H8
    WORD $0x6e7934d4 // cmhi v20.8h, v6.8h, v25.8h
    WORD $0x6e7934f5 // cmhi v21.8h, v7.8h, v25.8h
	NONZERO(V2, V3)
	BOTH(VORR, B16, V20, V21, V2, V3, V2, V3)
	TAKE(V2, V3)

	// Wide: the first eight units have low coordinates.
	FLDPQ (R6), (F10, F11)
	FLDPQ 32(R6), (F12, F13)
	FLDPQ 64(R6), (F14, F15)
	FLDPQ 96(R6), (F20, F21)
	BOTH(VORR, B16, V12, V13, V10, V11, V10, V11)
	BOTH(VORR, B16, V20, V21, V14, V15, V14, V15)
	FLDPQ 128(R6), (F12, F13)
	FLDPQ 160(R6), (F20, F21)
	BOTH(VORR, B16, V12, V13, V10, V11, V10, V11)
	BOTH(VORR, B16, V20, V21, V14, V15, V14, V15)
	FLDPQ 192(R6), (F12, F13)
	FLDPQ 224(R6), (F20, F21)
	BOTH(VORR, B16, V12, V13, V10, V11, V10, V11)
	BOTH(VORR, B16, V20, V21, V14, V15, V14, V15)
	BOTH(VORR, B16, V14, V15, V10, V11, V10, V11)
	VSHL $8, V10.H8, V10.H8
	VSHL $8, V11.H8, V11.H8
	NONZERO(V10, V11)
	TAKE(V10, V11)

	// None: K is less than the weight of the low coordinates of c.
	VSHL $8, V8.H8, V8.H8
	VSHL $8, V9.H8, V9.H8
	VCNT V8.B16, V8.B16
	VCNT V9.B16, V9.B16
	VUSHR $8, V8.H8, V8.H8
	VUSHR $8, V9.H8, V9.H8
    WORD $0x6e683e08 // cmhs v8.8h, v16.8h, v8.8h
    WORD $0x6e693e29 // cmhs v9.8h, v17.8h, v9.8h
	BOTH(VAND, B16, V8, V9, V18, V19, V18, V19)

	// Some: more than two extras, or 16 or more. What is left are Few.
	MOVD $2, R8
	VDUP R8, V25.H8
	VUSHR $4, V4.H8, V4.H8
	VUSHR $4, V5.H8, V5.H8
    WORD $0x6e7934c6 // cmhi v6.8h, v6.8h, v25.8h
    WORD $0x6e7934e7 // cmhi v7.8h, v7.8h, v25.8h
	NONZERO(V4, V5)
	BOTH(VORR, B16, V6, V7, V4, V5, V4, V5)
	TAKE(V4, V5)

	// A bit for each lane: Few, Some, Wide, Many, Left.
	NARROW(V18, V19)
	NARROW(V4, V5)
	NARROW(V10, V11)
	NARROW(V2, V3)
	NARROW(V0, V1)
	MOVD $laneBits<>(SB), R8
	VLD1 (R8), [V20.B16]
	VAND V20.B16, V18.B16, V18.B16
	VAND V20.B16, V4.B16, V4.B16
	VAND V20.B16, V10.B16, V10.B16
	VAND V20.B16, V2.B16, V2.B16
	VAND V20.B16, V0.B16, V0.B16
	VADDP V4.B16, V18.B16, V4.B16
	VADDP V2.B16, V10.B16, V2.B16
	VADDP V0.B16, V0.B16, V0.B16
	VADDP V2.B16, V4.B16, V2.B16
	VADDP V0.B16, V0.B16, V0.B16
	VADDP V0.B16, V2.B16, V0.B16
	FMOVD F0, (R7)
	VMOV V0.H[4], R8
	MOVH R8, 8(R7)

	// Extras.
	FMOVQ 32(R5), F0
	FMOVQ 96(R5), F1
	FMOVQ 160(R5), F2
	FMOVQ 224(R5), F3
	FMOVQ 288(R5), F4
	FMOVQ 352(R5), F5
	FMOVQ 416(R5), F6
	FMOVQ 480(R5), F7
	FMOVQ 544(R5), F8
	FMOVQ 608(R5), F9
	FMOVQ 672(R5), F10
	FMOVQ 736(R5), F11
	FMOVQ 800(R5), F12
	FMOVQ 864(R5), F13
	FMOVQ 928(R5), F14
	FMOVQ 992(R5), F15
	SORT(B16)
	TRANSPOSE_BYTES
	FMOVQ F0, 32(R5)
	FMOVQ F1, 96(R5)
	FMOVQ F2, 160(R5)
	FMOVQ F3, 224(R5)
	FMOVQ F4, 288(R5)
	FMOVQ F5, 352(R5)
	FMOVQ F6, 416(R5)
	FMOVQ F7, 480(R5)
	FMOVQ F8, 544(R5)
	FMOVQ F9, 608(R5)
	FMOVQ F10, 672(R5)
	FMOVQ F11, 736(R5)
	FMOVQ F12, 800(R5)
	FMOVQ F13, 864(R5)
	FMOVQ F14, 928(R5)
	FMOVQ F15, 992(R5)

	// Masks, of eight lanes at a time.
	ADD $1024, R5, R7

masks: // loop: 8 lanes
	FMOVQ 0(R6), F0
	FMOVQ 32(R6), F1
	FMOVQ 64(R6), F2
	FMOVQ 96(R6), F3
	FMOVQ 128(R6), F4
	FMOVQ 160(R6), F5
	FMOVQ 192(R6), F6
	FMOVQ 224(R6), F7
	FMOVQ 256(R6), F8
	FMOVQ 288(R6), F9
	FMOVQ 320(R6), F10
	FMOVQ 352(R6), F11
	FMOVQ 384(R6), F12
	FMOVQ 416(R6), F13
	FMOVQ 448(R6), F14
	FMOVQ 480(R6), F15
	TRANSPOSE_BITS
	TRANSPOSE(V16, V17, V18, V19, V20, V21, V22, V23, V0, V1, V2, V3, V4, V5, V6, V7)
	TRANSPOSE(V24, V25, V26, V27, V28, V29, V30, V31, V8, V9, V10, V11, V12, V13, V14, V15)
	FSTPQ (F0, F8), 0(R5)
	FSTPQ (F1, F9), 64(R5)
	FSTPQ (F2, F10), 128(R5)
	FSTPQ (F3, F11), 192(R5)
	FSTPQ (F4, F12), 256(R5)
	FSTPQ (F5, F13), 320(R5)
	FSTPQ (F6, F14), 384(R5)
	FSTPQ (F7, F15), 448(R5)
	ADD $16, R6
	ADD $512, R5
	CMP R7, R5
	BNE masks
	RET

settled:
	MOVD ZR, (R7)
	MOVH ZR, 8(R7)
	RET
