//go:build !purego

#include "textflag.h"

#define SIZE 64
#define MOVE VMOVDQU64
#define OR VPORQ
#define FROM MOVQ SI, DI; XORQ R8, DI
#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define V7 Z7
#include "permute_amd64.h"

// The permutation of a bitset by v as in permute_amd64.s, in vectors of 512 bits:
//
//	9 and up  exchange whole vectors: the order of addresses
//	5 to 8    exchange the sixteen dwords of a vector: VPERMD
//	3 and 4   exchange the four bytes of a dword: VPSHUFB
//	0 to 2    exchange the bits of a byte: two look-ups by VPSHUFB
//
// VPTERNLOGD $0xfe is the OR of three: of the two look-ups and what was there.
//
// Instructions for 64 bytes of dst, or of both bitsets, without those of the
// loop, and in parentheses those of AVX2:
//
//	              vectors  dwords  bytes  bits
//	orPermuted     3 (6)    3 (10) 4 (10)  9 (22)
//	orExchanged    4 (8)    8 (16) 10 (16) 20 (40)
//
// Registers, in all loops, are those of permute_amd64.s, with Z for Y. But Z14 has the
// dword indices, DX stays v, R13 is scratch, and K1 has the words of a vector that are
// there.
//
// Nothing is read or written past an end, as there. A bitset of four words, half a
// vector, is read and written under K1. Its v is below 256: dwords stay in that half.

// PREPARE sets up the registers from v in DX, which it keeps. R13 is scratch.
#define PREPARE \
	SHLQ            $3, CX;               \
	MOVQ            DX, R13;              \
	SHRQ            $5, R13;              \
	MOVQ            R13, R8;              \
	ANDQ            $15, R13;             \
	VPBROADCASTD    R13, Z14;             \
	VPXORD          ·dwordIndex(SB), Z14, Z14; \
	ANDQ            $~15, R8;             \
	SHLQ            $2, R8;               \
	MOVQ            DX, R13;              \
	SHRQ            $3, R13;              \
	ANDQ            $3, R13;              \
	VPBROADCASTB    R13, Z13;             \
	VBROADCASTI32X4 ·byteIndex(SB), Z12;      \
	VPXORD          Z12, Z13, Z13;        \
	MOVQ            DX, R13;              \
	ANDQ            $7, R13;              \
	SHLQ            $5, R13;              \
	LEAQ            ·nibbleTable(SB), R9;     \
	VBROADCASTI32X4 (R9)(R13*1), Z11;     \
	VBROADCASTI32X4 16(R9)(R13*1), Z12;   \
	VPBROADCASTQ    ·lowNibbles(SB), Z15;        \
	XORL            SI, SI

// PRESENT sets K1.
#define PRESENT(label) \
	MOVL  $0xff, R13; \
	CMPQ  CX, $64;    \
	JGE   label;      \
	MOVL  $0x0f, R13; \
label: \
	KMOVB R13, K1

// LOOK_UP moves the bits within the bytes of x, each half of a byte by itself: the
// result is the OR of x and t.
#define LOOK_UP(x, t) \
	VPSRLW  $4, x, t;   \
	VPANDD  Z15, x, x;  \
	VPANDD  Z15, t, t;  \
	VPSHUFB x, Z11, x;  \
	VPSHUFB t, Z12, t

// OR_* adds to the vector of dst at offset SI+off the one at s+DI, permuted.
#define OR_DWORDS(s, off, x, t) \
	VPERMD    (s)(DI*1), Z14, x;  \
	VPORQ     off(AX)(SI*1), x, x; \
	VMOVDQU64 x, off(AX)(SI*1)

#define OR_BYTES(s, off, x, t) \
	VPERMD    (s)(DI*1), Z14, x;  \
	VPSHUFB   Z13, x, x;          \
	VPORQ     off(AX)(SI*1), x, x; \
	VMOVDQU64 x, off(AX)(SI*1)

#define OR_BITS(s, off, x, t) \
	VPERMD     (s)(DI*1), Z14, x;             \
	VPSHUFB    Z13, x, x;                     \
	LOOK_UP(x, t);                            \
	VPTERNLOGD $0xfe, off(AX)(SI*1), t, x;    \
	VMOVDQU64  x, off(AX)(SI*1)

