//go:build !purego

#include "textflag.h"

// Sort16 for up to 17 columns. One number of each lane is v0 and becomes 0, so at
// most sixteen are left to be sorted. They are sorted in registers, by a network of
// comparators that are the same in all lanes.
//
// On the way into the registers the running least number changes places with each
// number that is less. Missing columns get v0, so that they become 0, and are sorted
// behind the others.
//
// Registers:
//
//	AX  cols                   BX  the last column
//	CX  d-1, the numbers left  DX  v0
//	Y0  the least so far, then scratch
//	Y1-Y15  numbers; of sixteen one is in memory, in the place of column 0
//
// Up to 9 columns take 80 instructions and 7 for each; more take 190 and 5 for each.

// EXCHANGE puts the greater of a and b into t, and the lesser into b. a is free then.
#define EXCHANGE(a, b, t) \
	VPMAXUW a, b, t; \
	VPMINUW a, b, b

// SORT8 sorts Y1 to Y8 in descending order, by 19 comparators. Y0 is scratch.
#define SORT8 \
	EXCHANGE(Y2, Y1, Y0); \
	EXCHANGE(Y3, Y6, Y2); \
	EXCHANGE(Y7, Y4, Y3); \
	EXCHANGE(Y5, Y8, Y7); \
	EXCHANGE(Y2, Y7, Y5); \
	EXCHANGE(Y4, Y1, Y2); \
	EXCHANGE(Y3, Y0, Y4); \
	EXCHANGE(Y6, Y8, Y3); \
	EXCHANGE(Y3, Y7, Y6); \
	EXCHANGE(Y2, Y0, Y3); \
	EXCHANGE(Y1, Y8, Y2); \
	EXCHANGE(Y4, Y5, Y1); \
	EXCHANGE(Y0, Y7, Y4); \
	EXCHANGE(Y3, Y6, Y0); \
	EXCHANGE(Y2, Y7, Y3); \
	EXCHANGE(Y0, Y5, Y2); \
	EXCHANGE(Y3, Y6, Y0); \
	EXCHANGE(Y4, Y5, Y3); \
	EXCHANGE(Y0, Y5, Y4)

// SORT16 sorts the vector in column 0 and Y1 to Y15 in descending order, and leaves
// them in this order. Y0 is scratch. It is Green's network of 60 comparators (Knuth,
// The Art of Computer Programming 3, 5.3.4): four rounds by the bits of a vector's
// place, then what is left between the greatest and the least. Place 15 is in
// memory until it is first compared, then place 0 until it is done.
#define SORT16 \
	ROUNDS_LOW;  \
	ROUNDS_HIGH; \
	ROUND_LAST;  \
	BETWEEN

// Rounds one to three of places 0 to 7.
#define ROUNDS_LOW \
	EXCHANGE(Y7, Y13, Y0);  \
	EXCHANGE(Y8, Y5, Y7);   \
	EXCHANGE(Y10, Y9, Y8);  \
	EXCHANGE(Y2, Y4, Y10);  \
	EXCHANGE(Y0, Y7, Y2);   \
	EXCHANGE(Y13, Y5, Y0);  \
	EXCHANGE(Y8, Y10, Y13); \
	EXCHANGE(Y9, Y4, Y8);   \
	EXCHANGE(Y2, Y13, Y9);  \
	EXCHANGE(Y0, Y8, Y2);   \
	EXCHANGE(Y7, Y10, Y0);  \
	EXCHANGE(Y5, Y4, Y7)

// Rounds one to three of places 8 to 15.
#define ROUNDS_HIGH \
	EXCHANGE(Y3, Y12, Y5);   \
	EXCHANGE(Y11, Y1, Y3);   \
	EXCHANGE(Y14, Y6, Y11);  \
	VPMAXUW (AX), Y15, Y14;  \
	VPMINUW (AX), Y15, Y15;  \
	VMOVDQU Y9, (AX);        \
	EXCHANGE(Y5, Y3, Y9);    \
	EXCHANGE(Y12, Y1, Y5);   \
	EXCHANGE(Y11, Y14, Y12); \
	EXCHANGE(Y6, Y15, Y11);  \
	EXCHANGE(Y9, Y12, Y6);   \
	EXCHANGE(Y5, Y11, Y9);   \
	EXCHANGE(Y3, Y14, Y5);   \
	EXCHANGE(Y1, Y15, Y3)

// Round four: places i and i+8.
#define ROUND_LAST \
	EXCHANGE(Y0, Y5, Y1);   \
	EXCHANGE(Y13, Y12, Y0); \
	VPMAXUW (AX), Y6, Y13;  \
	VPMINUW (AX), Y6, Y6;   \
	VMOVDQU Y13, (AX);      \
	EXCHANGE(Y4, Y15, Y13); \
	EXCHANGE(Y8, Y11, Y4);  \
	EXCHANGE(Y2, Y9, Y8);   \
	EXCHANGE(Y10, Y14, Y2); \
	EXCHANGE(Y7, Y3, Y10)

