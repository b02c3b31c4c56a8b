//go:build !purego

#include "textflag.h"
#include "eliminate_amd64.h"

// Coordinates with one vertex a lane: the elimination of eliminate_amd64.s on
// numbers in the high halves of 32 bits, while the low halves collect words.
//
// A pass takes the greatest number p of each lane and gives it the coordinate of
// the pass: row = p ^ bit. It replaces each x of the lane by the smaller of x and
// x^row, which differ in p's leading bit. If the high half of p is 0, the lane is
// used up: its row is made 0, which changes nothing. It ends when all lanes are
// used up. Numbers have 16 bits, so there are at most 16 passes, and their bits
// stay within the low halves.
//
// A pass takes 8 instructions for a column of the first d, from which p is chosen,
// and 6 for one of the others.
//
// Registers:
//
//	AX  cols, column by column    SI  column
//	BX  end of the first d        CX  end of all
//	Y3, Y11  the next pivots of lanes 0 to 7 and 8 to 15
//	Y4, Y12  rows
//	Y5  the pass's bit in every lane
//	Y8  0xffff0000 in every lane  Y9  0
//	Y6, Y7, Y14, Y15  scratch

// func coordinatesAVX2(cols *uint32, d, n int)
TEXT ·coordinatesAVX2(SB), NOSPLIT, $0-24
	MOVQ     cols+0(FP), AX
	MOVQ     d+8(FP), BX
	MOVQ     n+16(FP), CX
	SHLQ     $6, BX
	ADDQ     AX, BX
	SHLQ     $6, CX
	ADDQ     AX, CX
	VPCMPEQD Y5, Y5, Y5
	VPSLLD   $16, Y5, Y8
	VPSRLD   $31, Y5, Y5
	VPXOR    Y9, Y9, Y9
	VPXOR    Y3, Y3, Y3
	VPXOR    Y11, Y11, Y11
	MOVQ     AX, SI

look:
	VPMAXUD (SI), Y3, Y3
	VPMAXUD 32(SI), Y11, Y11
	ADDQ    $64, SI
	CMPQ    SI, BX
	JLT     look

more:
	VPOR     Y3, Y11, Y6
	VPTEST   Y8, Y6
	JEQ      done
	VPSRLD   $16, Y3, Y6
	VPSRLD   $16, Y11, Y14
	VPCMPEQD Y6, Y9, Y6
	VPCMPEQD Y14, Y9, Y14
	VPXOR    Y3, Y5, Y4
	VPXOR    Y11, Y5, Y12
	VPANDN   Y4, Y6, Y4
	VPANDN   Y12, Y14, Y12
	VPADDD   Y5, Y5, Y5
	VPXOR    Y3, Y3, Y3
	VPXOR    Y11, Y11, Y11
	MOVQ     AX, SI

step:
	REDUCE
	VPMAXUD Y7, Y3, Y3
	VPMAXUD Y15, Y11, Y11
	REPLACE
	CMPQ    SI, BX
	JLT     step
	CMPQ    SI, CX
	JGE     more

other:
	REDUCE
	REPLACE
	CMPQ    SI, CX
	JLT     other
	JMP     more

done:
	VZEROUPPER
	RET
