//go:build !purego

#include "textflag.h"

#define SIZE 32
#define MOVE VMOVDQU
#define OR VPOR
#define FROM MOVQ SI, DI; XORQ R8, DI; LEAQ (DI)(R13*1), DX
#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 X0
#define V5 X1
#define V6 X2
#define V7 X3
#include "permute_amd64.h"

// The permutation of a bitset by v moves bit i to i^v. The bits of v each do a part:
//
//	8 and up  exchange whole vectors of 256 bits: the order of addresses
//	7         exchanges the halves of a vector: their addresses, since VPERMD
//	          would take as long as four other shuffles
//	3 to 6    exchange the sixteen bytes of a half: VPSHUFB
//	0 to 2    exchange the bits of a byte: a table of 16 tells where the bits
//	          of each half go, VPSHUFB again
//
// If the lowest bits of v are 0, a loop of its own leaves their part out.
//
// Registers, in all loops:
//
//	AX      dst, or a              BX   src, or b
//	CX      length in bytes        SI   offset into dst, up to CX
//	DI      offset into src, of the block and of the half that comes first
//	DX      the same of the other half; at first v
//	R8      SI ^ R8 = DI
//	R9-R12  BX plus the offset that belongs to vector 0, 1, 2, 3 of a block
//	R13     16 or -16: DI + R13 = DX
//	Y11     table for the low half of a byte, Y12 for the high half
//	Y13     byte indices           Y15  0x0f in each byte
//
// The length is a power of two. Offsets are below it, and so are XORs of offsets:
// nothing is read or written past an end.

DATA ·lowNibbles+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL ·lowNibbles(SB), RODATA|NOPTR, $8

// PREPARE sets up the registers from v in DX, which it keeps. R9 and R10 are scratch.
#define PREPARE \
	SHLQ           $3, CX;             \
	MOVQ           DX, R8;             \
	SHRQ           $3, R8;             \
	VMOVQ          R8, X13;            \
	VPBROADCASTB   X13, Y13;           \
	VBROADCASTI128 ·byteIndex(SB), Y12; \
	VPXOR          Y12, Y13, Y13;      \
	VPBROADCASTQ   ·lowNibbles(SB), Y15; \
	VPAND          Y15, Y13, Y13;      \
	ANDQ           $~15, R8;           \
	MOVQ           R8, R13;            \
	ANDQ           $16, R13;           \
	ADDQ           R13, R13;           \
	NEGQ           R13;                \
	ADDQ           $16, R13;           \
	MOVQ           DX, R10;            \
	ANDQ           $7, R10;            \
	SHLQ           $5, R10;            \
	LEAQ           ·nibbleTable(SB), R9; \
	VBROADCASTI128 (R9)(R10*1), Y11;   \
	VBROADCASTI128 16(R9)(R10*1), Y12; \
	XORL           SI, SI

// LOAD loads the vector at s+DI, with its halves exchanged as v says; low is the
// lower half of x.
#define LOAD(s, x, low) \
	VMOVDQU     (s)(DI*1), low;      \
	VINSERTI128 $1, (s)(DX*1), x, x

// ADD adds x to the vector of dst at offset SI+off, and keeps the sum.
#define ADD(off, x) \
	VPOR    off(AX)(SI*1), x, x; \
	VMOVDQU x, off(AX)(SI*1)

// BYTES moves the bytes within the halves of x, BITS the bits within the bytes, too.
#define BYTES(x) VPSHUFB Y13, x, x

#define BITS(x) \
	BYTES(x);            \
	VPSRLW  $4, x, Y4;   \
	VPAND   Y15, x, x;   \
	VPAND   Y15, Y4, Y4; \
	VPSHUFB x, Y11, x;   \
	VPSHUFB Y4, Y12, Y4; \
	VPOR    Y4, x, x

// OR_* adds to the vector of dst at offset SI+off the one at s+DI, permuted.
#define OR_BYTES(s, off, x, low) \
	LOAD(s, x, low); \
	BYTES(x);        \
	ADD(off, x)

#define OR_BITS(s, off, x, low) \
	LOAD(s, x, low); \
	BITS(x);         \
	ADD(off, x)

// EACH_VECTOR is the loop over the vectors of a bitset shorter than a block.
#define EACH_VECTOR(label, STEP) \
label: \ // loop: 32 bytes
	FROM;                   \
	STEP(BX, 0, Y0, X0);    \
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
	TESTQ $255, DX
	JNE   bytes
	EACH_BLOCK(vectors, OR_VECTORS)
	EACH_BLOCK(bytes, OR_BYTES)
	EACH_BLOCK(bits, OR_BITS)
	EACH_VECTOR(short, OR_BITS)

// STORE stores x at s+DI, with its halves exchanged as v says.
#define STORE(s, x, low) \
	VMOVDQU      low, (s)(DI*1);  \
	VEXTRACTI128 $1, x, (s)(DX*1)

// EXCHANGE_* adds to the vector of a at offset SI+off the one of b at s+DI, permuted.
// The sum, permuted back, is what that one becomes: it has its own bits, too. No
// other vector of a meets it.
#define EXCHANGE_BYTES(s, off, x, low) \
	OR_BYTES(s, off, x, low); \
	BYTES(x);                 \
	STORE(s, x, low)

#define EXCHANGE_BITS(s, off, x, low) \
	OR_BITS(s, off, x, low); \
	BITS(x);                 \
	STORE(s, x, low)

// func orExchangedAVX2(a, b *uint64, words int, v uint64)
TEXT ·orExchangedAVX2(SB), NOSPLIT, $0-32
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVQ words+16(FP), CX
	MOVQ v+24(FP), DX
	PREPARE
	CHOOSE
	TESTQ $255, DX
	JNE   bytes
	EACH_BLOCK(vectors, EXCHANGE_VECTORS)
	EACH_BLOCK(bytes, EXCHANGE_BYTES)
	EACH_BLOCK(bits, EXCHANGE_BITS)
	EACH_VECTOR(short, EXCHANGE_BITS)
