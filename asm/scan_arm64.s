//go:build !purego

#include "textflag.h"

// A scan looks at a block of 64 consecutive x at a time. The low six bits of x give
// eight vectors L(0..7), L(8..15), ..., L(56..63) that never change. The other
// bits give y, which is XORed into all of them. CNT counts the bits of each byte.
// ADDP adds the two counts of each word and packs two vectors into one, so that a
// vector has the counts of 16 numbers in order, at most 16 each.
//
// From block i-1 to block i, y changes by the units from 6 up to 6 + the number of
// trailing zeros of i: two units on average.
//
// If the greatest count is at most k, the next block follows. Otherwise CMHI marks
// the counts above k, SHRN makes a nibble of each of 16 marks, and the trailing
// zeros tell which is the first.
//
// Registers:
//   R0 units, R1 y, R2 k, R3 n, R6 first x of the block
//   V0-V7 L of the low six bits
//   V8, V10, V12, V14 at found: the counts
//   V31 k in each byte
//
// Bounds: n is a multiple of 32 and at most 1<<16, so that 6 + the trailing
// zeros of i < n/64 is at most 15. Numbers from n on in the last block do not count.

// lanes has all ones in the words where bit 0, 1, 2 of the lane's number is set.
DATA lanes<>+0x00(SB)/8, $0xffff0000ffff0000
DATA lanes<>+0x08(SB)/8, $0xffff0000ffff0000
DATA lanes<>+0x10(SB)/8, $0xffffffff00000000
DATA lanes<>+0x18(SB)/8, $0xffffffff00000000
DATA lanes<>+0x20(SB)/8, $0x0000000000000000
DATA lanes<>+0x28(SB)/8, $0xffffffffffffffff
GLOBL lanes<>(SB), RODATA|NOPTR, $48

// Sets V0-V7 from the units at R0.
#define LOW \
	MOVD $lanes<>(SB), R7 \
	VLD1 (R7), [V16.H8, V17.H8, V18.H8] \
	VLD1 (R0), [V20.H8] \
	VDUP V20.H[0], V0.H8 \
	VDUP V20.H[1], V1.H8 \
	VDUP V20.H[2], V2.H8 \
	VDUP V20.H[3], V21.H8 \
	VDUP V20.H[4], V22.H8 \
	VDUP V20.H[5], V23.H8 \
	VAND V16.B16, V0.B16, V0.B16 \
	VAND V17.B16, V1.B16, V1.B16 \
	VAND V18.B16, V2.B16, V2.B16 \
	VEOR V1.B16, V0.B16, V0.B16 \
	VEOR V2.B16, V0.B16, V0.B16 \
	VEOR V21.B16, V0.B16, V1.B16 \
	VEOR V22.B16, V0.B16, V2.B16 \
	VEOR V22.B16, V1.B16, V3.B16 \
	VEOR V23.B16, V0.B16, V4.B16 \
	VEOR V23.B16, V1.B16, V5.B16 \
	VEOR V23.B16, V2.B16, V6.B16 \
	VEOR V23.B16, V3.B16, V7.B16

// Sets V8-V15 to the words of the block's 64 numbers.
#define WORDS(Y) \
	VDUP R1, Y.H8 \
	VEOR Y.B16, V0.B16, V8.B16 \
	VEOR Y.B16, V1.B16, V9.B16 \
	VEOR Y.B16, V2.B16, V10.B16 \
	VEOR Y.B16, V3.B16, V11.B16 \
	VEOR Y.B16, V4.B16, V12.B16 \
	VEOR Y.B16, V5.B16, V13.B16 \
	VEOR Y.B16, V6.B16, V14.B16 \
	VEOR Y.B16, V7.B16, V15.B16

