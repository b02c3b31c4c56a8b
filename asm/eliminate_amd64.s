//go:build !purego

#include "textflag.h"
#include "eliminate_amd64.h"

// Elimination with one vertex a lane. A pivot p is one of the numbers. Of x and x^p the
// smaller is the one without p's leading bit, so a step of elimination is an XOR
// and a minimum, the same in every lane. A pivot that is 0 changes nothing. Each
// number is reduced by all pivots before it becomes one, so a pivot has none of
// their leading bits, and no later step brings one back.
//
// The leading bit of p is y ^ y>>1, y being p with all bits below it set.
//
// With 16 bits the columns are pivots in their order, in blocks of eight, which are
// in registers. A block's columns reduce one another, and then all later columns,
// each of which is loaded and stored once. It ends after a block that leaves
// nothing else.
//
// The least number of a lane takes no part, because its translation is 0: on the
// way to it, each column x becomes the greater of x and the least so far.
//
// Registers, 16 bits:
//
//	AX  cols, column by column     BX  end of cols
//	SI  block, or column           R8  column after the block
//	DI  odd                        DX  out
//	CX  columns from the block on
//	Y0-Y7  the block's columns     Y8  c
//	Y9  sum of all y               Y10, Y11  scratch
//	Y12  OR of the later columns   Y13  v0 for the first block, which translates; then 0
// and before that
//	Y0  least value                Y1  OR of the values
//	Y2  OR of v & v-1              Y15  all ones
//
// Work for 17 columns: 700 instructions.

// LOAD loads column j of the block, if there is one.
#define LOAD(j, x) \
	CMPQ  CX, $j;             \
	JLE   loaded;             \
	VPXOR 32*j(SI), Y13, x

// STEP reduces x by the pivot p; t is scratch.
#define STEP(p, x, t) \
	VPXOR   p, x, t; \
	VPMINUW t, x, x

// The columns of a block after the first, second, ... reduced by p.
#define STEPS7(p) STEP(p, Y1, Y11); STEPS6(p)
#define STEPS6(p) STEP(p, Y2, Y10); STEPS5(p)
#define STEPS5(p) STEP(p, Y3, Y11); STEPS4(p)
#define STEPS4(p) STEP(p, Y4, Y10); STEPS3(p)
#define STEPS3(p) STEP(p, Y5, Y11); STEPS2(p)
#define STEPS2(p) STEP(p, Y6, Y10); STEPS1(p)
#define STEPS1(p) STEP(p, Y7, Y11)

// PIVOT reduces c by column j of the block, if there is one, and adds its y to Y9.
#define PIVOT(j, p) \
	CMPQ   CX, $j;            \
	JLE    done;              \
	STEP(p, Y8, Y10);         \
	VPSRLW $1, p, Y10;        \
	VPOR   p, Y10, Y10;       \
	VPSRLW $2, Y10, Y11;      \
	VPOR   Y11, Y10, Y10;     \
	VPSRLW $4, Y10, Y11;      \
	VPOR   Y11, Y10, Y10;     \
	VPSRLW $8, Y10, Y11;      \
	VPOR   Y11, Y10, Y10;     \
	VPXOR  Y10, Y9, Y9

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
	VMOVDQU  (AX), Y0
	VMOVDQU  Y0, Y1
	VPADDW   Y15, Y0, Y2
	VPAND    Y0, Y2, Y2
	ADDQ     $32, AX
	MOVQ     AX, SI
	CMPQ     SI, BX
	JGE      looked

look:
	VMOVDQU (SI), Y6
	VPOR    Y6, Y1, Y1
	VPADDW  Y15, Y6, Y7
	VPAND   Y6, Y7, Y7
	VPOR    Y7, Y2, Y2
	VPMAXUW Y6, Y0, Y7
	VPMINUW Y6, Y0, Y0
	VMOVDQU Y7, (SI)
	ADDQ    $32, SI
	CMPQ    SI, BX
	JLT     look

looked:
	VMOVDQU Y0, (DX)
	VMOVDQU Y1, 32(DX)
	VMOVDQU Y2, 64(DX)
	VPAND   (DI), Y0, Y8
	VMOVDQU Y0, Y13
	VPXOR   Y9, Y9, Y9
	MOVQ    AX, SI
	SUBQ    $1, CX

block:
	LOAD(0, Y0)
	LOAD(1, Y1)
	LOAD(2, Y2)
	LOAD(3, Y3)
	LOAD(4, Y4)
	LOAD(5, Y5)
	LOAD(6, Y6)
	LOAD(7, Y7)

loaded:
	PIVOT(0, Y0)
	STEPS7(Y0)
	PIVOT(1, Y1)
	STEPS6(Y1)
	PIVOT(2, Y2)
	STEPS5(Y2)
	PIVOT(3, Y3)
	STEPS4(Y3)
	PIVOT(4, Y4)
	STEPS3(Y4)
	PIVOT(5, Y5)
	STEPS2(Y5)
	PIVOT(6, Y6)
	STEPS1(Y6)
	PIVOT(7, Y7)
	ADDQ  $256, SI
	SUBQ  $8, CX
	JLE   done
	MOVQ  SI, R8
	VPXOR Y12, Y12, Y12

later:
	VPXOR   (SI), Y13, Y10
	STEP(Y0, Y10, Y11)
	STEP(Y1, Y10, Y11)
	STEP(Y2, Y10, Y11)
	STEP(Y3, Y10, Y11)
	STEP(Y4, Y10, Y11)
	STEP(Y5, Y10, Y11)
	STEP(Y6, Y10, Y11)
	STEP(Y7, Y10, Y11)
	VPOR    Y10, Y12, Y12
	VMOVDQU Y10, (SI)
	ADDQ    $32, SI
	CMPQ    SI, BX
	JLT     later
	MOVQ    R8, SI
	VPXOR   Y13, Y13, Y13
	VPTEST  Y12, Y12
	JNE     block

done:
	VPSRLW  $1, Y9, Y10
	VPXOR   Y9, Y10, Y9
	VMOVDQU Y9, 96(DX)
	VMOVDQU Y8, 128(DX)
	VZEROUPPER
	RET

// With 32 bits the pivot of a lane is the greatest of its numbers. A pass, with a
// step for each of the d columns, also finds the next pivots, the greatest of what
// is left. It ends when no lane has one: after as many passes as the largest rank,
// at most 32.
//
// Registers, 32 bits: those above, with
//
//	Y0  least value, then c        Y1  OR of the values
//	Y2  OR of v & v-1              Y3  the next pivots
//	Y4  pivots                     Y5  all leading bits so far
//	Y6, Y7  scratch
//
// for lanes 0 to 7, and Y8 to Y15 likewise for lanes 8 to 15. All ones are made in
// Y7 when they are needed.

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

// LEADING32 adds the leading bits of p, which it spoils, to all; t is scratch.
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
