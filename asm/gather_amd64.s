//go:build !purego

#include "textflag.h"

// Rows become columns in blocks of 16 columns. Of each row the 16 values of the
// block are loaded as four vectors. Their masks are some part of a window of 16 ones
// before 16 zeros, so that nothing behind a row is read. VSHUFPS takes the low
// halves of the 64-bit values, VPACKUSDW the low halves of those. The values are
// then in the order
//
//	0 1 4 5 8 9 12 13 | 2 3 6 7 10 11 14 15
//
// Free places, behind a shorter row, get its first value. Sixteen such rows are put
// on the stack as a square of words, which is transposed in two rounds, one for the
// columns of each half. A vector takes that half of two rows, l and l+8. Eight of
// them are interleaved in three steps: by words, by pairs of words, and by fours.
//
// Two vectors, for at most 8 columns, are packed into one half, in the order
// 0 1 4 5 2 3 6 7, and take one round.
//
// The last of 17 columns is done by scalars: the row's value there, or its first. So
// is a last block of a single column.
//
// Registers:
//
//	AX  the block in cols          BX  columns from there on
//	CX  the block's first column   DX  succ
//	SI  off                        DI  next of rows
//	R8  end of rows                R9  the row's place on the stack
//	R10  end of the ones in gatherTable.window: free[16] is 640 bytes from there,
//	     free8[8] 800 bytes
//	R12  the row's first value     R13  -8 times the row's values in the block
//	R11, R15  scratch
//	Y0-Y3  masks, then values      Y4  first value
//	Y12, Y13  OR of the values
//
// Work for 16 rows of 9 to 17 columns: 30 instructions for a row, 11 more with 17
// columns, and 130 to transpose.

// ROW sets R12 to the first value of the next row, and R13 to -1 times its length.
#define ROW \
	MOVL (DI), R15; \
	ADDQ $4, DI; \
	MOVL (SI)(R15*4), R13; \
	MOVL 4(SI)(R15*4), R15; \
	LEAQ (DX)(R13*8), R12; \
	SUBQ R15, R13

// VALUES loads four values of the block, and adds them to an OR.
#define VALUES(at, x, or) \
	VMOVDQU    at(R10)(R13*1), x; \
	VPMASKMOVQ at(R12)(CX*8), x, x; \
	VPOR       x, or, or

// PACK puts the row's values in the block on the stack, and goes on to the next row.
#define PACK(row) \
	SHLQ         $3, R13; \
	VPBROADCASTW (R12), Y4; \
	VPAND        640(R10)(R13*4), Y4, Y4; \
	VALUES(0, Y0, Y12); \
	VALUES(32, Y1, Y13); \
	VALUES(64, Y2, Y12); \
	VALUES(96, Y3, Y13); \
	VSHUFPS      $0x88, Y1, Y0, Y0; \
	VSHUFPS      $0x88, Y3, Y2, Y2; \
	VPACKUSDW    Y2, Y0, Y0; \
	VPOR         Y4, Y0, Y0; \
	VMOVDQU      Y0, (R9); \
	ADDQ         $32, R9; \
	CMPQ         DI, R8; \
	JLT          row

// EMPTY makes the rows from R9 to the end of the square 0.
#define EMPTY(none, more) \
	VPXOR   Y0, Y0, Y0; \
	LEAQ    square-0(SP), R15; \
	CMPQ    R9, R15; \
	JGE     none; \
more: \ // loop: 1 row
	VMOVDQU Y0, (R9); \
	ADDQ    $32, R9; \
	CMPQ    R9, R15; \
	JLT     more; \
none: \
	LEAQ    square-512(SP), R9

// ADDOR adds Y12 and Y13 to the result.
#define ADDOR \
	VPOR         Y13, Y12, Y12; \
	VEXTRACTI128 $1, Y12, X13; \
	VPOR         X13, X12, X12; \
	VPUNPCKHQDQ  X12, X12, X13; \
	VPOR         X13, X12, X12; \
	VMOVQ        X12, R15; \
	ORQ          R15, or+48(FP)

// HALVES loads the halves of rows l and l+8 that are at R9.
#define HALVES(l, x, y) \
	VMOVDQU     32*l(R9), x; \
	VINSERTI128 $1, 32*l+256(R9), y, y

// PAIR interleaves elements of a and b.
#define PAIR(LOW, HIGH, a, b, low, high) \
	LOW  b, a, low; \
	HIGH b, a, high

// INTERLEAVE leaves the columns of the halves at R9, by pairs, in Y0 and Y4, Y1 and Y5,
// Y2 and Y6, Y3 and Y7: four rows of both columns in each.
#define INTERLEAVE \
	HALVES(0, X0, Y0); \
	HALVES(1, X1, Y1); \
	HALVES(2, X2, Y2); \
	HALVES(3, X3, Y3); \
	HALVES(4, X4, Y4); \
	HALVES(5, X5, Y5); \
	HALVES(6, X6, Y6); \
	HALVES(7, X7, Y7); \
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y0, Y1, Y8, Y9); \
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y2, Y3, Y10, Y11); \
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y4, Y5, Y12, Y13); \
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y6, Y7, Y14, Y15); \
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y8, Y10, Y0, Y1); \
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y12, Y14, Y4, Y5); \
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y9, Y11, Y2, Y3); \
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y13, Y15, Y6, Y7)

// COLUMN writes column j, or goes to end if there is no such column. Y8 is scratch.
#define COLUMN(j, UNPACK, a, b, end) \
	CMPQ    BX, $j; \
	JLE     end; \
	UNPACK  b, a, Y8; \
	VMOVDQU Y8, 32*j(AX)