// Counts the bits of the words in eight vectors; the counts are in A, C, E, G.
#define COUNT(A, B, C, D, E, F, G, H) \
	VCNT A.B16, A.B16 \
	VCNT B.B16, B.B16 \
	VCNT C.B16, C.B16 \
	VCNT D.B16, D.B16 \
	VCNT E.B16, E.B16 \
	VCNT F.B16, F.B16 \
	VCNT G.B16, G.B16 \
	VCNT H.B16, H.B16 \
	VADDP B.B16, A.B16, A.B16 \
	VADDP D.B16, C.B16, C.B16 \
	VADDP F.B16, E.B16, E.B16 \
	VADDP H.B16, G.B16, G.B16

// Sets V16 to the greatest of four vectors, byte by byte.
#define MOST(A, C, E, G) \
	VUMAX A.B16, C.B16, V16.B16 \
	VUMAX E.B16, G.B16, V17.B16 \
	VUMAX V17.B16, V16.B16, V16.B16

// Jumps to block for the next block, or to none if there is no other.
#define NEXT_BLOCK \
	ADD $64, R6 \
	CMP R3, R6 \
	BHS none \
	LSR $6, R6, R7 \
	ADD $12, R0, R8 \
unit: \ // loop: 1 unit
	MOVHU.P 2(R8), R9 \
	EOR R9, R1 \
	TBNZ $0, R7, block \
	LSR $1, R7 \
	B unit

// Sets R3 to the first x, from R6 on, with a mark in R7, if that is below n.
#define PLACE \
	RBIT R7, R7 \
	CLZ R7, R7 \
	ADD R7>>2, R6 \
	CMP R3, R6 \
	CSEL LO, R6, R3, R3

// func scanWeightsNEON(units [16]uint16, origin uint16, k, n int) int
TEXT ·scanWeightsNEON(SB), NOSPLIT|NOFRAME, $0-64
	MOVD $units+0(FP), R0
	MOVHU origin+32(FP), R1
	MOVD k+40(FP), R2
	MOVD n+48(FP), R3
	LOW
	VDUP R2, V31.B16
	MOVD ZR, R6

block: // loop: 64 tests
	WORDS(V16)
	COUNT(V8, V9, V10, V11, V12, V13, V14, V15)
	MOST(V8, V10, V12, V14)
    WORD $0x6e30aa10 // umaxv b16, v16.16b
	VMOV V16.B[0], R7
	CMP R2, R7
	BHI found
	NEXT_BLOCK

found:
    WORD $0x6e3f3508 // cmhi v8.16b, v8.16b, v31.16b
    WORD $0x0f0c8508 // shrn v8.8b, v8.8h, #4
	VMOV V8.D[0], R7
	CBNZ R7, first
	ADD $16, R6
    WORD $0x6e3f354a // cmhi v10.16b, v10.16b, v31.16b
    WORD $0x0f0c854a // shrn v10.8b, v10.8h, #4
	VMOV V10.D[0], R7
	CBNZ R7, first
	ADD $16, R6
    WORD $0x6e3f358c // cmhi v12.16b, v12.16b, v31.16b
    WORD $0x0f0c858c // shrn v12.8b, v12.8h, #4
	VMOV V12.D[0], R7
	CBNZ R7, first
	ADD $16, R6
    WORD $0x6e3f35ce // cmhi v14.16b, v14.16b, v31.16b
    WORD $0x0f0c85ce // shrn v14.8b, v14.8h, #4
	VMOV V14.D[0], R7

first:
	PLACE

none:
	MOVD R3, ret+56(FP)
	RET

// With sums, a number passes if its least count is above k; a sum's size is added
// to its counts. Counts and sizes are bytes. If k is above 16, k-16 is subtracted
// from the sizes, but not below 0, and k becomes 16, which no count alone exceeds.
// Additions saturate at 255, which is above 16. A block is done when no number of
// it can pass any more.
//
// Registers, besides those above:
//   R2 min(k, 16), R4 sums, R5 their count, R10 the next sum, R11 sums left
//   V8-V15 words of the block, V16-V23 with a sum, V24-V27 least counts
//   V28 word of the sum, V29 its size less V30, V30 k-16 or 0 in each word
// Bounds: count >= 1, 0 <= k < 1<<17. Work: 44 instructions for 64 tests.

