//go:build !purego

#include "textflag.h"
#include "sort_amd64.h"

// Sort16 for up to 17 columns. One number of each lane is v0 and becomes 0, so
// sixteen are left to be sorted: one in memory, in the place of column 0, the others
// in Y1 to Y15.
//
// On the way into the registers the running least number is exchanged for each
// number that is less. In place of columns that there are not stands v0, which
// becomes 0, and so is sorted behind the others. d columns take 18d instructions and
// some 130 more.
//
// Registers:
//
//	AX  cols                   BX  the last column
//	CX  d-1, the numbers left  DX  v0
//	Y0  the least so far, then scratch

// TAKE loads column j into y, unless none is left: then it jumps to pad. CX has the
// number of columns before the last.
#define TAKE(j, y, pad) \
	CMPQ    CX, $j;          \
	JLE     pad;             \
	VPMAXUW (32*j)(AX), Y0, y; \
	VPMINUW (32*j)(AX), Y0, Y0

// GIVE stores y as column j, or 0 where it is equal to x before it. If the columns
// before the last end there, it jumps to done.
#define GIVE(j, x, y) \
	CMPQ     CX, $j;    \
	JLE      done;      \
	VPCMPEQW x, y, Y0;  \
	VPANDN   y, Y0, Y0; \
	VMOVDQU  Y0, (32*j)(AX)

// func sort16AVX2(cols *uint16, d int, v0 *[16]uint16)
TEXT ·sort16AVX2(SB), NOSPLIT, $0-24
	MOVQ    cols+0(FP), AX
	MOVQ    d+8(FP), CX
	MOVQ    v0+16(FP), DX
	SUBQ    $1, CX
	MOVQ    CX, BX
	SHLQ    $5, BX
	ADDQ    AX, BX
	VMOVDQU (BX), Y0
	VPMAXUW (AX), Y0, Y1
	VPMINUW (AX), Y0, Y0
	VMOVDQU Y1, (AX)
	TAKE(1, Y1, pad1)
	TAKE(2, Y2, pad2)
	TAKE(3, Y3, pad3)
	TAKE(4, Y4, pad4)
	TAKE(5, Y5, pad5)
	TAKE(6, Y6, pad6)
	TAKE(7, Y7, pad7)
	TAKE(8, Y8, pad8)
	TAKE(9, Y9, pad9)
	TAKE(10, Y10, pad10)
	TAKE(11, Y11, pad11)
	TAKE(12, Y12, pad12)
	TAKE(13, Y13, pad13)
	TAKE(14, Y14, pad14)
	TAKE(15, Y15, pad15)
	JMP  translate

pad1:
	VMOVDQU Y0, Y1
pad2:
	VMOVDQU Y0, Y2
pad3:
	VMOVDQU Y0, Y3
pad4:
	VMOVDQU Y0, Y4
pad5:
	VMOVDQU Y0, Y5
pad6:
	VMOVDQU Y0, Y6
pad7:
	VMOVDQU Y0, Y7
pad8:
	VMOVDQU Y0, Y8
pad9:
	VMOVDQU Y0, Y9
pad10:
	VMOVDQU Y0, Y10
pad11:
	VMOVDQU Y0, Y11
pad12:
	VMOVDQU Y0, Y12
pad13:
	VMOVDQU Y0, Y13
pad14:
	VMOVDQU Y0, Y14
pad15:
	VMOVDQU Y0, Y15

translate:
	VMOVDQU Y0, (DX)
	VPXOR   Y0, Y1, Y1
	VPXOR   Y0, Y2, Y2
	VPXOR   Y0, Y3, Y3
	VPXOR   Y0, Y4, Y4
	VPXOR   Y0, Y5, Y5
	VPXOR   Y0, Y6, Y6
	VPXOR   Y0, Y7, Y7
	VPXOR   Y0, Y8, Y8
	VPXOR   Y0, Y9, Y9
	VPXOR   Y0, Y10, Y10
	VPXOR   Y0, Y11, Y11
	VPXOR   Y0, Y12, Y12
	VPXOR   Y0, Y13, Y13
	VPXOR   Y0, Y14, Y14
	VPXOR   Y0, Y15, Y15
	VPXOR   (AX), Y0, Y0
	VMOVDQU Y0, (AX)
	SORT((AX))
	GIVE(1, (AX), Y1)
	GIVE(2, Y1, Y2)
	GIVE(3, Y2, Y3)
	GIVE(4, Y3, Y4)
	GIVE(5, Y4, Y5)
	GIVE(6, Y5, Y6)
	GIVE(7, Y6, Y7)
	GIVE(8, Y7, Y8)
	GIVE(9, Y8, Y9)
	GIVE(10, Y9, Y10)
	GIVE(11, Y10, Y11)
	GIVE(12, Y11, Y12)
	GIVE(13, Y12, Y13)
	GIVE(14, Y13, Y14)
	GIVE(15, Y14, Y15)

done:
	VPXOR   Y0, Y0, Y0
	VMOVDQU Y0, (BX)
	VZEROUPPER
	RET
