//go:build !purego

#include "textflag.h"
#include "settle_amd64.h"

// Settle16 with 512-bit vectors. The method is that of settle_amd64.s. But a column of
// words is one vector, with its lanes in order, and a set of lanes is a mask:
// comparisons also take the AND with the set they start from.
//
// The extras in bytes take four vectors of four columns, a quarter each. Columns are
// sorted within the quarters, and then merged twice.
//
// The units take eight vectors: of units i and i+8, each lane has the low bytes, and
// then the high bytes. After the last round of their layout a vector has a quarter of
// the row of four lanes: l, l+4, l+8 and l+12. Extras and picks are laid out like
// that, too, so four vectors make four rows. A row is written at once.
//
// A column of G takes 11 instructions, a power 7 or 8, what is settled 65, and the
// layout 256.
//
// Registers:
//
//	AX  cols              BX  words            DX  out
//	CX  d                 R8  width            DI  k
//	SI  place of a column of bytes, in out     R9  scratch
//	K2  c is in the span           K3  2^i and all before it are
//	K4  open lanes                 K6, K7  bytes for FOURS
//	Z0  OR of the words            Y1  XOR of the numbers, and c
//	Y9  OR of the extras           Z6  coordinates of c
//	Z7  16-rank                    Z8  t
//	Z10  2^t                       Z11  K
//	Z16-Z23  units                 Z24  indices
//	Z25, Z26  unitBytes            Z27  16
//	Z28  0xffff                    Z29  1
//	Z30  0                         Z31  all ones
//
// The rest are scratch; the layout uses all.

// unitBytes moves the low two bytes of a dword to places 0 and 2, or to 1 and 3.
DATA ·unitBytes+0(SB)/8, $0x8005800480018000
DATA ·unitBytes+8(SB)/8, $0x800d800c80098008
DATA ·unitBytes+16(SB)/8, $0x0580048001800080
DATA ·unitBytes+24(SB)/8, $0x0d800c8009800880
GLOBL ·unitBytes(SB), RODATA|NOPTR, $32

// squareIndex exchanges rows and columns of a square of four by four.
DATA ·squareIndex+0(SB)/8, $0x0d0905010c080400
DATA ·squareIndex+8(SB)/8, $0x0f0b07030e0a0602
GLOBL ·squareIndex(SB), RODATA|NOPTR, $16

// UNIT reads the word of 2^i, or jumps to powers if there is none. It counts 2^i if it
// and all before it are in the span. z gets the coordinates, placed by bytes.
#define UNIT(i, bytes, z) \
	CMPQ      R8, $i;              \
	JLE       powers;              \
	VMOVDQU32 (64*i+64)(BX), Z5;   \
	VPCMPUD   $2, Z28, Z5, K3, K3; \ // at most
	VPADDD    Z29, Z8, K3, Z8;     \
	VPSLLVD   Z7, Z5, Z5;          \
	VPSHUFB   bytes, Z5, z

// NEXT_UNIT is UNIT for i >= 8. It adds to z, which has unit i-8.
#define NEXT_UNIT(i, z) \
	UNIT(i, Z25, Z5); \
	VPORD Z5, z, z

// FOURS compares x with y, whose quarters it first puts in another order. z gets the
// lesser bytes in the quarters of mask, and the greater ones in the others.
#define FOURS(order, x, y, mask, z) \
	VSHUFI64X2 order, y, y, Z4; \
	VPMAXUB    Z4, x, z;        \
	VPMINUB    Z4, x, mask, z

// QUARTERS ends a bitonic merge: it sorts the four columns of each quarter from a, b,
// c and d to p, q, r and s.
#define QUARTERS(a, b, c, d, p, q, r, s) \
	EXCHANGE(a, c, Z4, Z5); \
	EXCHANGE(b, d, a, c);   \
	EXCHANGE(Z4, a, p, q);  \
	EXCHANGE(Z5, c, r, s)

// SWAP_BITS is SWAP of settle_amd64.h. VPTERNLOGD chooses, by the bits of mask,
// between what stays and what comes from the other.
#define SWAP_BITS(a, b, shift, mask) \
	VPSRLW     $shift, a, Z5;      \
	VPSLLW     $shift, b, Z4;      \
	VPTERNLOGD $0xe4, mask, Z4, a; \
	VPTERNLOGD $0xd8, mask, Z5, b

