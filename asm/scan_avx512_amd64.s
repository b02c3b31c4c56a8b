//go:build !purego

#include "textflag.h"
#include "scan_amd64.h"

// A scan as in scan_amd64.s, of 64 consecutive x at a time, x = 64*b + lane, one
// byte a lane. Comparisons leave their result in a mask, and a comparison under a
// mask adds to what has passed.
//
// From b-1 to b, w changes by the XOR of units[6] to units[6+t], t the number
// of trailing zeros of b. These XORs are on the stack. b stays below
// 2^16/64 = 2^10, so t is at most 9. n may end within a block: an x that is found
// beyond it is n or more.
//
// Instructions for 64 x, or for 64 x and a sum, with those of the loop: 31 and 32.
// AVX2 takes 64 and 68.
//
// Registers, besides those of scan_amd64.h:
//
//	AX   units      BX  w           CX  n/64, up    SI  b
//	Z0-Z3  digits of L(lane)        Z8  k           Z4-Z7  scratch
//	K1   lanes that passed          K2  scratch
//
// and for several sums:
//
//	DI   sums       R13  count      AX   number of the sum
//	Z10  k+1        Z8   the least weight that passes

// PREPARE sets up the steps, the digits and R8 from the units in AX, and SI and CX.
#define PREPARE \
	STEPS(6);                   \
	LEAQ ·weightTable(SB), R8;  \
	LANES(4, 5, 3);             \
	DIGITS(VPANDD, Z0, Z1, Z2, Z3, Z4, Z5, Z6); \
	BLOCKS_OF_64

// func scanWeightsAVX512(units [16]uint16, origin uint16, k, n int) int
TEXT ·scanWeightsAVX512(SB), NOSPLIT, $24-64
	LEAQ         units+0(FP), AX
	MOVWLZX      origin+32(FP), BX
	MOVQ         k+40(FP), DX
	MOVQ         n+48(FP), CX
	VPBROADCASTB DX, Z8
	PREPARE

block: // loop: 64 tests
	MOVL     BX, DX
	WEIGH(VBROADCASTI32X4, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7)
	VPCMPUB  $6, Z8, Z4, K1 // greater
	KORTESTQ K1, K1
	JNE      found
	NEXT_BLOCK

found:
	KMOVQ  K1, DX
	TZCNTQ DX, DX
	FOUND(6, ret+56(FP))

none:
	NONE(6, ret+56(FP))

// A lane passes a sum if weight + size > k, as in scan_amd64.s.

// func scanSumsAVX512(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int
TEXT ·scanSumsAVX512(SB), NOSPLIT, $24-80
	LEAQ    units+0(FP), AX
	MOVWLZX origin+32(FP), BX
	MOVQ    sums+40(FP), DI
	MOVQ    count+48(FP), R13
	MOVQ    k+56(FP), DX
	MOVQ    n+64(FP), CX
	INCQ    DX
	VPBROADCASTW DX, Z10
	PREPARE

block: // loop: 64 numbers
	XORL   AX, AX
	KXNORQ K1, K1, K1

sum: // loop: 64 tests
	VPBROADCASTW 2(DI)(AX*4), Z8
	VPSUBUSW     Z8, Z10, Z8
	VPACKUSWB    Z8, Z8, Z8
	MOVWLZX      (DI)(AX*4), DX
	XORL         BX, DX
	WEIGH(VBROADCASTI32X4, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7)
	VPCMPUB  $5, Z8, Z4, K2 // not less
	KANDQ    K2, K1, K1
	KORTESTQ K1, K1
	JEQ      next
	INCQ     AX
	CMPQ     AX, R13
	JLT      sum
	KMOVQ    K1, DX
	TZCNTQ   DX, DX
	FOUND(6, ret+72(FP))

next:
	NEXT_BLOCK

none:
	NONE(6, ret+72(FP))
