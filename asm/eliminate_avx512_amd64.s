//go:build !purego

#include "textflag.h"

// Elimination with one vertex a lane, by the steps of eliminate_amd64.s. But here the
// pivot of a lane is the greatest of its numbers. A pass reduces all columns by the
// pivots, and finds the greatest of what is left. It ends when no lane has any.
//
// With 32 bits, a vector is a column. With 16 bits it is two columns, one in each
// half: the greatest of a lane is the greater of those of its halves, and the pivots
// go into both. A step takes two vectors.
//
// The last two vectors of columns stay in registers, so that few columns need no
// step, nor do columns that are left over. These vectors may have columns that are
// in the steps too, or the same ones: a column more than once changes nothing.
//
// The leading bit of p is 0x80000000 shifted right by the leading zeros of p, 32
// of them if p is 0, which leaves 0.
//
// Instructions for four columns in a pass, with those of the loop: 12 with 16
// bits, 24 with 32. The rest of a pass: 21 and 20.
//
// Registers:
//
//	AX  cols, column by column     BX  end of the columns in the steps
//	SI  column, less BX            R8  AX less BX
//	DI  odd                        DX  out
//	CX  d
//	Z0  least value, then c        Z3, Z10  the next pivots
//	Z4  pivots                     Z5  all leading bits so far, in 32 bits
//	Z6-Z9  scratch                 Z9  v0 in both halves
//	Z11, Z12  the columns that stay here
//	Z14 0x80000000 in every lane

// PREPARE sets up the registers that do not change, from d in CX, for columns of
// 1<<shift bytes and steps of mask+1 columns. At most d-1 columns are in the steps.
#define PREPARE(mask, shift) \
	LEAQ       -1(CX), R8;         \
	ANDQ       $~mask, R8;         \
	SHLQ       $shift, R8;         \
	LEAQ       (AX)(R8*1), BX;     \
	NEGQ       R8;                 \
	VPTERNLOGD $0xff, Z14, Z14, Z14; \
	VPSLLD     $31, Z14, Z14;      \
	VPXORD     Z5, Z5, Z5

// LOOK sets Z0 to the least of the columns that stay and those in the steps. MIN is
// the minimum of lanes.
#define LOOK(MIN) \
	MIN   Z11, Z12, Z0; \
	MOVQ  R8, SI; \
	TESTQ SI, SI; \
	JEQ   looked; \
look: \ // loop: 64 bytes
	MIN   (BX)(SI*1), Z0, Z0; \
	ADDQ  $64, SI; \
	JLT   look

// TRANSLATE replaces x by x^v0 in the columns in the steps, and Z3 by the greatest.
// MAX is the maximum of lanes.
#define TRANSLATE(MAX) \
	MOVQ      R8, SI; \
	TESTQ     SI, SI; \
	JEQ       more; \
translate: \ // loop: 64 bytes
	VPXORD    (BX)(SI*1), Z9, Z6; \
	MAX       Z6, Z3, Z3; \
	VMOVDQU64 Z6, (BX)(SI*1); \
	ADDQ      $64, SI; \
	JLT       translate

// STEPS does the steps of a pass with the pivots in Z4, and jumps to more. MIN and
// MAX are the minimum and maximum of lanes.
#define STEPS(MIN, MAX) \
	MOVQ      R8, SI; \
	TESTQ     SI, SI; \
	JEQ       more; \
	VPXORD    Z10, Z10, Z10; \
step: \ // loop: 4 steps
	VMOVDQU64 (BX)(SI*1), Z6; \
	VMOVDQU64 64(BX)(SI*1), Z8; \
	VPXORD    Z6, Z4, Z7; \
	VPXORD    Z8, Z4, Z9; \
	MIN       Z6, Z7, Z7; \
	MIN       Z8, Z9, Z9; \
	MAX       Z7, Z3, Z3; \
	MAX       Z9, Z10, Z10; \
	VMOVDQU64 Z7, (BX)(SI*1); \
	VMOVDQU64 Z9, 64(BX)(SI*1); \
	ADDQ      $128, SI; \
	JLT       step; \
	MAX       Z10, Z3, Z3; \
	JMP       more

