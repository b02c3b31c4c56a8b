//go:build !purego

#include "textflag.h"
#include "transpose_arm64.h"

// Rows become columns in blocks of 16 columns. UZP1 takes the low halves of 64-bit
// values, then the low halves of these. If a row has eight values or more in the
// block, the first eight are loaded together. So are the last eight, if it has no
// more than 16; TBX brings those of them that come after the first eight to their
// places, and leaves the row's first value in the others. Nothing beyond a row is
// read. Fewer than eight values are copied one by one.
//
// Sixteen such rows are put on the stack as a square, which is transposed in two
// rounds of eight columns: by words, pairs of words, and fours.
//
// A last block of a single column, as with 17 values, is done by scalars.
//
// Registers:
//   R0 cols of the block, R1 columns from there on, R2 succ, R3 off
//   R4 next of rows, R5 end of rows, R6 8 times the block's first column
//   R7 the row's place in the square, R8 the row's first value
//   R9 the row's values from the block on, R10 their place, R11-R12 scratch
//   R13 OR of values done by scalars, R14 gatherWindow
//   V0-V7 values, V16-V19 OR of values, V24 first value, V25 indices for TBX
//   V0-V31 in a round
//
// Bounds: n, count >= 1, and each row has a value. Eight values are loaded at once only
// if the row has eight or more in this block, so nothing beyond the row is read.
// Work: 37 instructions for a row and a block, 180 to transpose 16 rows of it.

// Indices from 2*i on move words i places down.
DATA gatherWindow<>+0x00(SB)/8, $0x0706050403020100
DATA gatherWindow<>+0x08(SB)/8, $0x0f0e0d0c0b0a0908
DATA gatherWindow<>+0x10(SB)/8, $0xffffffffffffffff
DATA gatherWindow<>+0x18(SB)/8, $0xffffffffffffffff
GLOBL gatherWindow<>(SB), RODATA|NOPTR, $32

// Takes the next row: sets R8 to R10.
#define ROW \
	MOVWU.P 4(R4), R11 \
	ADD R11<<2, R3, R11 \
	LDPW (R11), (R8, R9) \
	SUB R8, R9 \
	ADD R8<<3, R2, R8 \
	ADD R6, R8, R10 \
	SUB R6>>3, R9, R9

// Adds eight values to the OR, and puts their low words into A.
#define NARROW(A, B, C, D) \
	VORR A.B16, V16.B16, V16.B16 \
	VORR B.B16, V17.B16, V17.B16 \
	VORR C.B16, V18.B16, V18.B16 \
	VORR D.B16, V19.B16, V19.B16 \
	VUZP1 B.S4, A.S4, A.S4 \
	VUZP1 D.S4, C.S4, C.S4 \
	VUZP1 C.H8, A.H8, A.H8

// Loads a half of the rows l and l+8.
#define HALVES(l, A, B) \
	FMOVQ 32*l(R7), A \
	FMOVQ 32*l+256(R7), B

// Stores the next column, and ends after the last one.
#define COLUMN(A, B) \
	FSTPQ.P (A, B), 32(R0) \
	SUBS $1, R1 \
	BEQ done

// func gather16NEON(cols *uint16, n int, succ *uint64, off, rows *uint32, count int) (or uint64)
TEXT ·gather16NEON(SB), NOSPLIT, $512-56
	MOVD cols+0(FP), R0
	MOVD n+8(FP), R1
	MOVD succ+16(FP), R2
	MOVD off+24(FP), R3
	MOVD rows+32(FP), R4
	MOVD count+40(FP), R5
	ADD R5<<2, R4, R5
	MOVD ZR, R6
	MOVD ZR, R13
	MOVD $gatherWindow<>(SB), R14

block: // loop: 16 columns
	CMP $1, R1
	BEQ single
	MOVD $square-512(SP), R7
	VMOVI $0, V16.B16
	VMOVI $0, V17.B16
	VMOVI $0, V18.B16
	VMOVI $0, V19.B16

row: // loop: 1 row
	ROW
	VLD1R (R8), [V24.H8]
	CMP $8, R9
	BLT few
	SUBS $16, R9, R11
	CSEL GT, ZR, R11, R11
	ADD R11<<3, R10, R12
	ADD $64, R12
	SUB R11<<1, R14, R11
	VLD1 (R10), [V0.D2, V1.D2, V2.D2, V3.D2]
	VLD1 (R12), [V4.D2, V5.D2, V6.D2, V7.D2]
	VLD1 (R11), [V25.B16]
	NARROW(V0, V1, V2, V3)
	NARROW(V4, V5, V6, V7)
	VTBX V25.B16, [V4.B16], V24.B16
	FSTPQ (F0, F24), (R7)

next:
	ADD $32, R7
	CMP R5, R4
	BNE row

	// Lanes without a row are 0.
	VMOVI $0, V0.B16
	MOVD $square-0(SP), R11
	B rest

empty: // loop: 1 row
	FSTPQ.P (F0, F0), 32(R7)

rest:
	CMP R11, R7
	BNE empty
	VORR V16.B16, V17.B16, V16.B16
	VORR V18.B16, V19.B16, V18.B16
	VORR V16.B16, V18.B16, V16.B16
	VMOV V16.D[0], R11
	VMOV V16.D[1], R12
	ORR R11, R13, R13
	ORR R12, R13, R13
	MOVD $square-512(SP), R7
	MOVD $square-496(SP), R12

round: // loop: 8 columns
	HALVES(0, F0, F8)
	HALVES(1, F1, F9)
	HALVES(2, F2, F10)
	HALVES(3, F3, F11)
	HALVES(4, F4, F12)
	HALVES(5, F5, F13)
	HALVES(6, F6, F14)
	HALVES(7, F7, F15)
	TRANSPOSE(V0, V1, V2, V3, V4, V5, V6, V7, V16, V17, V18, V19, V20, V21, V22, V23)
	TRANSPOSE(V8, V9, V10, V11, V12, V13, V14, V15, V24, V25, V26, V27, V28, V29, V30, V31)
	COLUMN(F16, F24)
	COLUMN(F17, F25)
	COLUMN(F18, F26)
	COLUMN(F19, F27)
	COLUMN(F20, F28)
	COLUMN(F21, F29)
	COLUMN(F22, F30)
	COLUMN(F23, F31)
	ADD $16, R7
	CMP R12, R7
	BEQ round
	ADD $128, R6
	MOVD rows+32(FP), R4
	B block

	// Fewer than eight values in the block.
few:
	FSTPQ (F24, F24), (R7)
	CMP $0, R9
	BLE next

value: // loop: 1 value
	SUB $1, R9
	MOVD (R10)(R9<<3), R11
	ORR R11, R13, R13
	MOVH R11, (R7)(R9<<1)
	CBNZ R9, value
	B next

single:
	ADD $32, R0, R7

one: // loop: 1 row
	ROW
	CMP $0, R9
	CSEL GT, R10, R8, R10
	MOVD (R10), R11
	ORR R11, R13, R13
	MOVH R11, (R0)
	ADD $2, R0
	CMP R5, R4
	BNE one
	B last

none: // loop: 1 row
	MOVH.P ZR, 2(R0)

last:
	CMP R7, R0
	BNE none

done:
	MOVD R13, or+48(FP)
	RET
