//go:build !purego

#include "textflag.h"

// Elimination as in eliminate_amd64.s. A vector has sixteen lanes of 32 bits:
// all vertices at once. Of 16 bits it has 32 lanes, which take two columns at a
// time, one in each half; the greatest of a lane is the greater of its two
// halves', and the pivots go into both. Of an odd number of columns the first
// one is done on its own.
//
// The leading bit of p is 0x80000000 shifted right by its leading zeros, as 32
// bits: 0 where p is 0.
//
// Instructions for a column in a pass, with those of the loop: 3.5 for 16 bits,
// of AVX2 6.5; 6 for 32 bits, of AVX2 13. And for a pass beside that, with an
// even number of columns: 13, of AVX2 23; 12, of AVX2 38.
//
// Registers:
//
//	AX  cols, column by column     BX  end of cols
//	SI  column, less BX            R8  the first column of the pairs, less BX
//	DI  odd                        DX  out
//	CX  1 if d is odd, else 0
//	Z0  least value, then c        Z1  OR of the values
//	Z2  OR of v & v-1              Z3, Z10  the next pivots
//	Z4  pivots                     Z5  all leading bits so far, in 32 bits
//	Z6-Z9  scratch                 Z9  v0 in both halves
//	Z14 0x80000000 in every lane   Z15 all ones

// PREPARE sets up the registers that do not change, for columns of 1<<shift
// bytes. d is in CX.
#define PREPARE(shift) \
	MOVQ       CX, BX;             \
	SHLQ       $shift, BX;         \
	ADDQ       AX, BX;             \
	ANDQ       $1, CX;             \
	MOVQ       CX, R8;             \
	SHLQ       $shift, R8;         \
	ADDQ       AX, R8;             \
	SUBQ       BX, R8;             \
	VPTERNLOGD $0xff, Z15, Z15, Z15; \
	VPSLLD     $31, Z15, Z14;      \
	VPXORD     Z5, Z5, Z5

// func eliminate16AVX512(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
TEXT ·eliminate16AVX512(SB), NOSPLIT, $0-32
	MOVQ cols+0(FP), AX
	MOVQ d+8(FP), CX
	MOVQ odd+16(FP), DI
	MOVQ out+24(FP), DX
	PREPARE(5)

	// The first column in both halves; if d is even it comes again.
	VBROADCASTI64X4 (AX), Z0
	VMOVDQA64       Z0, Z1
	VPADDW          Z15, Z0, Z2
	VPANDD          Z0, Z2, Z2
	MOVQ            R8, SI
	TESTQ           SI, SI
	JEQ             looked

look:
	VMOVDQU64  (BX)(SI*1), Z6
	VPMINUW    Z6, Z0, Z0
	VPORD      Z6, Z1, Z1
	VPADDW     Z15, Z6, Z7
	VPTERNLOGD $0xf8, Z6, Z7, Z2 // Z2 | Z6&Z7
	ADDQ       $64, SI
	JLT        look

looked:
	VEXTRACTI64X4 $1, Z0, Y6
	VEXTRACTI64X4 $1, Z1, Y7
	VEXTRACTI64X4 $1, Z2, Y8
	VPMINUW       Y6, Y0, Y0
	VPOR          Y7, Y1, Y1
	VPOR          Y8, Y2, Y2
	VMOVDQU       Y0, (DX)
	VMOVDQU       Y1, 32(DX)
	VMOVDQU       Y2, 64(DX)
	VSHUFI64X2    $0x44, Z0, Z0, Z9
	VPAND         (DI), Y0, Y0
	VPXOR         Y3, Y3, Y3
	TESTQ         CX, CX
	JEQ           pairs
	VPXOR         (AX), Y9, Y3
	VMOVDQU       Y3, (AX)

pairs:
	MOVQ  R8, SI
	TESTQ SI, SI
	JEQ   more

translate:
	VPXORD    (BX)(SI*1), Z9, Z6
	VPMAXUW   Z6, Z3, Z3
	VMOVDQU64 Z6, (BX)(SI*1)
	ADDQ      $64, SI
	JLT       translate

