//go:build !purego

#include "textflag.h"

// Coordinates as in coordinates_amd64.s, with all sixteen lanes in one vector. If
// the high half of a pivot is 0, the lane is used up: a mask makes its row 0,
// which changes nothing.
//
// A pass takes 8 instructions for a column of the first d, and 7 for one of the
// others; AVX2 takes 13 and 11.
//
// Registers:
//
//	AX  cols, column by column    SI  column
//	BX  end of the first d        CX  end of all
//	Z3  the next pivots           Z4  rows
//	Z5  the pass's bit in every lane
//	Z8  0xffff0000 in every lane
//	Z6, Z7  scratch               K1  lanes not used up

// func coordinatesAVX512(cols *uint32, d, n int)
TEXT ·coordinatesAVX512(SB), NOSPLIT, $0-24
	MOVQ       cols+0(FP), AX
	MOVQ       d+8(FP), BX
	MOVQ       n+16(FP), CX
	SHLQ       $6, BX
	ADDQ       AX, BX
	SHLQ       $6, CX
	ADDQ       AX, CX
	VPTERNLOGD $0xff, Z5, Z5, Z5
	VPSLLD     $16, Z5, Z8
	VPSRLD     $31, Z5, Z5
	VPXORD     Z3, Z3, Z3
	MOVQ       AX, SI

look:
	VPMAXUD (SI), Z3, Z3
	ADDQ    $64, SI
	CMPQ    SI, BX
	JLT     look

more:
	VPTESTMD Z8, Z3, K1
	KORTESTW K1, K1
	JEQ      done
	VPXORD.Z Z3, Z5, K1, Z4
	VPADDD   Z5, Z5, Z5
	VPXORD   Z3, Z3, Z3
	MOVQ     AX, SI

step:
	VMOVDQU64 (SI), Z6
	VPXORD    Z6, Z4, Z7
	VPMINUD   Z6, Z7, Z7
	VPMAXUD   Z7, Z3, Z3
	VMOVDQU64 Z7, (SI)
	ADDQ      $64, SI
	CMPQ      SI, BX
	JLT       step
	CMPQ      SI, CX
	JGE       more

other:
	VMOVDQU64 (SI), Z6
	VPXORD    Z6, Z4, Z7
	VPMINUD   Z6, Z7, Z7
	VMOVDQU64 Z7, (SI)
	ADDQ      $64, SI
	CMPQ      SI, CX
	JLT       other
	JMP       more

done:
	VZEROUPPER
	RET
