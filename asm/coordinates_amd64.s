//go:build !purego

#include "textflag.h"

// Coordinates with one vertex a lane. In 32 bits a number, reduced by all rows so
// far, stands in the high half over its word in the low half. A number with a high
// half of 0 is in the span of those before it. Any other is a new basis element: it
// becomes bit, the lane's next coordinate, and its row is what it was, with that
// bit. Of x and x^row the smaller is the one without the row's leading bit: a step
// is an XOR and a minimum, and keeps the word right.
//
// bit is more than any word so far, and less than any number with a high half. So
// the smaller of x and bit is what x becomes, in the basis or not. The row is their
// XOR: 0 if x is not in the basis, and a row of 0 changes nothing. bit doubles iff x
// became bit. Numbers have 16 bits, so there are at most 16 coordinates; after the
// last, bit is 1<<16, and no number has a high half.
//
// Eight columns of the first d are done together: each is reduced by the rows of
// those before it, and then the eight rows, in registers, reduce all later columns
// in one pass. The rows of all lanes do not fit in the registers, so lanes 0 to 7
// are done first, and then lanes 8 to 15. Before a later eight, columns are left out
// that are in the span in all eight lanes.
//
// An eight takes about 125 instructions, and a pass 38 for two columns, or 22 if
// there are only four rows. In the first eight and pass numbers come from cols, which
// is one more for a column. 16 columns and 14 others take 2040.
//
// Registers:
//
//	AX  end of words              BX  end of cols, for the half of the lanes
//	SI  column, less its end, in bytes of cols; so are
//	CX  the first column          DX  the end of the first d
//	DI  column of a pass          R8  bytes of the first d from the eight on
//	R9  halves left
//	Y0-Y7  rows                   Y8  bit
//	Y9, Y11  columns              Y10, Y12  scratch
//	Y14  1 in every lane          Y15  0xffff0000 in every lane

#define MOVE VMOVDQU
#define XOR  VPXOR
#define AND  VPAND
#define V0   Y0
#define V1   Y1
#define V2   Y2
#define V3   Y3
#define V4   Y4
#define V5   Y5
#define V6   Y6
#define V7   Y7
#define V8   Y8
#define V9   Y9
#define V10  Y10
#define V11  Y11
#define V12  Y12
#include "coordinates_amd64.h"

// func coordinatesAVX2(words *uint32, cols *uint16, n, d int)
TEXT ·coordinatesAVX2(SB), NOSPLIT, $0-32
	MOVQ     words+0(FP), AX
	MOVQ     cols+8(FP), BX
	MOVQ     n+16(FP), CX
	MOVQ     d+24(FP), DX
	SHLQ     $5, CX
	SHLQ     $5, DX
	SUBQ     CX, DX
	ADDQ     CX, BX
	LEAQ     (AX)(CX*2), AX
	NEGQ     CX
	MOVQ     $2, R9
	VPCMPEQD Y15, Y15, Y15
	VPSRLD   $31, Y15, Y14
	VPSLLD   $16, Y15, Y15

half: // loop: 8 lanes
	VMOVDQU Y14, Y8
	MOVQ    CX, SI
	EIGHT(EXPAND, first)

first:
	BEHIND
	JEQ  next
	CMPQ R8, $128
	JLE  fewFirst
	PASS(EXPAND, BOTH8, passFirst)

more: // loop: 1 column
	CMPQ   SI, DX
	JGE    next
	LOAD(0, SI, Y9)
	VPTEST Y9, Y15
	JNE    eight
	ADDQ   $32, SI
	JMP    more

eight:
	EIGHT(LOAD, later)

later:
	BEHIND
	JEQ  next
	CMPQ R8, $128
	JLE  fewLater
	PASS(LOAD, BOTH8, passLater)
	JMP  more

fewFirst:
	PASS(EXPAND, BOTH4, passFewFirst)
	JMP next

fewLater:
	PASS(LOAD, BOTH4, passFewLater)

next:
	ADDQ $32, AX
	ADDQ $16, BX
	SUBQ $1, R9
	JNE  half
	VZEROUPPER
	RET