// func eliminate16AVX512(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
TEXT ·eliminate16AVX512(SB), NOSPLIT, $0-32
	MOVQ cols+0(FP), AX
	MOVQ d+8(FP), CX
	MOVQ odd+16(FP), DI
	MOVQ out+24(FP), DX
	PREPARE(3, 5)

	VBROADCASTI64X4 (AX), Z11
	VMOVDQA64       Z11, Z12
	CMPQ            CX, $1
	JEQ             one
	SHLQ            $5, CX
	VMOVDQU64       -64(AX)(CX*1), Z11
	LEAQ            -128(AX)(CX*1), SI
	CMPQ            SI, AX
	CMOVQLT         AX, SI
	VMOVDQU64       (SI), Z12

one:
	LOOK(VPMINUW)

looked:
	VSHUFI64X2 $0x4e, Z0, Z0, Z6 // the halves exchanged
	VPMINUW    Z6, Z0, Z9
	VPAND      (DI), Y9, Y0
	VPXORD     Z11, Z9, Z11
	VPXORD     Z12, Z9, Z12
	VPMAXUW    Z11, Z12, Z3
	TRANSLATE(VPMAXUW)

more: // loop: 1 pivot
	VSHUFI64X2 $0x4e, Z3, Z3, Z6
	VPMAXUW    Z6, Z3, Z4
	VPTEST     Y4, Y4
	JEQ        done
	VPXORD     Z11, Z4, Z6
	VPXORD     Z12, Z4, Z7
	VPMINUW    Z6, Z11, Z11
	VPMINUW    Z7, Z12, Z12
	VPMAXUW    Z11, Z12, Z3
	VPMOVZXWD  Y4, Z6
	VPLZCNTD   Z6, Z6
	VPSRLVD    Z6, Z14, Z6
	VPORD      Z6, Z5, Z5
	VPXOR      Y0, Y4, Y6
	VPMINUW    Y6, Y0, Y0
	STEPS(VPMINUW, VPMAXUW)

done:
	VPMOVDW Z5, Y5
	VMOVDQU Y5, (DX)
	VMOVDQU Y0, 32(DX)
	VZEROUPPER
	RET

// func eliminate32AVX512(cols *uint32, d int, odd *[16]uint32, out *Lanes32)
TEXT ·eliminate32AVX512(SB), NOSPLIT, $0-32
	MOVQ   cols+0(FP), AX
	MOVQ   d+8(FP), CX
	MOVQ   odd+16(FP), DI
	MOVQ   out+24(FP), DX
	PREPARE(1, 6)

	SHLQ       $6, CX
	VMOVDQU64  -64(AX)(CX*1), Z11
	LEAQ       -128(AX)(CX*1), SI
	CMPQ       SI, AX
	CMOVQLT    AX, SI
	VMOVDQU64  (SI), Z12
	LOOK(VPMINUD)

looked:
	VPXORD     Z11, Z0, Z11
	VPXORD     Z12, Z0, Z12
	VPMAXUD    Z11, Z12, Z3
	VMOVDQA64  Z0, Z9
	VPANDD     (DI), Z0, Z0
	TRANSLATE(VPMAXUD)

more: // loop: 1 pivot
	VPTESTMD  Z3, Z3, K1
	KORTESTW  K1, K1
	JEQ       done
	VMOVDQA64 Z3, Z4
	VPLZCNTD  Z4, Z6
	VPSRLVD   Z6, Z14, Z6
	VPORD     Z6, Z5, Z5
	VPXORD    Z0, Z4, Z6
	VPMINUD   Z6, Z0, Z0
	VPXORD    Z11, Z4, Z6
	VPXORD    Z12, Z4, Z7
	VPMINUD   Z6, Z11, Z11
	VPMINUD   Z7, Z12, Z12
	VPMAXUD   Z11, Z12, Z3
	STEPS(VPMINUD, VPMAXUD)

done:
	VMOVDQU64 Z5, (DX)
	VMOVDQU64 Z0, 64(DX)
	VZEROUPPER
	RET
