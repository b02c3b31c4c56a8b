//go:build !purego

#include "textflag.h"

// A scan as in scan_amd64.s, which has the tables of weights, of 64 consecutive
// x at a time, x = 64*b + lane, one byte a lane. Comparisons leave their result
// in a mask, and a comparison under a mask adds to what has passed.
//
// From b-1 to b, w changes by the XOR of units[6] to units[6+t], t the number
// of trailing zeros of b. These XORs are on the stack. b stays below
// 2^16/64 = 2^10, so t is at most 9. n may end within the 64: what is found
// beyond is n or more.
//
// Instructions for 64 x, or 64 x and a sum, with those of the loop: 31 and 32;
// of AVX2 64 and 68.
//
// Registers:
//
//	AX   units      BX  w           CX  n/64, up    SI  b
//	R8   weights    R9-R11, DX      scratch
//	Z0-Z3  digits of L(lane)        Z8  k           Z4-Z7  scratch
//	K1   lanes that passed          K2  scratch
//
// and for several sums:
//
//	DI   sums       R13  count      AX   number of the sum
//	Z10  k+1        Z8   the least weight that passes

// STEP puts the XOR of units[6] to units[6+t] on the stack.
#define STEP(t) \
	XORW 12+2*t(AX), DX;  \
	MOVW DX, steps-24+2*t(SP)

// UNIT sets in z the words of the mask to a unit.
#define UNIT(mask, unit, z) \
	MOVL           $mask, DX;         \
	KMOVD          DX, K1;            \
	VPBROADCASTW.Z 2*unit(AX), K1, z

// PREPARE sets up the steps, the digits and R8 from the units in AX.
#define PREPARE \
	XORL         DX, DX;          \
	STEP(0);                      \
	STEP(1);                      \
	STEP(2);                      \
	STEP(3);                      \
	STEP(4);                      \
	STEP(5);                      \
	STEP(6);                      \
	STEP(7);                      \
	STEP(8);                      \
	STEP(9);                      \
	LEAQ         ·weightTable(SB), R8;       \
	UNIT(0xaaaaaaaa, 0, Z0);             \
	UNIT(0xcccccccc, 1, Z1);             \
	UNIT(0xf0f0f0f0, 2, Z2);             \
	UNIT(0xff00ff00, 4, Z3);             \
	UNIT(0xffff0000, 5, Z4);             \
	VPTERNLOGD   $0x96, Z1, Z2, Z0;      \
	VPTERNLOGD   $0x96, Z3, Z4, Z0;      \ // L of lanes 16*i to 16*i+7
	VPBROADCASTW 6(AX), Z1;              \
	VPXORD       Z0, Z1, Z1;             \ // L of lanes 16*i+8 to 16*i+15
	VPBROADCASTQ ·byteMasks+8(SB), Z4;       \
	VPANDD       Z4, Z0, Z2;             \
	VPANDD       Z4, Z1, Z3;             \
	VPSRLW       $8, Z0, Z0;             \
	VPSRLW       $8, Z1, Z1;             \
	VPACKUSWB    Z3, Z2, Z4;             \ // low bytes, lanes in order
	VPACKUSWB    Z1, Z0, Z5;             \ // high bytes
	VPBROADCASTQ ·byteMasks+0(SB), Z6;       \
	VPANDD       Z6, Z4, Z0;             \
	VPANDD       Z6, Z5, Z2;             \
	VPSRLW       $4, Z4, Z4;             \
	VPSRLW       $4, Z5, Z5;             \
	VPANDD       Z6, Z4, Z1;             \
	VPANDD       Z6, Z5, Z3

// WEIGH sets the bytes of Z4 to the weights of w ^ L(lane) for w in DX, below
// 1<<16, which it spoils.
#define WEIGH \
	MOVL            DX, R9;            \
	SHLL            $4, R9;            \
	ANDL            $0xf0f0, R9;       \ // digits 0 and 2, each in a byte, times 16
	ANDL            $0xf0f0, DX;       \ // digits 1 and 3
	MOVL            R9, R11;           \
	MOVBLZX         DX, R10;           \
	MOVBLZX         R9, R9;            \
	SHRL            $8, R11;           \
	SHRL            $8, DX;            \
	VBROADCASTI32X4 (R8)(R9*1), Z4;    \
	VBROADCASTI32X4 (R8)(R10*1), Z5;   \
	VBROADCASTI32X4 (R8)(R11*1), Z6;   \
	VBROADCASTI32X4 (R8)(DX*1), Z7;    \
	VPSHUFB         Z0, Z4, Z4;        \
	VPSHUFB         Z1, Z5, Z5;        \
	VPSHUFB         Z2, Z6, Z6;        \
	VPSHUFB         Z3, Z7, Z7;        \
	VPADDB          Z5, Z4, Z4;        \
	VPADDB          Z7, Z6, Z6;        \
	VPADDB          Z6, Z4, Z4

// func scanWeightsAVX512(units [16]uint16, origin uint16, k, n int) int
TEXT ·scanWeightsAVX512(SB), NOSPLIT, $24-64
	LEAQ         units+0(FP), AX
	MOVWLZX      origin+32(FP), BX
	MOVQ         k+40(FP), DX
	MOVQ         n+48(FP), CX
	VPBROADCASTB DX, Z8
	PREPARE
	ADDQ         $63, CX
	SHRQ         $6, CX
	XORL         SI, SI

block:
	MOVL     BX, DX
	WEIGH
	VPCMPUB  $6, Z8, Z4, K1 // greater
	KORTESTQ K1, K1
	JNE      found
	INCQ     SI
	CMPQ     SI, CX
	JGE      none
	TZCNTQ   SI, DX
	MOVWLZX  steps-24(SP)(DX*2), DX
	XORL     DX, BX
	JMP      block

found:
	KMOVQ  K1, DX
	TZCNTQ DX, DX
	SHLQ   $6, SI
	ADDQ   DX, SI
	MOVQ   SI, ret+56(FP)
	VZEROUPPER
	RET

none:
	SHLQ $6, CX
	MOVQ CX, ret+56(FP)
	VZEROUPPER
	RET

// Here a sum s wants weight + size > k: weight >= max(0, k+1 - size), which in
// words, and saturated in bytes, stays above all weights where it was.

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
	ADDQ    $63, CX
	SHRQ    $6, CX
	XORL    SI, SI

block:
	XORL   AX, AX
	KXNORQ K1, K1, K1

sum:
	VPBROADCASTW 2(DI)(AX*4), Z8
	VPSUBUSW     Z8, Z10, Z8
	VPACKUSWB    Z8, Z8, Z8
	MOVWLZX      (DI)(AX*4), DX
	XORL         BX, DX
	WEIGH
	VPCMPUB  $5, Z8, Z4, K2 // not less
	KANDQ    K2, K1, K1
	KORTESTQ K1, K1
	JEQ      next
	INCQ     AX
	CMPQ     AX, R13
	JLT      sum
	KMOVQ    K1, DX
	TZCNTQ   DX, DX
	SHLQ     $6, SI
	ADDQ     DX, SI
	MOVQ     SI, ret+72(FP)
	VZEROUPPER
	RET

next:
	INCQ    SI
	CMPQ    SI, CX
	JGE     none
	TZCNTQ  SI, DX
	MOVWLZX steps-24(SP)(DX*2), DX
	XORL    DX, BX
	JMP     block

none:
	SHLQ $6, CX
	MOVQ CX, ret+72(FP)
	VZEROUPPER
	RET