// What is left between places 0 and 15.
#define BETWEEN \
	EXCHANGE(Y13, Y3, Y7);   \
	EXCHANGE(Y11, Y14, Y13); \
	EXCHANGE(Y2, Y9, Y11);   \
	EXCHANGE(Y4, Y5, Y2);    \
	EXCHANGE(Y0, Y6, Y4);    \
	EXCHANGE(Y8, Y1, Y0);    \
	EXCHANGE(Y10, Y12, Y8);  \
	EXCHANGE(Y3, Y14, Y10);  \
	EXCHANGE(Y1, Y6, Y3);    \
	EXCHANGE(Y0, Y4, Y1);    \
	EXCHANGE(Y7, Y13, Y0);   \
	EXCHANGE(Y9, Y5, Y7);    \
	EXCHANGE(Y2, Y11, Y9);   \
	EXCHANGE(Y3, Y4, Y2);    \
	EXCHANGE(Y8, Y6, Y3);    \
	EXCHANGE(Y10, Y13, Y8);  \
	EXCHANGE(Y0, Y12, Y10);  \
	EXCHANGE(Y11, Y6, Y0);   \
	EXCHANGE(Y3, Y9, Y11);   \
	EXCHANGE(Y10, Y7, Y3);   \
	EXCHANGE(Y5, Y12, Y10);  \
	EXCHANGE(Y9, Y0, Y5);    \
	EXCHANGE(Y7, Y10, Y9);   \
	EXCHANGE(Y3, Y6, Y7);    \
	EXCHANGE(Y11, Y4, Y3);   \
	EXCHANGE(Y8, Y12, Y11);  \
	EXCHANGE(Y6, Y9, Y8);    \
	EXCHANGE(Y0, Y7, Y6)

// TAKE loads column j, which is before the last, into y.
#define TAKE(j, y) \
	VPMAXUW (32*j)(AX), Y0, y; \
	VPMINUW (32*j)(AX), Y0, Y0

// GIVE stores y as column j, or 0 where it is equal to x before it.
#define GIVE(j, x, y) \
	VPCMPEQW x, y, Y0;  \
	VPANDN   y, Y0, Y0; \
	VMOVDQU  Y0, (32*j)(AX)

// UNLESS jumps if column j is the last, or beyond.
#define UNLESS(j, label) \
	CMPQ CX, $j; \
	JLE  label

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
	CMPQ    CX, $8
	JLE     few
	TAKE(0, Y1)
	VMOVDQU Y1, (AX)
	TAKE(1, Y1)
	TAKE(2, Y2)
	TAKE(3, Y3)
	TAKE(4, Y4)
	TAKE(5, Y5)
	TAKE(6, Y6)
	TAKE(7, Y7)
	TAKE(8, Y8)
	UNLESS(9, pad9)
	TAKE(9, Y9)
	UNLESS(10, pad10)
	TAKE(10, Y10)
	UNLESS(11, pad11)
	TAKE(11, Y11)
	UNLESS(12, pad12)
	TAKE(12, Y12)
	UNLESS(13, pad13)
	TAKE(13, Y13)
	UNLESS(14, pad14)
	TAKE(14, Y14)
	UNLESS(15, pad15)
	TAKE(15, Y15)
	JMP translate

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
	SORT16
	GIVE(1, (AX), Y1)
	GIVE(2, Y1, Y2)
	GIVE(3, Y2, Y3)
	GIVE(4, Y3, Y4)
	GIVE(5, Y4, Y5)
	GIVE(6, Y5, Y6)
	GIVE(7, Y6, Y7)
	GIVE(8, Y7, Y8)
	UNLESS(9, done)
	GIVE(9, Y8, Y9)
	UNLESS(10, done)
	GIVE(10, Y9, Y10)
	UNLESS(11, done)
	GIVE(11, Y10, Y11)
	UNLESS(12, done)
	GIVE(12, Y11, Y12)
	UNLESS(13, done)
	GIVE(13, Y12, Y13)
	UNLESS(14, done)
	GIVE(14, Y13, Y14)
	UNLESS(15, done)
	GIVE(15, Y14, Y15)

done:
	VPXOR   Y0, Y0, Y0
	VMOVDQU Y0, (BX)
	VZEROUPPER
	RET

few:
	UNLESS(0, few0)
	TAKE(0, Y1)
	UNLESS(1, few1)
	TAKE(1, Y2)
	UNLESS(2, few2)
	TAKE(2, Y3)
	UNLESS(3, few3)
	TAKE(3, Y4)
	UNLESS(4, few4)
	TAKE(4, Y5)
	UNLESS(5, few5)
	TAKE(5, Y6)
	UNLESS(6, few6)
	TAKE(6, Y7)
	UNLESS(7, few7)
	TAKE(7, Y8)
	JMP translateFew

few0:
	VMOVDQU Y0, Y1
few1:
	VMOVDQU Y0, Y2
few2:
	VMOVDQU Y0, Y3
few3:
	VMOVDQU Y0, Y4
few4:
	VMOVDQU Y0, Y5
few5:
	VMOVDQU Y0, Y6
few6:
	VMOVDQU Y0, Y7
few7:
	VMOVDQU Y0, Y8

translateFew:
	VMOVDQU Y0, (DX)
	VPXOR   Y0, Y1, Y1
	VPXOR   Y0, Y2, Y2
	VPXOR   Y0, Y3, Y3
	VPXOR   Y0, Y4, Y4
	VPXOR   Y0, Y5, Y5
	VPXOR   Y0, Y6, Y6
	VPXOR   Y0, Y7, Y7
	VPXOR   Y0, Y8, Y8
	SORT8
	VMOVDQU Y1, (AX)
	UNLESS(1, done)
	GIVE(1, Y1, Y2)
	UNLESS(2, done)
	GIVE(2, Y2, Y3)
	UNLESS(3, done)
	GIVE(3, Y3, Y4)
	UNLESS(4, done)
	GIVE(4, Y4, Y5)
	UNLESS(5, done)
	GIVE(5, Y5, Y6)
	UNLESS(6, done)
	GIVE(6, Y6, Y7)
	UNLESS(7, done)
	GIVE(7, Y7, Y8)
	JMP done
