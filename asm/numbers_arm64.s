//go:build !purego

#include "textflag.h"

// Text is read in blocks of 64 bytes as in numbers_amd64.s. White space is looked
// up in a table of bytes below 48. For the word with a bit for each digit, each
// digit has the bit of its place among eight, and ADDP adds the bits up.
//
// If no number of a block has more than four digits, then for every byte the
// number that would end there is computed as in numbers_amd64.s. EXT brings the
// bytes before it to its place, zeros in front of the block.
//
// For a longer number, 16 bytes are loaded from its start. TBL moves its digits to
// their end and puts zeros in front; for k digits the indices lie k bytes into
// shifts. MUL and UADDLP make pairs of digits, fours, and eights, and MADD makes
// the number. The starts run out with the ends, or after them.
//
// Registers:
//   R0 block, R1 next of dst, R2 the last place where a block may start
//   R3 the last place that has room for the numbers of a block
//   R4 digits, then starts, R5 ends, R6 shifts, R7-R10 scratch
//   R11 10^8, R12 the next block, R13 the numbers by their ends
//   V0-V3 text, then less '0', V4-V7 digits, V8-V15, V28-V31 scratch
//   V16-V18 white space (V17 is 0), V19 bits, V20-V22 weights
//   V23-V27 10, '0', 9, 15 and 100 in each byte
//
// Bounds: room >= 32, size >= 80. A number has at most 16 digits, so its indices
// are within shifts. It starts within its block, so its load ends within 79 bytes.
// Work: 46 instructions a block. For short numbers 49 more, and 7 a number; for
// others 6 more, and 26 a number.

