//go:build !purego

#include "textflag.h"

// Elimination with one vertex a lane. A pivot p is one of the numbers. Of x and x^p the
// smaller is the one without p's leading bit, so a step of elimination is an XOR
// and a minimum, the same in every lane. A pivot that is 0 changes nothing. Each
// number is reduced by all pivots before it becomes one, so a pivot has none of
// their leading bits, and no later step brings one back.
//
// The columns are pivots in their order, in blocks of eight, which are in registers.
// A block's columns reduce one another. Then they reduce all later columns, in one pass
// that loads and stores each once. Elimination ends after a block that leaves only 0s.
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
//	Y0-Y7  the block's columns; Y0 first has the least value so far
//	Y8  c
//	Y9  sum of all y              Y10, Y11  scratch
//	Y12  OR of the later columns  Y13  v0 for the first block, which translates; then 0
//
// Work for 17 columns: 620 instructions with 16 bits, 1300 with 32.

// In the macros MIN and MAX are the instructions for lanes of 16 or of 32 bits, SHIFT
// that to the right. A column has size bytes.

// LOAD loads column j of the block, if there is one.
#define LOAD(j, size, x) \
	CMPQ  CX, $j; \
	JLE   loaded; \
	VPXOR size*j(SI), Y13, x

// STEP reduces x by the pivot p; t is scratch.
#define STEP(MIN, p, x, t) \
	VPXOR p, x, t; \
	MIN   t, x, x

// The columns of a block after the first, second, ... reduced by p.
#define STEPS7(MIN, p) STEP(MIN, p, Y1, Y11); STEPS6(MIN, p)
#define STEPS6(MIN, p) STEP(MIN, p, Y2, Y10); STEPS5(MIN, p)
#define STEPS5(MIN, p) STEP(MIN, p, Y3, Y11); STEPS4(MIN, p)
#define STEPS4(MIN, p) STEP(MIN, p, Y4, Y10); STEPS3(MIN, p)
#define STEPS3(MIN, p) STEP(MIN, p, Y5, Y11); STEPS2(MIN, p)
#define STEPS2(MIN, p) STEP(MIN, p, Y6, Y10); STEPS1(MIN, p)
#define STEPS1(MIN, p) STEP(MIN, p, Y7, Y11)

// FILL16 sets the 15 bits below each bit of p, in Y10; FILL32 the 31 bits.
#define FILL16(SHIFT, p) \
	SHIFT $1, p, Y10; \
	VPOR  p, Y10, Y10; \
	SHIFT $2, Y10, Y11; \
	VPOR  Y11, Y10, Y10; \
	SHIFT $4, Y10, Y11; \
	VPOR  Y11, Y10, Y10; \
	SHIFT $8, Y10, Y11; \
	VPOR  Y11, Y10, Y10

#define FILL32(SHIFT, p) \
	FILL16(SHIFT, p); \
	SHIFT $16, Y10, Y11; \
	VPOR  Y11, Y10, Y10

// PIVOT reduces c by column j of the block, if there is one, and adds its y to Y9.
#define PIVOT(j, p, MIN, SHIFT, FILL) \
	CMPQ  CX, $j; \
	JLE   done; \
	STEP(MIN, p, Y8, Y10); \
	FILL(SHIFT, p); \
	VPXOR Y10, Y9, Y9

// ELIMINATE does d >= 1 columns, from AX to BX; CX is d.
#define ELIMINATE(size, MIN, MAX, SHIFT, FILL) \
	VMOVDQU  (AX), Y0; \
	LEAQ     size(AX), SI; \
	CMPQ     SI, BX; \
	JGE      looked; \
look: \ // loop: 32 bytes
	VMOVDQU  (SI), Y6; \
	MAX      Y6, Y0, Y7; \
	MIN      Y6, Y0, Y0; \
	VMOVDQU  Y7, (SI); \
	ADDQ     $size, SI; \
	CMPQ     SI, BX; \
	JLT      look; \
looked: \
	VPAND    (DI), Y0, Y8; \
	VMOVDQU  Y0, Y13; \
	VPXOR    Y9, Y9, Y9; \
	LEAQ     size(AX), SI; \
	SUBQ     $1, CX; \
block: \ // loop: 8 pivots
	LOAD(0, size, Y0); \
	LOAD(1, size, Y1); \
	LOAD(2, size, Y2); \
	LOAD(3, size, Y3); \
	LOAD(4, size, Y4); \
	LOAD(5, size, Y5); \
	LOAD(6, size, Y6); \
	LOAD(7, size, Y7); \
loaded: \
	PIVOT(0, Y0, MIN, SHIFT, FILL); \
	STEPS7(MIN, Y0); \
	PIVOT(1, Y1, MIN, SHIFT, FILL); \
	STEPS6(MIN, Y1); \
	PIVOT(2, Y2, MIN, SHIFT, FILL); \
	STEPS5(MIN, Y2); \
	PIVOT(3, Y3, MIN, SHIFT, FILL); \
	STEPS4(MIN, Y3); \
	PIVOT(4, Y4, MIN, SHIFT, FILL); \
	STEPS3(MIN, Y4); \
	PIVOT(5, Y5, MIN, SHIFT, FILL); \
	STEPS2(MIN, Y5); \
	PIVOT(6, Y6, MIN, SHIFT, FILL); \
	STEPS1(MIN, Y6); \
	PIVOT(7, Y7, MIN, SHIFT, FILL); \
	ADDQ     $(8*size), SI; \
	SUBQ     $8, CX; \
	JLE      done; \
	MOVQ     SI, R8; \
	VPXOR    Y12, Y12, Y12; \
later: \ // loop: 8 steps
	VPXOR    (SI), Y13, Y10; \
	STEP(MIN, Y0, Y10, Y11); \
	STEP(MIN, Y1, Y10, Y11); \
	STEP(MIN, Y2, Y10, Y11); \
	STEP(MIN, Y3, Y10, Y11); \
	STEP(MIN, Y4, Y10, Y11); \
	STEP(MIN, Y5, Y10, Y11); \
	STEP(MIN, Y6, Y10, Y11); \
	STEP(MIN, Y7, Y10, Y11); \
	VPOR     Y10, Y12, Y12; \
	VMOVDQU  Y10, (SI); \
	ADDQ     $size, SI; \
	CMPQ     SI, BX; \
	JLT      later; \
	MOVQ     R8, SI; \
	VPXOR    Y13, Y13, Y13; \
	VPTEST   Y12, Y12; \
	JNE      block; \
done: \
	SHIFT    $1, Y9, Y10; \
	VPXOR    Y9, Y10, Y9; \
	VMOVDQU  Y9, (DX); \
	VMOVDQU  Y8, size(DX)

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

half: // loop: 8 lanes
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
