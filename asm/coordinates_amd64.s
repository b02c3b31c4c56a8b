//go:build !purego

#include "textflag.h"
#include "coordinates_amd64.h"

// Coordinates with one vertex a lane. In 32 bits a number, reduced by all rows so
// far, stands in the high half over its word in the low half. A number with a high
// half of 0 is in the span of those before it. Any other one is a new basis element:
// its word becomes bit, the lane's next coordinate, and its row is what it was, with
// that bit. Of x and x^row the smaller is the one without the row's leading bit: a
// step is VPXOR and VPMINUD, and keeps the word right.
//
// bit is more than any word so far, and less than any number with a high half. So
// the smaller of x and bit is what x becomes, in the basis or not. What it loses is
// the row, 0 if it is not in the basis, and a row of 0 changes nothing. bit doubles
// iff x became bit. Numbers have 16 bits, so there are at most 16 coordinates; bit is
// 1<<16 after the last, and has no use any more.
//
// Eight columns of the first d are done together: each is reduced by the rows of
// those before it, and the eight rows, in registers, then reduce all later columns
// in one pass. Eight rows are the registers that there are for a half of the lanes,
// so lanes 0 to 7 are done first, and then lanes 8 to 15. Columns that are in the
// span in all eight lanes do not start an eight.
//
// An eight takes 64 instructions, and 2 for each pair of its columns; a pass takes
// 20 for a column. In the first eight and pass numbers are read from cols, 2
// instructions more.
//
// Registers:
//
//	AX  end of words              BX  end of cols, for the half of the lanes
//	SI  column, less its end, in bytes of cols; so is
//	CX  the first column          DX  the end of the first d
//	DI  column of a pass          R8  bytes of the first d that are left
//	R9  halves left
//	Y0-Y7  rows                   Y8  bit
//	Y9  column                    Y10  scratch
//	Y14  1 in every lane          Y15  0xffff0000 in every lane

// EXPAND loads the column at offset off from at, from cols.
#define EXPAND(off, at) \
	VPMOVZXWD off(BX)(at*1), Y9; \
	VPSLLD    $16, Y9, Y9

// LOAD does so from words.
#define LOAD(off, at) \
	VMOVDQU (2*off)(AX)(at*2), Y9

// STORE stores y to words.
#define STORE(off, at, y) \
	VMOVDQU y, (2*off)(AX)(at*2)

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

half:
	VMOVDQU Y14, Y8
	MOVQ    CX, SI
	EIGHT(EXPAND, first)

first:
	NEXT
	JEQ next
	PASS(EXPAND, passFirst)

more:
	CMPQ SI, DX
	JGE  next
	LOAD(0, SI)
	VPTEST Y9, Y15
	JNE  eight
	ADDQ $32, SI
	JMP  more

eight:
	EIGHT(LOAD, later)

later:
	NEXT
	JEQ next
	PASS(LOAD, passLater)
	JMP more

next:
	ADDQ $32, AX
	ADDQ $16, BX
	SUBQ $1, R9
	JNE  half
	VZEROUPPER
	RET