// func orPermutedAVX512(dst, src *uint64, words int, v uint64)
TEXT ·orPermutedAVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), AX
	MOVQ src+8(FP), BX
	MOVQ words+16(FP), CX
	MOVQ v+24(FP), DX
	PREPARE
	CHOOSE
	TESTQ $31, DX
	JNE   bytes
	TESTQ $511, DX
	JNE   dwords
	EACH_BLOCK(vectors, OR_VECTORS)
	EACH_BLOCK(dwords, OR_DWORDS)
	EACH_BLOCK(bytes, OR_BYTES)
	EACH_BLOCK(bits, OR_BITS)

short:
	PRESENT(vector)

more: // loop: 64 bytes
	MOVQ        SI, DI
	XORQ        R8, DI
	VMOVDQU64.Z (BX)(DI*1), K1, Z0
	VMOVDQU64.Z (AX)(SI*1), K1, Z1
	VPERMD      Z0, Z14, Z0
	VPSHUFB     Z13, Z0, Z0
	LOOK_UP(Z0, Z4)
	VPTERNLOGD  $0xfe, Z0, Z4, Z1
	VMOVDQU64   Z1, K1, (AX)(SI*1)
	ADDQ        $64, SI
	CMPQ        SI, CX
	JLT         more
	VZEROUPPER
	RET

// MEET adds the permutations of x and y to each other.
#define MEET(x, y) \
	VPERMD     x, Z14, Z8;         \
	VPERMD     y, Z14, Z9;         \
	VPSHUFB    Z13, Z8, Z8;        \
	VPSHUFB    Z13, Z9, Z9;        \
	LOOK_UP(Z8, Z10);              \
	LOOK_UP(Z9, Z16);              \
	VPTERNLOGD $0xfe, Z8, Z10, y;  \
	VPTERNLOGD $0xfe, Z9, Z16, x

// LOAD_BOTH loads x and y, and sets Z8 and Z9 to x and y with dwords permuted.
#define LOAD_BOTH(s, off, x, y) \
	VMOVDQU64 off(AX)(SI*1), x; \
	VMOVDQU64 (s)(DI*1), y;     \
	VPERMD    x, Z14, Z8;       \
	VPERMD    y, Z14, Z9

// STORE_BOTH adds Z9 to x and Z8 to y, and stores them.
#define STORE_BOTH(s, off, x, y) \
	VPORQ     Z9, x, x;         \
	VPORQ     Z8, y, y;         \
	VMOVDQU64 x, off(AX)(SI*1); \
	VMOVDQU64 y, (s)(DI*1)

// EXCHANGE_* adds to the vector of a at offset SI+off the one of b at s+DI,
// permuted, and to that one the first. No other vector of a meets it.
#define EXCHANGE_DWORDS(s, off, x, y) \
	LOAD_BOTH(s, off, x, y); \
	STORE_BOTH(s, off, x, y)

#define EXCHANGE_BYTES(s, off, x, y) \
	LOAD_BOTH(s, off, x, y); \
	VPSHUFB Z13, Z8, Z8;     \
	VPSHUFB Z13, Z9, Z9;     \
	STORE_BOTH(s, off, x, y)

#define EXCHANGE_BITS(s, off, x, y) \
	VMOVDQU64 off(AX)(SI*1), x;    \
	VMOVDQU64 (s)(DI*1), y;        \
	MEET(x, y);                    \
	VMOVDQU64 x, off(AX)(SI*1);    \
	VMOVDQU64 y, (s)(DI*1)

// func orExchangedAVX512(a, b *uint64, words int, v uint64)
TEXT ·orExchangedAVX512(SB), NOSPLIT, $0-32
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVQ words+16(FP), CX
	MOVQ v+24(FP), DX
	PREPARE
	CHOOSE
	TESTQ $31, DX
	JNE   bytes
	TESTQ $511, DX
	JNE   dwords
	EACH_BLOCK(vectors, EXCHANGE_VECTORS)
	EACH_BLOCK(dwords, EXCHANGE_DWORDS)
	EACH_BLOCK(bytes, EXCHANGE_BYTES)
	EACH_BLOCK(bits, EXCHANGE_BITS)

short:
	PRESENT(vector)

more: // loop: 64 bytes
	MOVQ        SI, DI
	XORQ        R8, DI
	VMOVDQU64.Z (AX)(SI*1), K1, Z0
	VMOVDQU64.Z (BX)(DI*1), K1, Z1
	MEET(Z0, Z1)
	VMOVDQU64   Z0, K1, (AX)(SI*1)
	VMOVDQU64   Z1, K1, (BX)(DI*1)
	ADDQ        $64, SI
	CMPQ        SI, CX
	JLT         more
	VZEROUPPER
	RET