// func scanSumsNEON(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int
TEXT ·scanSumsNEON(SB), NOSPLIT|NOFRAME, $0-80
	MOVD $units+0(FP), R0
	MOVHU origin+32(FP), R1
	MOVD sums+40(FP), R4
	MOVD count+48(FP), R5
	MOVD k+56(FP), R2
	MOVD n+64(FP), R3
	LOW
	SUBS $16, R2, R7
	CSEL LT, ZR, R7, R7
	MOVD $0xffff, R8
	CMP R8, R7
	CSEL HI, R8, R7, R7
	VDUP R7, V30.H8
	MOVD $16, R7
	CMP R7, R2
	CSEL HI, R7, R2, R2
	VDUP R2, V31.B16
	MOVD ZR, R6

block: // loop: 64 numbers
	WORDS(V16)
	VMOVI $255, V24.B16
	VMOVI $255, V25.B16
	VMOVI $255, V26.B16
	VMOVI $255, V27.B16
	MOVD R4, R10
	MOVD R5, R11

sum: // loop: 64 tests
	VLD2R.P 4(R10), [V28.H8, V29.H8]
	VEOR V28.B16, V8.B16, V16.B16
	VEOR V28.B16, V9.B16, V17.B16
	VEOR V28.B16, V10.B16, V18.B16
	VEOR V28.B16, V11.B16, V19.B16
	VEOR V28.B16, V12.B16, V20.B16
	VEOR V28.B16, V13.B16, V21.B16
	VEOR V28.B16, V14.B16, V22.B16
	VEOR V28.B16, V15.B16, V23.B16
    WORD $0x6e7e2fbd // uqsub v29.8h, v29.8h, v30.8h
    WORD $0x2e214bbd // uqxtn v29.8b, v29.8h
	VDUP V29.B[0], V29.B16
	COUNT(V16, V17, V18, V19, V20, V21, V22, V23)
    WORD $0x6e3d0e10 // uqadd v16.16b, v16.16b, v29.16b
    WORD $0x6e3d0e52 // uqadd v18.16b, v18.16b, v29.16b
    WORD $0x6e3d0e94 // uqadd v20.16b, v20.16b, v29.16b
    WORD $0x6e3d0ed6 // uqadd v22.16b, v22.16b, v29.16b
	VUMIN V16.B16, V24.B16, V24.B16
	VUMIN V18.B16, V25.B16, V25.B16
	VUMIN V20.B16, V26.B16, V26.B16
	VUMIN V22.B16, V27.B16, V27.B16
	MOST(V24, V25, V26, V27)
    WORD $0x6e30aa10 // umaxv b16, v16.16b
	VMOV V16.B[0], R7
	CMP R2, R7
	BLS next
	SUBS $1, R11
	BNE sum

    WORD $0x6e3f3718 // cmhi v24.16b, v24.16b, v31.16b
    WORD $0x0f0c8718 // shrn v24.8b, v24.8h, #4
	VMOV V24.D[0], R7
	CBNZ R7, first
	ADD $16, R6
    WORD $0x6e3f3739 // cmhi v25.16b, v25.16b, v31.16b
    WORD $0x0f0c8739 // shrn v25.8b, v25.8h, #4
	VMOV V25.D[0], R7
	CBNZ R7, first
	ADD $16, R6
    WORD $0x6e3f375a // cmhi v26.16b, v26.16b, v31.16b
    WORD $0x0f0c875a // shrn v26.8b, v26.8h, #4
	VMOV V26.D[0], R7
	CBNZ R7, first
	ADD $16, R6
    WORD $0x6e3f377b // cmhi v27.16b, v27.16b, v31.16b
    WORD $0x0f0c877b // shrn v27.8b, v27.8h, #4
	VMOV V27.D[0], R7

first:
	PLACE
	MOVD R3, ret+72(FP)
	RET

next:
	NEXT_BLOCK

none:
	MOVD R3, ret+72(FP)
	RET