more:
	VEXTRACTI64X4 $1, Z3, Y6
	VPMAXUW       Y6, Y3, Y4
	VPTEST        Y4, Y4
	JEQ           done
	VPMOVZXWD     Y4, Z6
	VPLZCNTD      Z6, Z6
	VPSRLVD       Z6, Z14, Z6
	VPORD         Z6, Z5, Z5
	VPXOR         Y0, Y4, Y6
	VPMINUW       Y6, Y0, Y0
	VPXOR         Y3, Y3, Y3
	MOVQ          R8, SI
	TESTQ         CX, CX
	JEQ           double
	VMOVDQU       (AX), Y6
	VPXOR         Y6, Y4, Y7
	VPMINUW       Y6, Y7, Y3
	VMOVDQU       Y3, (AX)
	TESTQ         SI, SI
	JEQ           more

double:
	VSHUFI64X2 $0x44, Z4, Z4, Z4

step:
	VMOVDQU64 (BX)(SI*1), Z6
	VPXORD    Z6, Z4, Z7
	VPMINUW   Z6, Z7, Z7
	VPMAXUW   Z7, Z3, Z3
	VMOVDQU64 Z7, (BX)(SI*1)
	ADDQ      $64, SI
	JLT       step
	JMP       more

done:
	VPMOVDW Z5, Y5
	VMOVDQU Y5, 96(DX)
	VMOVDQU Y0, 128(DX)
	VZEROUPPER
	RET

// func eliminate32AVX512(cols *uint32, d int, odd *[16]uint32, out *Lanes32)
TEXT ·eliminate32AVX512(SB), NOSPLIT, $0-32
	MOVQ   cols+0(FP), AX
	MOVQ   d+8(FP), CX
	MOVQ   odd+16(FP), DI
	MOVQ   out+24(FP), DX
	PREPARE(6)
	VMOVDQA64 Z15, Z0
	VPXORD Z1, Z1, Z1
	VPXORD Z2, Z2, Z2
	MOVQ   AX, SI
	SUBQ   BX, SI

look:
	VMOVDQU64  (BX)(SI*1), Z6
	VPMINUD    Z6, Z0, Z0
	VPORD      Z6, Z1, Z1
	VPADDD     Z15, Z6, Z7
	VPTERNLOGD $0xf8, Z6, Z7, Z2 // Z2 | Z6&Z7
	ADDQ       $64, SI
	JLT        look
	VMOVDQU64  Z0, (DX)
	VMOVDQU64  Z1, 64(DX)
	VMOVDQU64  Z2, 128(DX)
	VPXORD     Z3, Z3, Z3
	MOVQ       AX, SI
	SUBQ       BX, SI

translate:
	VPXORD    (BX)(SI*1), Z0, Z6
	VPMAXUD   Z6, Z3, Z3
	VMOVDQU64 Z6, (BX)(SI*1)
	ADDQ      $64, SI
	JLT       translate
	VPANDD    (DI), Z0, Z0

more:
	VPTESTMD  Z3, Z3, K1
	KORTESTW  K1, K1
	JEQ       done
	VMOVDQA64 Z3, Z4
	VPLZCNTD  Z4, Z6
	VPSRLVD   Z6, Z14, Z6
	VPORD     Z6, Z5, Z5
	VPXORD    Z0, Z4, Z6
	VPMINUD   Z6, Z0, Z0
	VPXORD    Z3, Z3, Z3
	VPXORD    Z10, Z10, Z10
	MOVQ      R8, SI
	TESTQ     CX, CX
	JEQ       step
	VMOVDQU64 (AX), Z6
	VPXORD    Z6, Z4, Z7
	VPMINUD   Z6, Z7, Z3
	VMOVDQU64 Z3, (AX)
	TESTQ     SI, SI
	JEQ       more

step:
	VMOVDQU64 (BX)(SI*1), Z6
	VMOVDQU64 64(BX)(SI*1), Z8
	VPXORD    Z6, Z4, Z7
	VPXORD    Z8, Z4, Z9
	VPMINUD   Z6, Z7, Z7
	VPMINUD   Z8, Z9, Z9
	VPMAXUD   Z7, Z3, Z3
	VPMAXUD   Z9, Z10, Z10
	VMOVDQU64 Z7, (BX)(SI*1)
	VMOVDQU64 Z9, 64(BX)(SI*1)
	ADDQ      $128, SI
	JLT       step
	VPMAXUD   Z10, Z3, Z3
	JMP       more

done:
	VMOVDQU64 Z5, 192(DX)
	VMOVDQU64 Z0, 256(DX)
	VZEROUPPER
	RET
