//go:build !purego

#include "textflag.h"
#include "eliminate_amd64.h"

// Elimination with one vertex a lane. A pivot p is one of the numbers. Of x and x^p the
// smaller is the one without p's leading bit, so a step of elimination is an XOR
// and a minimum, the same in every lane. A pivot that is 0 changes nothing. Each
// number is reduced by all pivots before it becomes one, so a pivot has none of
// their leading bits, and no later step brings one back.
//
// The columns are pivots in their order, in blocks of eight, which are in registers.
// A block's columns reduce one another, and then all later columns, each of which is
// loaded and stored once. It ends after a block that leaves nothing else.
//
// The least number of a lane takes no part, because its translation is 0: on the
// way to it, each column x becomes the greater of x and the least so far.
//
// The leading bit of p is y ^ y>>1, y being p with all bits below it set.
//
// With 32 bits, a vector is half a column. Lanes 0 to 7 are done first, then the
// others.
//
// Registers:
//
//	AX  cols, column by column    BX  end of cols
//	SI  block, or column          R8  column after the block
//	DI  odd                       DX  out
//	CX  columns from the block on
//	R9  halves that are left, with 32 bits
//	Y0-Y7  the block's columns    Y8  c
//	Y9  sum of all y              Y10, Y11  scratch
//	Y12  OR of the later columns  Y13  v0 for the first block, which translates; then 0
//	Y0  before that the least value
//
// Work for 17 columns: 620 instructions with 16 bits, 1300 with 32.

// func eliminate16AVX2(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
TEXT ·eliminate16AVX2(SB), NOSPLIT, $0-32
	MOVQ cols+0(FP), AX
	MOVQ d+8(FP), CX
	MOVQ odd+16(FP), DI
	MOVQ out+24(FP), DX
	MOVQ CX, BX
	SHLQ $5, BX
	ADDQ AX, BX
	ELIMINATE(32, VPMINUW, VPMAXUW, VPSRLW, FILL16)
	VZEROUPPER
	RET

// func eliminate32AVX2(cols *uint32, d int, odd *[16]uint32, out *Lanes32)
TEXT ·eliminate32AVX2(SB), NOSPLIT, $0-32
	MOVQ cols+0(FP), AX
	MOVQ d+8(FP), BX
	MOVQ odd+16(FP), DI
	MOVQ out+24(FP), DX
	SHLQ $6, BX
	ADDQ AX, BX
	MOVL $2, R9

half:
	MOVQ d+8(FP), CX
	ELIMINATE(64, VPMINUD, VPMAXUD, VPSRLD, FILL32)
	ADDQ $32, AX
	ADDQ $32, BX
	ADDQ $32, DI
	ADDQ $32, DX
	SUBQ $1, R9
	JNE  half
	VZEROUPPER
	RET