// func gather16AVX2(cols *uint16, n int, succ *uint64, off, rows *uint32, count int) (or uint64)
TEXT ·gather16AVX2(SB), NOSPLIT, $512-56
	MOVQ cols+0(FP), AX
	MOVQ n+8(FP), BX
	MOVQ succ+16(FP), DX
	MOVQ off+24(FP), SI
	MOVQ rows+32(FP), DI
	MOVQ count+40(FP), R8
	LEAQ (DI)(R8*4), R8
	LEAQ ·gatherTable+128(SB), R10
	XORL CX, CX
	MOVQ CX, or+48(FP)

block: // loop: 16 columns
	CMPQ  BX, $1
	JEQ   single
	LEAQ  square-512(SP), R9
	VPXOR Y12, Y12, Y12
	VPXOR Y13, Y13, Y13
	TESTQ CX, CX
	JNE   row
	CMPQ  BX, $17
	JGT   row
	JEQ   seventeen
	CMPQ  BX, $8
	JLE   row8

	// 9 to 16 columns in all.
row16: // loop: 1 row
	ROW
	PACK(row16)
	JMP  packed

	// R11 is the place in the last column, BX the OR of its values.
seventeen:
	VMOVDQU Y12, 512(AX)
	LEAQ    512(AX), R11
	XORL    BX, BX

row17: // loop: 1 row
	ROW
	LEAQ    16(R13), R15 // less than 0 if the row has 17 values
	SARQ    $63, R15
	ANDQ    $16, R15
	MOVQ    (R12)(R15*8), R15
	ORQ     R15, BX
	MOVW    R15, (R11)
	ADDQ    $2, R11
	MOVQ    $-16, R15
	CMPQ    R13, R15
	CMOVQLT R15, R13
	PACK(row17)
	ORQ     BX, or+48(FP)
	MOVL    $16, BX // are left
	JMP     packed

	// A block of more columns: of its length, what is in the block, 0 to 16.
row: // loop: 1 row
	ROW
	ADDQ    CX, R13
	MOVQ    $-16, R15
	CMPQ    R13, R15
	CMOVQLT R15, R13
	XORL    R15, R15
	CMPQ    R13, R15
	CMOVQGT R15, R13
	PACK(row)

packed:
	EMPTY(full, empty)
	ADDOR
	LEAQ 128(AX), R12

round: // loop: 8 columns
	INTERLEAVE
	COLUMN(0, VPUNPCKLQDQ, Y0, Y4, transposed)
	COLUMN(1, VPUNPCKHQDQ, Y0, Y4, transposed)
	COLUMN(4, VPUNPCKLQDQ, Y1, Y5, transposed)
	COLUMN(5, VPUNPCKHQDQ, Y1, Y5, transposed)
	COLUMN(8, VPUNPCKLQDQ, Y2, Y6, transposed)
	COLUMN(9, VPUNPCKHQDQ, Y2, Y6, transposed)
	COLUMN(12, VPUNPCKLQDQ, Y3, Y7, transposed)
	COLUMN(13, VPUNPCKHQDQ, Y3, Y7, transposed)

transposed:
	ADDQ $16, R9
	ADDQ $64, AX
	SUBQ $2, BX
	CMPQ AX, R12
	JLT  round
	SUBQ $12, BX
	JLE  done
	ADDQ $384, AX
	ADDQ $16, CX
	MOVQ rows+32(FP), DI
	JMP  block

	// R10 is the end of the column, R9 the OR of its values.
single:
	LEAQ 32(AX), R10
	XORL R9, R9

value: // loop: 1 row
	ROW
	ADDQ CX, R13
	SARQ $63, R13
	ANDQ CX, R13 // the place of the value, or 0
	MOVQ (R12)(R13*8), R15
	ORQ  R15, R9
	MOVW R15, (AX)
	ADDQ $2, AX
	CMPQ DI, R8
	JLT  value
	ORQ  R9, or+48(FP)
	XORL R15, R15
	JMP  last

none: // loop: 1 row
	MOVW R15, (AX)
	ADDQ $2, AX

last:
	CMPQ AX, R10
	JLT  none
	JMP  done

	// 2 to 8 columns in all.
row8: // loop: 1 row
	ROW
	SHLQ         $3, R13
	VPBROADCASTW (R12), X4
	VPAND        800(R10)(R13*2), X4, X4
	VALUES(0, Y0, Y12)
	VALUES(32, Y1, Y13)
	VSHUFPS      $0x88, Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPACKUSDW    X1, X0, X0
	VPOR         X4, X0, X0
	VMOVDQU      X0, (R9)
	ADDQ         $32, R9
	CMPQ         DI, R8
	JLT          row8
	EMPTY(full8, empty8)
	ADDOR
	INTERLEAVE
	COLUMN(0, VPUNPCKLQDQ, Y0, Y4, done)
	COLUMN(1, VPUNPCKHQDQ, Y0, Y4, done)
	COLUMN(2, VPUNPCKLQDQ, Y2, Y6, done)
	COLUMN(3, VPUNPCKHQDQ, Y2, Y6, done)
	COLUMN(4, VPUNPCKLQDQ, Y1, Y5, done)
	COLUMN(5, VPUNPCKHQDQ, Y1, Y5, done)
	COLUMN(6, VPUNPCKLQDQ, Y3, Y7, done)
	COLUMN(7, VPUNPCKHQDQ, Y3, Y7, done)

done:
	VZEROUPPER
	RET
