//go:build !purego

#include "textflag.h"
#include "scan_amd64.h"

// A scan looks at 32 consecutive x at a time, x = 32*b + lane. With
// w = origin ^ L(32*b) the weight of the lane is that of w ^ L(lane). L(lane)
// stays the same, so its four hex digits are taken apart once, into Y0 to Y3,
// lowest first, one byte a lane. For each value of a digit of w there is a
// table of 16 weights, by the digit of L(lane). So a digit takes one broadcast
// load and one VPSHUFB, and no XOR of vectors. The sum of four weights is at most
// 16 and fits a byte, and so does k < 128.
//
// From b-1 to b, w changes by the XOR of units[5] to units[5+t], t the number
// of trailing zeros of b. These XORs are on the stack. b stays below
// n/32 <= 2^11, so t is at most 10.
//
// Registers, besides those of scan_amd64.h:
//
//	AX   units      BX  w           CX  n/32       SI  b
//	Y0-Y3  digits of L(lane)        Y8  k          Y4-Y7  scratch
//
// and for several sums:
//
//	DI   sums       R13  count      AX   number of the sum
//	Y10  k+1        Y9   lanes where all sums so far have passed

DATA ·byteMasks+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA ·byteMasks+8(SB)/8, $0x00ff00ff00ff00ff
GLOBL ·byteMasks(SB), RODATA|NOPTR, $16

// PREPARE sets up the steps, the digits and R8 from the units in AX, and SI and CX.
#define PREPARE \
	STEPS(5);                            \
	STEP(5, 10);                         \
	LEAQ         ·weightTable(SB), R8;   \
	VPBROADCASTW (AX), Y0;               \
	VPBROADCASTW 2(AX), Y1;              \
	VPBROADCASTW 4(AX), Y2;              \
	VPBROADCASTW 8(AX), Y3;              \
	VPAND        ·laneMasks+0(SB), Y0, Y0;  \
	VPAND        ·laneMasks+32(SB), Y1, Y1; \
	VPAND        ·laneMasks+64(SB), Y2, Y2; \
	VPAND        ·laneMasks+96(SB), Y3, Y3; \
	VPXOR        Y1, Y0, Y0;             \
	VPXOR        Y3, Y2, Y2;             \
	VPXOR        Y2, Y0, Y0;             \ // L of lanes 0-7 and 16-23
	VPBROADCASTW 6(AX), Y1;              \
	VPXOR        Y0, Y1, Y1;             \ // L of lanes 8-15 and 24-31
	DIGITS(VPAND, Y0, Y1, Y2, Y3, Y4, Y5, Y6); \
	SHRQ         $5, CX;                 \
	XORL         SI, SI

// func scanWeightsAVX2(units [16]uint16, origin uint16, k, n int) int
TEXT ·scanWeightsAVX2(SB), NOSPLIT, $24-64
	LEAQ         units+0(FP), AX
	MOVWLZX      origin+32(FP), BX
	MOVQ         k+40(FP), DX
	MOVQ         n+48(FP), CX
	VMOVQ        DX, X8
	VPBROADCASTB X8, Y8
	PREPARE

block: // loop: 32 tests
	MOVL      BX, DX
	WEIGH(VBROADCASTI128, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7)
	VPCMPGTB  Y8, Y4, Y4
	VPMOVMSKB Y4, DX
	TESTL     DX, DX
	JNE       found
	NEXT_BLOCK

found:
	TZCNTL DX, DX
	FOUND(5, ret+56(FP))

none:
	NONE(5, ret+56(FP))

// A lane passes a sum if weight + size > k, that is weight >= max(0, k+1-size).
// This bound is computed in words, then saturated to bytes: a bound above all
// weights stays above them.

// func scanSumsAVX2(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int
TEXT ·scanSumsAVX2(SB), NOSPLIT, $24-80
	LEAQ    units+0(FP), AX
	MOVWLZX origin+32(FP), BX
	MOVQ    sums+40(FP), DI
	MOVQ    count+48(FP), R13
	MOVQ    k+56(FP), DX
	MOVQ    n+64(FP), CX
	INCQ    DX
	VMOVQ   DX, X10
	VPBROADCASTW X10, Y10
	PREPARE

block: // loop: 32 numbers
	XORL     AX, AX
	VPCMPEQB Y9, Y9, Y9

sum: // loop: 32 tests
	VPBROADCASTW 2(DI)(AX*4), Y8
	VPSUBUSW     Y8, Y10, Y8
	VPACKUSWB    Y8, Y8, Y8
	MOVWLZX      (DI)(AX*4), DX
	XORL         BX, DX
	WEIGH(VBROADCASTI128, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7)
	VPMAXUB   Y8, Y4, Y8
	VPCMPEQB  Y8, Y4, Y4
	VPAND     Y4, Y9, Y9
	VPMOVMSKB Y9, DX
	TESTL     DX, DX
	JEQ       next
	INCQ      AX
	CMPQ      AX, R13
	JLT       sum
	TZCNTL    DX, DX
	FOUND(5, ret+72(FP))

next:
	NEXT_BLOCK

none:
	NONE(5, ret+72(FP))
