//go:build !purego

#include "textflag.h"
#include "eliminate_amd64.h"

// Elimination with one vertex a lane. The pivot p of a lane is the greatest of its
// numbers. Of x and x^p the smaller is the one without p's leading bit, so a step
// of elimination is VPXOR and VPMINUW, the same in every lane. A pass, with a step
// for each of the d columns, also finds the next pivots, the greatest of what is
// left. It ends when no lane has one: after as many passes as the largest rank,
// at most 16 or 32.
//
// After a pass no number has p's leading bit, so the next p of the lane is smaller.
// A lane that is used up has p = 0, which changes nothing.
//
// The leading bit of p is y ^ y>>1, y being p with all bits below it set.
//
// Registers:
//
//	AX  cols, column by column     BX  end of cols
//	SI  column                     DI  odd
//	DX  out                        CX  d
//	Y0  least value, then c        Y1  OR of the values
//	Y2  OR of v & v-1              Y3  the next pivots
//	Y4  pivots                     Y5  all leading bits so far
//	Y6-Y9  scratch                 Y15  all ones
//	Y10  the next pivots of every other column: a pass takes two at a time,
//	     after the first one if d is odd
//
// With 32 bits, Y8 to Y15 are for lanes 8 to 15 what Y0 to Y7 are for lanes 0 to
// 7, and all ones are made in Y7 when they are needed.

// FILL sets the 15 bits below each bit of p; t is scratch.
#define FILL(SHIFT, p, t) \
	SHIFT $1, p, t; \
	VPOR  t, p, p;  \
	SHIFT $2, p, t; \
	VPOR  t, p, p;  \
	SHIFT $4, p, t; \
	VPOR  t, p, p;  \
	SHIFT $8, p, t; \
	VPOR  t, p, p

// func eliminate16AVX2(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
TEXT ·eliminate16AVX2(SB), NOSPLIT, $0-32
	MOVQ     cols+0(FP), AX
	MOVQ     d+8(FP), CX
	MOVQ     odd+16(FP), DI
	MOVQ     out+24(FP), DX
	MOVQ     CX, BX
	SHLQ     $5, BX
	ADDQ     AX, BX
	VPCMPEQW Y15, Y15, Y15
	VMOVDQU  Y15, Y0
	VPXOR    Y1, Y1, Y1
	VPXOR    Y2, Y2, Y2
	MOVQ     AX, SI

look:
	VMOVDQU (SI), Y6
	VPMINUW Y6, Y0, Y0
	VPOR    Y6, Y1, Y1
	VPADDW  Y15, Y6, Y7
	VPAND   Y6, Y7, Y7
	VPOR    Y7, Y2, Y2
	ADDQ    $32, SI
	CMPQ    SI, BX
	JLT     look
	VMOVDQU Y0, (DX)
	VMOVDQU Y1, 32(DX)
	VMOVDQU Y2, 64(DX)
	VPXOR   Y3, Y3, Y3
	MOVQ    AX, SI

translate:
	VPXOR   (SI), Y0, Y6
	VPMAXUW Y6, Y3, Y3
	VMOVDQU Y6, (SI)
	ADDQ    $32, SI
	CMPQ    SI, BX
	JLT     translate
	VPAND   (DI), Y0, Y0
	VPXOR   Y5, Y5, Y5
	JMP     more

pass:
	VMOVDQU Y3, Y4
	VPXOR   Y3, Y3, Y3
	VPXOR   Y10, Y10, Y10
	MOVQ    AX, SI
	TESTQ   $1, CX
	JEQ     two
	VMOVDQU (SI), Y6
	VPXOR   Y6, Y4, Y7
	VPMINUW Y6, Y7, Y3
	VMOVDQU Y3, (SI)
	ADDQ    $32, SI
	CMPQ    SI, BX
	JGE     reduced

two:
	VMOVDQU (SI), Y6
	VMOVDQU 32(SI), Y8
	VPXOR   Y6, Y4, Y7
	VPXOR   Y8, Y4, Y9
	VPMINUW Y6, Y7, Y7
	VPMINUW Y8, Y9, Y9
	VPMAXUW Y7, Y3, Y3
	VPMAXUW Y9, Y10, Y10
	VMOVDQU Y7, (SI)
	VMOVDQU Y9, 32(SI)
	ADDQ    $64, SI
	CMPQ    SI, BX
	JLT     two
	VPMAXUW Y10, Y3, Y3