// ROWS writes the rows of lanes l, l+4, l+8 and l+12 from their quarters, in
// a, b, c and d.
#define ROWS(l, a, b, c, d) \
	VSHUFI64X2 $0x44, b, a, Z4;    \
	VSHUFI64X2 $0x44, d, c, Z5;    \
	VSHUFI64X2 $0x88, Z5, Z4, Z6;  \
	VSHUFI64X2 $0xdd, Z5, Z4, Z7;  \
	VMOVDQU32  Z6, (64*l)(DX);     \
	VMOVDQU32  Z7, (64*l+256)(DX); \
	VSHUFI64X2 $0xee, b, a, Z4;    \
	VSHUFI64X2 $0xee, d, c, Z5;    \
	VSHUFI64X2 $0x88, Z5, Z4, Z6;  \
	VSHUFI64X2 $0xdd, Z5, Z4, Z7;  \
	VMOVDQU32  Z6, (64*l+512)(DX); \
	VMOVDQU32  Z7, (64*l+768)(DX)

// func settle16AVX512(cols *uint16, words *uint32, d, width int, k *[16]uint16, out *Bounded16)
TEXT ·settle16AVX512(SB), NOSPLIT, $0-48
	MOVQ       cols+0(FP), AX
	MOVQ       words+8(FP), BX
	MOVQ       d+16(FP), CX
	MOVQ       width+24(FP), R8
	MOVQ       k+32(FP), DI
	MOVQ       out+40(FP), DX
	VPTERNLOGD $0xff, Z31, Z31, Z31
	VPXORD     Z30, Z30, Z30
	VPSRLD     $31, Z31, Z29
	VPSRLD     $16, Z31, Z28
	VPSLLD     $4, Z29, Z27
	VMOVDQU32  Z30, (DX)
	VMOVDQU32  Z30, 64(DX)
	VMOVDQU32  Z30, 128(DX)
	VMOVDQU32  Z30, 192(DX)
	VPXORD     Z0, Z0, Z0
	VPXOR      Y1, Y1, Y1
	VPXOR      Y9, Y9, Y9
	SHLQ       $4, CX
	XORL       SI, SI

column: // loop: 1 column
	VMOVDQU32   (BX)(SI*4), Z4
	VPADDD      Z31, Z4, Z5
	VPTESTMD    Z4, Z5, K1 // an extra
	VPORD       Z4, Z0, Z0
	VMOVDQU16.Z (AX)(SI*2), K1, Y5
	VPXOR       (AX)(SI*2), Y1, Y1
	VPOR        Y5, Y9, Y9
	VPMOVUSWB   Y5, (DX)(SI*1)
	ADDQ        $16, SI
	CMPQ        SI, CX
	JLT         column

	// c, and the powers of two.
	LEAQ            (BX)(SI*4), BX
	VPXOR           (AX)(SI*2), Y1, Y1
	VMOVDQU32       (BX), Z6
	VPCMPUD         $2, Z28, Z6, K2
	VPLZCNTD        Z0, Z7
	VPSUBD          Z27, Z7, Z7
	VPSLLVD         Z7, Z6, Z6
	VBROADCASTI32X4 ·unitBytes+0(SB), Z26
	VBROADCASTI32X4 ·unitBytes+16(SB), Z25
	KXNORW          K3, K3, K3
	VPXORD          Z8, Z8, Z8
	VPXORD          Z16, Z16, Z16
	VPXORD          Z17, Z17, Z17
	VPXORD          Z18, Z18, Z18
	VPXORD          Z19, Z19, Z19
	VPXORD          Z20, Z20, Z20
	VPXORD          Z21, Z21, Z21
	VPXORD          Z22, Z22, Z22
	VPXORD          Z23, Z23, Z23
	UNIT(0, Z26, Z16)
	UNIT(1, Z26, Z17)
	UNIT(2, Z26, Z18)
	UNIT(3, Z26, Z19)
	UNIT(4, Z26, Z20)
	UNIT(5, Z26, Z21)
	UNIT(6, Z26, Z22)
	UNIT(7, Z26, Z23)
	NEXT_UNIT(8, Z16)
	NEXT_UNIT(9, Z17)
	NEXT_UNIT(10, Z18)
	NEXT_UNIT(11, Z19)
	NEXT_UNIT(12, Z20)
	NEXT_UNIT(13, Z21)
	NEXT_UNIT(14, Z22)
	NEXT_UNIT(15, Z23)

	// What is settled.
