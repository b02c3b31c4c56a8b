//go:build !purego

#include "textflag.h"

// Coordinates as in coordinates_amd64.s, with all sixteen lanes in one vector, so
// that there are no halves. 16 columns and 14 others take 990 instructions.
//
// Registers: Z0-Z12 and Z15 for Y0-Y12 and Y15, and
//
//	K1  lanes that are not in the span

#define MOVE VMOVDQU64
#define XOR  VPXORD
#define AND  VPANDD
#define V0   Z0
#define V1   Z1
#define V2   Z2
#define V3   Z3
#define V4   Z4
#define V5   Z5
#define V6   Z6
#define V7   Z7
#define V8   Z8
#define V9   Z9
#define V10  Z10
#define V11  Z11
#define V12  Z12
#include "coordinates_amd64.h"

// func coordinatesAVX512(words *uint32, cols *uint16, n, d int)
TEXT ·coordinatesAVX512(SB), NOSPLIT, $0-32
	MOVQ       words+0(FP), AX
	MOVQ       cols+8(FP), BX
	MOVQ       n+16(FP), CX
	MOVQ       d+24(FP), DX
	SHLQ       $5, CX
	SHLQ       $5, DX
	SUBQ       CX, DX
	ADDQ       CX, BX
	LEAQ       (AX)(CX*2), AX
	NEGQ       CX
	VPTERNLOGD $0xff, Z15, Z15, Z15
	VPSRLD     $31, Z15, Z8
	VPSLLD     $16, Z15, Z15
	MOVQ       CX, SI
	EIGHT(EXPAND, first)

first:
	BEHIND
	JEQ  done
	CMPQ R8, $128
	JLE  fewFirst
	PASS(EXPAND, BOTH8, passFirst)

more: // loop: 1 column
	CMPQ     SI, DX
	JGE      done
	LOAD(0, SI, Z9)
	VPTESTMD Z9, Z15, K1
	KORTESTW K1, K1
	JNE      eight
	ADDQ     $32, SI
	JMP      more

eight:
	EIGHT(LOAD, later)

later:
	BEHIND
	JEQ  done
	CMPQ R8, $128
	JLE  fewLater
	PASS(LOAD, BOTH8, passLater)
	JMP  more

fewFirst:
	PASS(EXPAND, BOTH4, passFewFirst)
	JMP done

fewLater:
	PASS(LOAD, BOTH4, passFewLater)

done:
	VZEROUPPER
	RET
