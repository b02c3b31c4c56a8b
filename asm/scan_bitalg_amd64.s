//go:build !purego

#include "textflag.h"
#include "scan_amd64.h"

// A scan that counts weights by VPOPCNTW, of AVX512_BITALG. It looks at 64
// consecutive x at a time, x = 64*b + lane, one word a lane in two vectors. With
// w = origin ^ L(64*b) the weight of the lane is that of w ^ L(lane). The steps of
// w, and an n within a block, are as in scan_avx512_amd64.s.
//
// Instructions for 64 x, or for 64 x and a sum, with those of the loop: 16 and 16.
// Without BITALG it takes 31 and 32.
//
// Registers:
//
//	AX   units      BX  w           CX  n/64, up    SI  b
//	Z0, Z1  L of lanes 0 to 31 and 32 to 63         DX  scratch
//	Z8   k, or the least weight that passes         Z4-Z6  scratch
//	K1, K2  lanes that passed                       K3, K4  scratch
//
// and for several sums:
//
//	DI   sums       R13  count      AX   number of the sum
//	Z10  k+1        Z2, Z3  w ^ L(lane)

// PREPARE sets up the steps and L of the lanes from the units in AX, and SI and CX.
#define PREPARE \
	STEPS(6);       \
	LANES(3, 4, 5); \
	BLOCKS_OF_64

// func scanWeightsAVX512BITALG(units [16]uint16, origin uint16, k, n int) int
TEXT ·scanWeightsAVX512BITALG(SB), NOSPLIT, $24-64
	LEAQ         units+0(FP), AX
	MOVWLZX      origin+32(FP), BX
	MOVQ         k+40(FP), DX
	MOVQ         n+48(FP), CX
	VPBROADCASTW DX, Z8
	PREPARE

block: // loop: 64 tests
	VPBROADCASTW BX, Z4
	VPXORD       Z0, Z4, Z5
	VPXORD       Z1, Z4, Z6
	VPOPCNTW     Z5, Z5
	VPOPCNTW     Z6, Z6
	VPCMPUW      $6, Z8, Z5, K1 // greater
	VPCMPUW      $6, Z8, Z6, K2
	KORTESTD     K1, K2
	JNE          found
	NEXT_BLOCK

found:
	KUNPCKDQ K1, K2, K1
	KMOVQ    K1, DX
	TZCNTQ   DX, DX
	FOUND(6, ret+56(FP))

none:
	NONE(6, ret+56(FP))

// A lane passes a sum if weight + size > k, that is weight >= max(0, k+1-size).

// func scanSumsAVX512BITALG(units [16]uint16, origin uint16, sums *Sum, count, k, n int) int
TEXT ·scanSumsAVX512BITALG(SB), NOSPLIT, $24-80
	LEAQ         units+0(FP), AX
	MOVWLZX      origin+32(FP), BX
	MOVQ         sums+40(FP), DI
	MOVQ         count+48(FP), R13
	MOVQ         k+56(FP), DX
	MOVQ         n+64(FP), CX
	INCQ         DX
	VPBROADCASTW DX, Z10
	PREPARE

block: // loop: 64 numbers
	XORL         AX, AX
	KXNORD       K1, K1, K1
	KXNORD       K2, K2, K2
	VPBROADCASTW BX, Z4
	VPXORD       Z0, Z4, Z2
	VPXORD       Z1, Z4, Z3

sum: // loop: 64 tests
	VPBROADCASTW 2(DI)(AX*4), Z8
	VPBROADCASTW (DI)(AX*4), Z4
	VPSUBUSW     Z8, Z10, Z8
	VPXORD       Z2, Z4, Z5
	VPXORD       Z3, Z4, Z6
	VPOPCNTW     Z5, Z5
	VPOPCNTW     Z6, Z6
	VPCMPUW      $5, Z8, Z5, K3 // not less
	VPCMPUW      $5, Z8, Z6, K4
	KANDD        K3, K1, K1
	KANDD        K4, K2, K2
	KORTESTD     K1, K2
	JEQ          next
	INCQ         AX
	CMPQ         AX, R13
	JLT          sum
	KUNPCKDQ     K1, K2, K1
	KMOVQ        K1, DX
	TZCNTQ       DX, DX
	FOUND(6, ret+72(FP))

next:
	NEXT_BLOCK

none:
	NONE(6, ret+72(FP))