powers:
	VPSLLVD     Z8, Z29, Z10
	VPMOVZXWD   (DI), Z11
	VPSUBD      Z7, Z27, Z12 // rank
	VPADDD      Z29, Z11, Z13
	VPCMPUD     $6, Z13, Z12, K2, K4 // greater: open
	VPCMPUD     $0, Z13, Z12, K2, K5 // equal
	VPTESTNMW   Y9, Y9, K5, K5 // all but one number can be reached
	KANDNW      K2, K4, K2 // settled, and not 0
	VPMOVZXWD   Y1, Z14
	VMOVDQU32.Z Z10, K2, Z15
	VPMINUD     Z14, Z10, K5, Z15
	VMOVDQU32   Z15, 1024(DX)
	KORTESTW    K4, K4
	JEQ         settled

	// Extras.
	MOVQ      $0xffff0000ffff0000, R9
	KMOVQ     R9, K6
	MOVQ      $0xffffffff00000000, R9
	KMOVQ     R9, K7
	VMOVDQU32 (DX), Z0
	VMOVDQU32 64(DX), Z1
	VMOVDQU32 128(DX), Z2
	VMOVDQU32 192(DX), Z3
	EXCHANGE(Z0, Z1, Z12, Z13)
	EXCHANGE(Z2, Z3, Z14, Z15)
	EXCHANGE(Z12, Z14, Z0, Z4)
	EXCHANGE(Z13, Z15, Z5, Z3)
	EXCHANGE(Z5, Z4, Z1, Z2)
	FOURS($0xb1, Z0, Z3, K6, Z12)
	FOURS($0xb1, Z1, Z2, K6, Z13)
	FOURS($0xb1, Z2, Z1, K6, Z14)
	FOURS($0xb1, Z3, Z0, K6, Z15)
	QUARTERS(Z12, Z13, Z14, Z15, Z0, Z1, Z2, Z3)
	FOURS($0x1b, Z0, Z3, K7, Z12)
	FOURS($0x1b, Z1, Z2, K7, Z13)
	FOURS($0x1b, Z2, Z1, K7, Z14)
	FOURS($0x1b, Z3, Z0, K7, Z15)
	FOURS($0xb1, Z12, Z12, K6, Z0)
	FOURS($0xb1, Z13, Z13, K6, Z1)
	FOURS($0xb1, Z14, Z14, K6, Z2)
	FOURS($0xb1, Z15, Z15, K6, Z3)
	QUARTERS(Z0, Z1, Z2, Z3, Z12, Z13, Z14, Z15)

	// The classes.
	VPSRLW          $8, Y9, Y4
	VPTESTNMW       Y4, Y4, K4, K1
	KANDNW          K4, K1, K5 // Left
	VPSRLW          $5, Y9, Y4
	VPTESTNMW       Y4, Y4, K4, K2
	VEXTRACTI32X4   $1, Z12, X4
	VPTESTNMB       X4, X4, K2, K2 // at most 4 extras, below 32
	KANDNW          K1, K2, K1 // Many
	VMOVDQU32       Z16, Z4
	VPTERNLOGD      $0xfe, Z17, Z18, Z4
	VPTERNLOGD      $0xfe, Z19, Z20, Z4
	VPTERNLOGD      $0xfe, Z21, Z22, Z4
	VPORD           Z23, Z4, Z4
	VPSLLD          $24, Z4, Z4
	VPTESTNMD       Z4, Z4, K2, K3
	KANDNW          K2, K3, K2 // Wide
	VPSRLD          $28, Z31, Z5
	VPANDD          Z5, Z6, Z4
	VPSRLD          $4, Z6, Z0
	VPANDD          Z5, Z0, Z0
	VBROADCASTI32X4 ·weightTable(SB), Z1
	VPSHUFB         Z4, Z1, Z4
	VPSHUFB         Z0, Z1, Z0
	VPADDD          Z0, Z4, Z4
	VPCMPUD         $2, Z11, Z4, K3, K3 // at most
	VPSRLW          $4, Y9, Y4
	VPTESTNMW       Y4, Y4, K3, K6
	VPTESTNMB       X14, X14, K6, K6 // Few
	KANDNW          K3, K6, K3 // Some
	KMOVW           K6, 1088(DX)
	KMOVW           K3, 1090(DX)
	KMOVW           K2, 1092(DX)
	KMOVW           K1, 1094(DX)
	KMOVW           K5, 1096(DX)

	// K, Origin and Last.
	VPSLLD      $16, Z6, Z6
	VPORD       Z11, Z6, Z6
	VPADDD      Z31, Z10, Z10
	VPUNPCKLDQ  Z10, Z6, Z8
	VPUNPCKHDQ  Z10, Z6, Z9
	VPUNPCKLQDQ Z30, Z8, Z0
	VPUNPCKHQDQ Z30, Z8, Z1
	VPUNPCKLQDQ Z30, Z9, Z2
	VPUNPCKHQDQ Z30, Z9, Z3

	// The extras of four lanes, in each quarter of four vectors.
	VBROADCASTI32X4 ·squareIndex(SB), Z24
	VPSHUFB         Z24, Z12, Z12
	VPSHUFB         Z24, Z13, Z13
	VPSHUFB         Z24, Z14, Z14
	VPSHUFB         Z24, Z15, Z15
	PAIR(VPUNPCKLBW, VPUNPCKHBW, Z12, Z13, Z4, Z5)
	PAIR(VPUNPCKLBW, VPUNPCKHBW, Z14, Z15, Z6, Z7)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Z4, Z6, Z12, Z13)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Z5, Z7, Z14, Z15)
	VPMOVZXBD ·squareIndex(SB), Z24
	VPERMD    Z12, Z24, Z12
	VPERMD    Z13, Z24, Z13
	VPERMD    Z14, Z24, Z14
	VPERMD    Z15, Z24, Z15

	// The Masks.
	VPBROADCASTD ·swapMasks+0(SB), Z24
	VPBROADCASTD ·swapMasks+4(SB), Z25
	VPBROADCASTD ·swapMasks+8(SB), Z26
	SWAP_BITS(Z16, Z20, 4, Z24)
	SWAP_BITS(Z17, Z21, 4, Z24)
	SWAP_BITS(Z18, Z22, 4, Z24)
	SWAP_BITS(Z19, Z23, 4, Z24)
	SWAP_BITS(Z16, Z18, 2, Z25)
	SWAP_BITS(Z17, Z19, 2, Z25)
	SWAP_BITS(Z20, Z22, 2, Z25)
	SWAP_BITS(Z21, Z23, 2, Z25)
	SWAP_BITS(Z16, Z17, 1, Z26)
	SWAP_BITS(Z18, Z19, 1, Z26)
	SWAP_BITS(Z20, Z21, 1, Z26)
	SWAP_BITS(Z22, Z23, 1, Z26)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Z16, Z17, Z4, Z5)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Z18, Z19, Z6, Z7)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Z20, Z21, Z8, Z9)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Z22, Z23, Z10, Z11)
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Z4, Z6, Z16, Z17)
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Z5, Z7, Z18, Z19)
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Z8, Z10, Z20, Z21)
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Z9, Z11, Z22, Z23)
	PAIR(VPUNPCKLQDQ, VPUNPCKHQDQ, Z16, Z20, Z8, Z9)
	ROWS(0, Z8, Z9, Z12, Z0)
	PAIR(VPUNPCKLQDQ, VPUNPCKHQDQ, Z17, Z21, Z8, Z9)
	ROWS(1, Z8, Z9, Z13, Z1)
	PAIR(VPUNPCKLQDQ, VPUNPCKHQDQ, Z18, Z22, Z8, Z9)
	ROWS(2, Z8, Z9, Z14, Z2)
	PAIR(VPUNPCKLQDQ, VPUNPCKHQDQ, Z19, Z23, Z8, Z9)
	ROWS(3, Z8, Z9, Z15, Z3)
	VZEROUPPER
	RET

settled:
	XORL SI, SI
	MOVQ SI, 1088(DX)
	MOVW SI, 1096(DX)
	VZEROUPPER
	RET