DATA shifts<>+0x00(SB)/8, $0xffffffffffffffff
DATA shifts<>+0x08(SB)/8, $0xffffffffffffffff
DATA shifts<>+0x10(SB)/8, $0x0706050403020100
DATA shifts<>+0x18(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL shifts<>(SB), RODATA|NOPTR, $32
DATA numberConstants<>+0x00(SB)/8, $0x0000000000000000
DATA numberConstants<>+0x08(SB)/8, $0x0000ffffffffff00
DATA numberConstants<>+0x10(SB)/8, $0x0000000000000000
DATA numberConstants<>+0x18(SB)/8, $0x0000000000000000
DATA numberConstants<>+0x20(SB)/8, $0x00000000000000ff
DATA numberConstants<>+0x28(SB)/8, $0x0000000000000000
DATA numberConstants<>+0x30(SB)/8, $0x8040201008040201
DATA numberConstants<>+0x38(SB)/8, $0x8040201008040201
DATA numberConstants<>+0x40(SB)/8, $0x010a010a010a010a
DATA numberConstants<>+0x48(SB)/8, $0x010a010a010a010a
DATA numberConstants<>+0x50(SB)/8, $0x0001006400010064
DATA numberConstants<>+0x58(SB)/8, $0x0001006400010064
DATA numberConstants<>+0x60(SB)/8, $0x0000000100002710
DATA numberConstants<>+0x68(SB)/8, $0x0000000100002710
GLOBL numberConstants<>(SB), RODATA|NOPTR, $112

// func numbersNEON(dst *uint64, room int, text *byte, size int) (n, length int)
TEXT ·numbersNEON(SB), NOSPLIT, $128-48
	MOVD dst+0(FP), R1
	MOVD room+8(FP), R3
	MOVD text+16(FP), R0
	MOVD size+24(FP), R2
	ADD R3<<3, R1, R3
	SUB $256, R3
	ADD R0, R2
	SUB $80, R2
	MOVD $shifts<>(SB), R6
	MOVD $numberConstants<>(SB), R7
	VLD1.P 64(R7), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1 (R7), [V20.B16, V21.B16, V22.B16]
	VMOVI $10, V23.B16
	VMOVI $48, V24.B16
	VMOVI $9, V25.B16
	VMOVI $15, V26.B16
	VMOVI $100, V27.B16
	MOVD $100000000, R11
	MOVD $values-128(SP), R13
	SUB $2, R13

block: // loop: 64 bytes
	CMP R2, R0
	BHI done
	CMP R3, R1
	BHI done
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	VTBL V0.B16, [V16.B16, V17.B16, V18.B16], V28.B16
	VTBL V1.B16, [V16.B16, V17.B16, V18.B16], V29.B16
	VTBL V2.B16, [V16.B16, V17.B16, V18.B16], V30.B16
	VTBL V3.B16, [V16.B16, V17.B16, V18.B16], V31.B16
	VSUB V24.B16, V0.B16, V0.B16
	VSUB V24.B16, V1.B16, V1.B16
	VSUB V24.B16, V2.B16, V2.B16
	VSUB V24.B16, V3.B16, V3.B16
    WORD $0x6e203f24 // cmhs v4.16b, v25.16b, v0.16b
    WORD $0x6e213f25 // cmhs v5.16b, v25.16b, v1.16b
    WORD $0x6e223f26 // cmhs v6.16b, v25.16b, v2.16b
    WORD $0x6e233f27 // cmhs v7.16b, v25.16b, v3.16b
	VORR V4.B16, V28.B16, V28.B16
	VORR V5.B16, V29.B16, V29.B16
	VORR V6.B16, V30.B16, V30.B16
	VORR V7.B16, V31.B16, V31.B16
	VAND V29.B16, V28.B16, V28.B16
	VAND V31.B16, V30.B16, V30.B16
	VAND V30.B16, V28.B16, V28.B16
    WORD $0x6e31ab9c // uminv b28, v28.16b
	VMOV V28.B[0], R7
	CBZ R7, done
	VAND V19.B16, V4.B16, V28.B16
	VAND V19.B16, V5.B16, V29.B16
	VAND V19.B16, V6.B16, V30.B16
	VAND V19.B16, V7.B16, V31.B16
	VADDP V29.B16, V28.B16, V28.B16
	VADDP V31.B16, V30.B16, V30.B16
	VADDP V30.B16, V28.B16, V28.B16
	VADDP V28.B16, V28.B16, V28.B16
	VMOV V28.D[0], R4
	LSL $1, R4, R8
	BIC R4, R8, R5
	CBZ R5, whole

	CLZ R5, R9
	ADD $64, R0, R12
	SUB R9, R12

	// Are there more than four digits in a row, or more than 16?
	AND R4<<1, R4, R9
	AND R9<<2, R9, R9
	TST R4<<4, R9
	BEQ short
	AND R9<<4, R9, R9
	AND R9<<8, R9, R9
	TST R4<<16, R9
	BNE done
	BIC R8, R4, R4

number: // loop: 1 number
	RBIT R5, R7
	CLZ R7, R7
	SUB $1, R5, R8
	AND R8, R5
	RBIT R4, R9
	CLZ R9, R9
	SUB $1, R4, R8
	AND R8, R4
	SUB R9, R7
	ADD R0, R9
	ADD R6, R7
	VLD1 (R9), [V0.B16]
	VLD1 (R7), [V1.B16]
	VTBL V1.B16, [V0.B16], V0.B16
	VAND V26.B16, V0.B16, V0.B16
    WORD $0x4e349c00 // mul v0.16b, v0.16b, v20.16b
    WORD $0x6e202800 // uaddlp v0.8h, v0.16b
    WORD $0x4e759c00 // mul v0.8h, v0.8h, v21.8h
    WORD $0x6e602800 // uaddlp v0.4s, v0.8h
    WORD $0x4eb69c00 // mul v0.4s, v0.4s, v22.4s
    WORD $0x6ea02800 // uaddlp v0.2d, v0.4s
	VMOV V0.D[0], R7
	VMOV V0.D[1], R8
	MADD R11, R8, R7, R7
	MOVD.P R7, 8(R1)
	CBNZ R5, number
	MOVD R12, R0
	B block

short:
	VAND V4.B16, V0.B16, V0.B16
	VAND V5.B16, V1.B16, V1.B16
	VAND V6.B16, V2.B16, V2.B16
	VAND V7.B16, V3.B16, V3.B16
	VEXT $15, V0.B16, V17.B16, V8.B16
	VEXT $15, V1.B16, V0.B16, V9.B16
	VEXT $15, V2.B16, V1.B16, V10.B16
	VEXT $15, V3.B16, V2.B16, V11.B16
    WORD $0x4e379500 // mla v0.16b, v8.16b, v23.16b
    WORD $0x4e379521 // mla v1.16b, v9.16b, v23.16b
    WORD $0x4e379542 // mla v2.16b, v10.16b, v23.16b
    WORD $0x4e379563 // mla v3.16b, v11.16b, v23.16b
	VAND V4.B16, V0.B16, V0.B16
	VAND V5.B16, V1.B16, V1.B16
	VAND V6.B16, V2.B16, V2.B16
	VAND V7.B16, V3.B16, V3.B16
	VEXT $14, V0.B16, V17.B16, V8.B16
	VEXT $14, V1.B16, V0.B16, V9.B16
	VEXT $14, V2.B16, V1.B16, V10.B16
	VEXT $14, V3.B16, V2.B16, V11.B16
	VEXT $15, V4.B16, V17.B16, V12.B16
	VEXT $15, V5.B16, V4.B16, V13.B16
	VEXT $15, V6.B16, V5.B16, V14.B16
	VEXT $15, V7.B16, V6.B16, V15.B16
	VAND V12.B16, V8.B16, V8.B16
	VAND V13.B16, V9.B16, V9.B16
	VAND V14.B16, V10.B16, V10.B16
	VAND V15.B16, V11.B16, V11.B16
	VUXTL V0.B8, V28.H8
	VUXTL2 V0.B16, V29.H8
	VUXTL V1.B8, V30.H8
	VUXTL2 V1.B16, V31.H8
	VUXTL V2.B8, V12.H8
	VUXTL2 V2.B16, V13.H8
	VUXTL V3.B8, V14.H8
	VUXTL2 V3.B16, V15.H8
    WORD $0x2e3b811c // umlal v28.8h, v8.8b, v27.8b
    WORD $0x6e3b811d // umlal2 v29.8h, v8.16b, v27.16b
    WORD $0x2e3b813e // umlal v30.8h, v9.8b, v27.8b
    WORD $0x6e3b813f // umlal2 v31.8h, v9.16b, v27.16b
    WORD $0x2e3b814c // umlal v12.8h, v10.8b, v27.8b
    WORD $0x6e3b814d // umlal2 v13.8h, v10.16b, v27.16b
    WORD $0x2e3b816e // umlal v14.8h, v11.8b, v27.8b
    WORD $0x6e3b816f // umlal2 v15.8h, v11.16b, v27.16b
	ADD $2, R13, R9
	VST1.P [V28.H8, V29.H8, V30.H8, V31.H8], 64(R9)
	VST1 [V12.H8, V13.H8, V14.H8, V15.H8], (R9)

value: // loop: 1 number
	RBIT R5, R7
	CLZ R7, R7
	SUB $1, R5, R8
	AND R8, R5
	MOVHU (R13)(R7<<1), R7
	MOVD.P R7, 8(R1)
	CBNZ R5, value
	MOVD R12, R0
	B block

	// No number ends in the block: it is all white space, or the next block has to
	// start with the number that starts in it.
whole:
	TBNZ $0, R4, done
	RBIT R4, R7
	CLZ R7, R7
	ADD R7, R0
	B block

done:
	MOVD dst+0(FP), R7
	SUB R7, R1
	LSR $3, R1
	MOVD R1, n+32(FP)
	MOVD text+16(FP), R7
	SUB R7, R0
	MOVD R0, length+40(FP)
	RET