reduced:
	VPXOR   Y0, Y4, Y6
	VPMINUW Y6, Y0, Y0
	FILL(VPSRLW, Y4, Y6)
	VPSRLW  $1, Y4, Y6
	VPXOR   Y6, Y4, Y4
	VPOR    Y4, Y5, Y5

more:
	VPTEST  Y3, Y3
	JNE     pass
	VMOVDQU Y5, 96(DX)
	VMOVDQU Y0, 128(DX)
	VZEROUPPER
	RET

// LEADING adds the leading bits of p, which it spoils, to all; t is scratch.
#define LEADING32(p, all, t) \
	FILL(VPSRLD, p, t); \
	VPSRLD $16, p, t;   \
	VPOR   t, p, p;     \
	VPSRLD $1, p, t;    \
	VPXOR  t, p, p;     \
	VPOR   p, all, all

// func eliminate32AVX2(cols *uint32, d int, odd *[16]uint32, out *Lanes32)
TEXT ·eliminate32AVX2(SB), NOSPLIT, $0-32
	MOVQ     cols+0(FP), AX
	MOVQ     d+8(FP), BX
	MOVQ     odd+16(FP), DI
	MOVQ     out+24(FP), DX
	SHLQ     $6, BX
	ADDQ     AX, BX
	VPCMPEQD Y0, Y0, Y0
	VPCMPEQD Y8, Y8, Y8
	VPXOR    Y1, Y1, Y1
	VPXOR    Y9, Y9, Y9
	VPXOR    Y2, Y2, Y2
	VPXOR    Y10, Y10, Y10
	MOVQ     AX, SI

look:
	VMOVDQU  (SI), Y6
	VMOVDQU  32(SI), Y14
	VPMINUD  Y6, Y0, Y0
	VPMINUD  Y14, Y8, Y8
	VPOR     Y6, Y1, Y1
	VPOR     Y14, Y9, Y9
	VPCMPEQD Y7, Y7, Y7
	VPADDD   Y7, Y14, Y15
	VPADDD   Y7, Y6, Y7
	VPAND    Y6, Y7, Y7
	VPAND    Y14, Y15, Y15
	VPOR     Y7, Y2, Y2
	VPOR     Y15, Y10, Y10
	ADDQ     $64, SI
	CMPQ     SI, BX
	JLT      look
	VMOVDQU  Y0, (DX)
	VMOVDQU  Y8, 32(DX)
	VMOVDQU  Y1, 64(DX)
	VMOVDQU  Y9, 96(DX)
	VMOVDQU  Y2, 128(DX)
	VMOVDQU  Y10, 160(DX)
	VPXOR    Y3, Y3, Y3
	VPXOR    Y11, Y11, Y11
	MOVQ     AX, SI

translate:
	VPXOR   (SI), Y0, Y6
	VPXOR   32(SI), Y8, Y14
	VPMAXUD Y6, Y3, Y3
	VPMAXUD Y14, Y11, Y11
	VMOVDQU Y6, (SI)
	VMOVDQU Y14, 32(SI)
	ADDQ    $64, SI
	CMPQ    SI, BX
	JLT     translate
	VPAND   (DI), Y0, Y0
	VPAND   32(DI), Y8, Y8
	VPXOR   Y5, Y5, Y5
	VPXOR   Y13, Y13, Y13
	JMP     more

pass:
	VMOVDQU Y3, Y4
	VMOVDQU Y11, Y12
	VPXOR   Y3, Y3, Y3
	VPXOR   Y11, Y11, Y11
	MOVQ    AX, SI

step:
	REDUCE
	VPMAXUD Y7, Y3, Y3
	VPMAXUD Y15, Y11, Y11
	REPLACE
	CMPQ    SI, BX
	JLT     step
	VPXOR   Y0, Y4, Y6
	VPXOR   Y8, Y12, Y14
	VPMINUD Y6, Y0, Y0
	VPMINUD Y14, Y8, Y8
	LEADING32(Y4, Y5, Y6)
	LEADING32(Y12, Y13, Y14)

more:
	VPOR    Y3, Y11, Y6
	VPTEST  Y6, Y6
	JNE     pass
	VMOVDQU Y5, 192(DX)
	VMOVDQU Y13, 224(DX)
	VMOVDQU Y0, 256(DX)
	VMOVDQU Y8, 288(DX)
	VZEROUPPER
	RET
