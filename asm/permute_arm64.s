//go:build !purego

#include "textflag.h"

// The permutation of a bitset by v moves bit i to i^v. A vector has 128 bits. The
// bits of v each do a part:
//   - from 7 up they exchange vectors: vector i comes from vector i^(v>>7). Four
//     neighbours of dst come from four neighbours of src, which are read in the
//     order that bits 7 and 8 ask for;
//   - 3 to 6 exchange bytes within each vector: one TBL with the indices 0 to 15,
//     each XORed by these bits;
//   - 0 to 2, t, exchange bits within each byte. For t = 1, 2, 4 these are
//     neighbouring groups of t bits: a shift to either side, merged by a mask. XOR
//     by 7 turns the byte around, which is RBIT; so t = 3, 5, 6, 7 are RBIT and
//     t^7 = 4, 2, 1, 0.
//
// There are four loops (words, bytes, swap, turn), which leave out what v does not
// need, and one way for bitsets of two vectors, which does it all.
//
// Registers, after SETUP:
//   R0  dst, or a; goes up
//   R1  src, or b; + 16*(v>>7 & 3), where the first of four vectors is
//   R2  length in bytes
//   R4  distance of groups of four vectors, in bytes: (v>>9)<<6
//   R6  bytes done
//   R7  the group in src, or b
//   R8  from the first vector of a group to the second, and the third to the last
//   R9  from the second to the third
//   R10 t
//   V16 indices for TBL
//   V17, V18 t and -t in each byte, V19 the mask of the upper groups (BITS)
//   V0-V7 vectors, V24-V31 their bits moved
//
// Bounds: words >= 4 is a power of two and v < 64*words, so that i^(v>>7) is a
// vector of src. Work: at most 8 instructions a word.

DATA iota<>+0(SB)/8, $0x0706050403020100
DATA iota<>+8(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL iota<>(SB), RODATA|NOPTR, $16

// Byte t has the bits of a byte that are in the upper of two groups of t.
#define UPPER $0x000000f000ccaa00

#define SETUP \
	MOVD $iota<>(SB), R4 \
	VLD1 (R4), [V16.B16] \
	UBFX $3, R3, $4, R4 \
	VDUP R4, V17.B16 \
	VEOR V17.B16, V16.B16, V16.B16 \
	LSL $3, R2 \
	LSR $7, R3, R4 \
	LSL $4, R4 \
	AND $48, R4, R5 \
	EOR R5, R4 \
	ADD R5, R1 \
	EOR $16, R5, R6 \
	SUB R5, R6, R8 \
	EOR $32, R5, R7 \
	SUB R6, R7, R9 \
	MOVD ZR, R6 \
	AND $7, R3, R10

// Shift counts and mask for t in R10; S and T are scratch.
#define BITS(S, T) \
	NEG R10, S \
	VDUP R10, V17.B16 \
	VDUP S, V18.B16 \
	MOVD UPPER, S \
	LSL $3, R10, T \
	LSR T, S \
	VDUP S, V19.B16

// Jumps to the loop for v; the loop swap follows it.
#define CHOOSE \
	CMP $32, R2 \
	BEQ short \
	TST $127, R3 \
	BEQ words \
	CBZ R10, bytes \
	SUB $1, R10, R11 \
	TST R11, R10 \
	BNE turned \
	BITS(R11, R12)

// The next four vectors of R0, and those of R1 that they come from.
#define LOAD \
	EOR R4, R6, R7 \
	ADD R1, R7 \
	MOVD R7, R11 \
	VLD1.P (R7)(R8), [V4.B16] \
	VLD1.P (R7)(R9), [V5.B16] \
	VLD1.P (R7)(R8), [V6.B16] \
	VLD1 (R7), [V7.B16] \
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16]

// Moves the bytes of four vectors to their places, in V4-V7.
#define BYTES(A, B, C, D) \
	VTBL V16.B16, [A.B16], V4.B16 \
	VTBL V16.B16, [B.B16], V5.B16 \
	VTBL V16.B16, [C.B16], V6.B16 \
	VTBL V16.B16, [D.B16], V7.B16

#define TURN \
	VRBIT V4.B16, V4.B16 \
	VRBIT V5.B16, V5.B16 \
	VRBIT V6.B16, V6.B16 \
	VRBIT V7.B16, V7.B16

// Adds what comes from the other bitset to V0-V3.
#define OR(A, B, C, D) \
	VORR A.B16, V0.B16, V0.B16 \
	VORR B.B16, V1.B16, V1.B16 \
	VORR C.B16, V2.B16, V2.B16 \
	VORR D.B16, V3.B16, V3.B16

#define STORE \
	VST1 [V0.B16, V1.B16, V2.B16, V3.B16], (R0) \
	ADD $64, R0

// Stores the vectors of the group in b, from R11 on.
#define STOREB(A, B, C, D) \
	VST1.P [A.B16], (R11)(R8) \
	VST1.P [B.B16], (R11)(R9) \
	VST1.P [C.B16], (R11)(R8) \
	VST1 [D.B16], (R11)

#define NEXT(LOOP) \
	ADD $64, R6 \
	CMP R2, R6 \
	BLO LOOP

// func orPermutedNEON(dst, src *uint64, words int, v uint64)
TEXT ·orPermutedNEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD words+16(FP), R2
	MOVD v+24(FP), R3
	SETUP
	CHOOSE

swap: // loop: 64 bytes
	LOAD
	BYTES(V4, V5, V6, V7)
#include "permute_bits_arm64.h"
	OR(V24, V25, V26, V27)
	STORE
	NEXT(swap)
	RET

