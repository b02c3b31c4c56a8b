//go:build !purego

#include "textflag.h"

#define SIZE 32
#define MOVE VMOVDQU
#define OR VPOR
#define DWORDS Y14
#define BYTES Y13
#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5
#define V6 Y6
#define V7 Y7
#define V8 Y8
#define V9 Y9
#include "permute_amd64.h"

// The permutation of a bitset by v moves bit i to i^v. The bits of v each do a part:
//
//	8 and up  exchange whole vectors of 256 bits: the order of addresses
//	5 to 7    exchange the eight dwords of a vector: VPERMD
//	3 and 4   exchange the four bytes of a dword: VPSHUFB
//	0 to 2    exchange the bits of a byte: a table of 16 tells where the bits
//	          of each half go, VPSHUFB again
//
// If the lowest bits of v are 0, a loop of its own leaves their part out.
//
// Registers, in all loops:
//
//	AX      dst, or a              BX   src, or b
//	CX      length in bytes        SI   offset into dst, up to CX
//	DI      offset into src, of the block
//	R8      SI ^ R8 = DI
//	R9-R12  BX plus the offset that belongs to vector 0, 1, 2, 3 of a block
//	Y11     table for the low half of a byte, Y12 for the high half
//	Y13     byte indices           Y14  dword indices
//	Y15     0x0f in each byte
//
// The length is a power of two. Offsets are below it, and so are XORs of offsets:
// nothing is read or written past an end.

DATA ·lowNibbles+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL ·lowNibbles(SB), RODATA|NOPTR, $8

// PREPARE sets up the registers from v in DX, which it keeps. R13 is scratch.
#define PREPARE \
	SHLQ         $3, CX;               \
	MOVQ         DX, R13;              \
	SHRQ         $5, R13;              \
	MOVQ         R13, R8;              \
	ANDQ         $7, R13;              \
	VMOVQ        R13, X14;             \
	VPBROADCASTD X14, Y14;             \
	VPXOR        ·dwordIndex(SB), Y14, Y14; \
	ANDQ         $~7, R8;              \
	SHLQ         $2, R8;               \
	MOVQ         DX, R13;              \
	SHRQ         $3, R13;              \
	ANDQ         $3, R13;              \
	VMOVQ        R13, X13;             \
	VPBROADCASTB X13, Y13;             \
	VBROADCASTI128 ·byteIndex(SB), Y12;   \
	VPXOR        Y12, Y13, Y13;        \
	MOVQ         DX, R13;              \
	ANDQ         $7, R13;              \
	SHLQ         $5, R13;              \
	LEAQ         ·nibbleTable(SB), R9;    \
	VBROADCASTI128 (R9)(R13*1), Y11;   \
	VBROADCASTI128 16(R9)(R13*1), Y12; \
	VPBROADCASTQ ·lowNibbles(SB), Y15;       \
	XORL         SI, SI

// IN_BYTES moves the bits within the bytes of x; t is scratch.
#define IN_BYTES(x, t) \
	VPSRLW  $4, x, t;   \
	VPAND   Y15, x, x;  \
	VPAND   Y15, t, t;  \
	VPSHUFB x, Y11, x;  \
	VPSHUFB t, Y12, t;  \
	VPOR    t, x, x

// OR_* adds to the vector of dst at offset SI+off the one at s+DI, permuted.
#define OR_BITS(s, off, x, t) \
	VPERMD  (s)(DI*1), Y14, x;     \
	VPSHUFB Y13, x, x;             \
	IN_BYTES(x, t);                \
	VPOR    off(AX)(SI*1), x, x;   \
	VMOVDQU x, off(AX)(SI*1)

// EACH_VECTOR is the loop over the vectors of a bitset shorter than a block.
#define EACH_VECTOR(label, STEP) \
label: \ // loop: 32 bytes
	MOVQ SI, DI;            \
	XORQ R8, DI;            \
	STEP(BX, 0, Y0, Y4);    \
	ADDQ $32, SI;           \
	CMPQ SI, CX;            \
	JLT  label;             \
	VZEROUPPER;             \
	RET

// func orPermutedAVX2(dst, src *uint64, words int, v uint64)
TEXT ·orPermutedAVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), AX
	MOVQ src+8(FP), BX
	MOVQ words+16(FP), CX
	MOVQ v+24(FP), DX
	PREPARE
	CHOOSE
	EACH_BLOCK(vectors, OR_VECTORS)
	EACH_BLOCK(dwords, OR_DWORDS)
	EACH_BLOCK(bytes, OR_BYTES)
	EACH_BLOCK(bits, OR_BITS)
	EACH_VECTOR(short, OR_BITS)

// EXCHANGE_* adds to the vector of a at offset SI+off the one of b at s+DI,
// permuted, and to that one the first. No other vector of a meets it.
#define EXCHANGE_BITS(s, off, x, y) \
	VMOVDQU off(AX)(SI*1), x;      \
	VMOVDQU (s)(DI*1), y;          \
	VPERMD  x, Y14, Y8;            \
	VPERMD  y, Y14, Y9;            \
	VPSHUFB Y13, Y8, Y8;           \
	VPSHUFB Y13, Y9, Y9;           \
	IN_BYTES(Y8, Y10);             \
	VPOR    Y8, y, Y8;             \
	IN_BYTES(Y9, Y10);             \
	VPOR    Y9, x, x;              \
	VMOVDQU x, off(AX)(SI*1);      \
	VMOVDQU Y8, (s)(DI*1)

// func orExchangedAVX2(a, b *uint64, words int, v uint64)
TEXT ·orExchangedAVX2(SB), NOSPLIT, $0-32
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVQ words+16(FP), CX
	MOVQ v+24(FP), DX
	PREPARE
	CHOOSE
	EACH_BLOCK(vectors, EXCHANGE_VECTORS)
	EACH_BLOCK(dwords, EXCHANGE_DWORDS)
	EACH_BLOCK(bytes, EXCHANGE_BYTES)
	EACH_BLOCK(bits, EXCHANGE_BITS)
	EACH_VECTOR(short, EXCHANGE_BITS)