turned:
	EOR $7, R10
	BITS(R11, R12)

turn: // loop: 64 bytes
	LOAD
	BYTES(V4, V5, V6, V7)
	TURN
#include "permute_bits_arm64.h"
	OR(V24, V25, V26, V27)
	STORE
	NEXT(turn)
	RET

bytes: // loop: 64 bytes
	LOAD
	BYTES(V4, V5, V6, V7)
	OR(V4, V5, V6, V7)
	STORE
	NEXT(bytes)
	RET

words: // loop: 64 bytes
	LOAD
	OR(V4, V5, V6, V7)
	STORE
	NEXT(words)
	RET

	// Two vectors, and any v: t = 0 moves no bits.
short:
	VLD1.P (R1)(R8), [V4.B16]
	VLD1 (R1), [V5.B16]
	VLD1 (R0), [V0.B16, V1.B16]
	VTBL V16.B16, [V4.B16], V4.B16
	VTBL V16.B16, [V5.B16], V5.B16
	SUB $1, R10, R11
	TST R11, R10
	BEQ shortBits
	VRBIT V4.B16, V4.B16
	VRBIT V5.B16, V5.B16
	EOR $7, R10

shortBits:
	BITS(R11, R12)
    WORD $0x6e324498 // ushl v24.16b, v4.16b, v18.16b
    WORD $0x6e3244b9 // ushl v25.16b, v5.16b, v18.16b
    WORD $0x6e31449c // ushl v28.16b, v4.16b, v17.16b
    WORD $0x6e3144bd // ushl v29.16b, v5.16b, v17.16b
	VBIT V19.B16, V28.B16, V24.B16
	VBIT V19.B16, V29.B16, V25.B16
	VORR V24.B16, V0.B16, V0.B16
	VORR V25.B16, V1.B16, V1.B16
	VST1 [V0.B16, V1.B16], (R0)
	RET

// Permuting twice by v changes nothing. So with a' = a | perm(b) the other
// result, b | perm(a), is perm(a').

// func orExchangedNEON(a, b *uint64, words int, v uint64)
TEXT ·orExchangedNEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	MOVD words+16(FP), R2
	MOVD v+24(FP), R3
	SETUP
	CHOOSE

swap: // loop: 64 bytes
	LOAD
	BYTES(V4, V5, V6, V7)
#include "permute_bits_arm64.h"
	OR(V24, V25, V26, V27)
	STORE
	BYTES(V0, V1, V2, V3)
#include "permute_bits_arm64.h"
	STOREB(V24, V25, V26, V27)
	NEXT(swap)
	RET

turned:
	EOR $7, R10
	BITS(R11, R12)

turn: // loop: 64 bytes
	LOAD
	BYTES(V4, V5, V6, V7)
	TURN
#include "permute_bits_arm64.h"
	OR(V24, V25, V26, V27)
	STORE
	BYTES(V0, V1, V2, V3)
	TURN
#include "permute_bits_arm64.h"
	STOREB(V24, V25, V26, V27)
	NEXT(turn)
	RET

bytes: // loop: 64 bytes
	LOAD
	BYTES(V4, V5, V6, V7)
	OR(V4, V5, V6, V7)
	STORE
	BYTES(V0, V1, V2, V3)
	STOREB(V4, V5, V6, V7)
	NEXT(bytes)
	RET

words: // loop: 64 bytes
	LOAD
	OR(V4, V5, V6, V7)
	STORE
	STOREB(V0, V1, V2, V3)
	NEXT(words)
	RET

	// Two vectors, and any v: t = 0 moves no bits.
short:
	MOVD R1, R11
	VLD1.P (R1)(R8), [V4.B16]
	VLD1 (R1), [V5.B16]
	VLD1 (R0), [V0.B16, V1.B16]
	VTBL V16.B16, [V4.B16], V4.B16
	VTBL V16.B16, [V5.B16], V5.B16
	SUB $1, R10, R12
	AND R10, R12, R13
	CBZ R13, shortBits
	VRBIT V4.B16, V4.B16
	VRBIT V5.B16, V5.B16
	EOR $7, R10

shortBits:
	BITS(R12, R10)
    WORD $0x6e324498 // ushl v24.16b, v4.16b, v18.16b
    WORD $0x6e3244b9 // ushl v25.16b, v5.16b, v18.16b
    WORD $0x6e31449c // ushl v28.16b, v4.16b, v17.16b
    WORD $0x6e3144bd // ushl v29.16b, v5.16b, v17.16b
	VBIT V19.B16, V28.B16, V24.B16
	VBIT V19.B16, V29.B16, V25.B16
	VORR V24.B16, V0.B16, V0.B16
	VORR V25.B16, V1.B16, V1.B16
	VST1 [V0.B16, V1.B16], (R0)
	VTBL V16.B16, [V0.B16], V4.B16
	VTBL V16.B16, [V1.B16], V5.B16
	CBZ R13, shortBack
	VRBIT V4.B16, V4.B16
	VRBIT V5.B16, V5.B16

shortBack:
    WORD $0x6e324498 // ushl v24.16b, v4.16b, v18.16b
    WORD $0x6e3244b9 // ushl v25.16b, v5.16b, v18.16b
    WORD $0x6e31449c // ushl v28.16b, v4.16b, v17.16b
    WORD $0x6e3144bd // ushl v29.16b, v5.16b, v17.16b
	VBIT V19.B16, V28.B16, V24.B16
	VBIT V19.B16, V29.B16, V25.B16
	VST1.P [V24.B16], (R11)(R8)
	VST1 [V25.B16], (R11)
	RET
