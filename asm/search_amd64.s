//go:build !purego

#include "textflag.h"
#include "search_amd64.h"

// The search takes a chunk of 256 numbers of one lane at a time, x = start + b + 32k:
// bit k of byte b of a vector is for x. So an extra below 32 only moves bytes.
//
// Coordinate j of x^c, for all x of the chunk, is one of 256 Walsh functions or its
// opposite. Its row in the table follows from the low byte of Masks[j], as an
// int8, and its sign, which chooses the second half, from Origin and the high byte.
// The offsets of the sixteen rows are worked out by a few vector instructions.
//
// Adders sum the coordinates up, and 15-K with them. The sum has a vector for each
// bit: c, s3, s2, s1, s0, from 16 down to 1. At most it is 16+15. Layer i of the
// generic form is what has 16-i or more, so these vectors make all of its layers
// without a look at K. Then for each extra s, N_i &= N_(i+1) moved by s. The steps
// do not depend on what is in a lane: missing extras are 0 and do no harm. Layers
// beyond K have all numbers.
//
// With Few and Some, coordinates 0 to 7 are the same for all x of a chunk: their
// weight, that of the low byte of their signs, is taken off K.
//
// searchFirst takes chunk 0 of Few, Some and Wide: offsets of all lanes, then
// layer 0 of each, then what is first in each. The classes have loops of their own.
// searchMore takes more chunks of any class. For a lane it takes all of them, from
// the last one down, so that no branch waits for a result.
//
// Instructions for a chunk: few 97, some 128, wide 172, in searchMore 20 more.
//
// Registers:
//
//	DI  the Bounded16     SI  the table's row 0    CX  lanes that are not done yet
//	BX  lane              AX  64*lane              R10 the lane's offsets
//	DX  the bias, as an offset                     R8, R9 scratch
//	R13 lanes whose mex is not found
//	R11 all offsets, or the mex so far             R12 start of the chunk
//	Y9  0x20 in each byte whose place is odd in the count of bits
//	Y10 start of the chunk
//	Y11 0x2000 in each word: the sign of an offset
//	Y12 0x0020 in each word: a row is 32 bytes
//	Y13 1<<j in word j    Y14 all ones   Y15 b in byte b
//	Y0-Y8 scratch

DATA ·parity+0(SB)/8, $0x2000002000202000
DATA ·parity+8(SB)/8, $0x0020200020000020
GLOBL ·parity(SB), RODATA|NOPTR, $16

// func searchFirstAVX2(b *Bounded16) (open uint16)
TEXT ·searchFirstAVX2(SB), NOSPLIT, $512-10
	MOVQ b+0(FP), DI
	LEAQ ·searchTable+4096(SB), SI
	LEAQ offsets-512(SP), R11
	XORL R13, R13
	CONSTANTS
	OFFSETS(0)
	OFFSETS(1)
	OFFSETS(2)
	OFFSETS(3)
	OFFSETS(4)
	OFFSETS(5)
	OFFSETS(6)
	OFFSETS(7)
	OFFSETS(8)
	OFFSETS(9)
	OFFSETS(10)
	OFFSETS(11)
	OFFSETS(12)
	OFFSETS(13)
	OFFSETS(14)
	OFFSETS(15)
	MOVWLZX FEW, CX
	TESTL   CX, CX
	JEQ     noFew

few:
	LANE
	LANE_OFFSETS
	BIAS8
	WEIGH8
	CLOSE2
	VMOVDQU Y4, (R10)
	TESTL   CX, CX
	JNE     few

noFew:
	MOVWLZX SOME, CX
	TESTL   CX, CX
	JEQ     noSome

some:
	LANE
	LANE_OFFSETS
	BIAS8
	WEIGH8
	CLOSE4
	VMOVDQU Y4, (R10)
	TESTL   CX, CX
	JNE     some

noSome:
	MOVWLZX WIDE, CX
	TESTL   CX, CX
	JEQ     noWide

wide:
	LANE
	LANE_OFFSETS
	BIAS16
	WEIGH16
	CLOSE4
	VMOVDQU Y4, (R10)
	TESTL   CX, CX
	JNE     wide

noWide:
	MOVWLZX FEW, CX
	ORW     SOME, CX
	ORW     WIDE, CX
	JEQ     done

lane:
	LANE
	LANE_OFFSETS
	VMOVDQU (R10), Y4
	FIRST

	// The mex is min(R8, Last+1). It is open if R8 = 256, and Last >= 256.
	MOVWLZX LAST, R9
	LEAL    1(R9), R10
	ANDL    R8, R9
	SHRL    $8, R9
	CMPL    R8, R10
	CMOVLGT R10, R8
	MOVL    R8, MEX
	SHLXL   BX, R9, R9
	ORL     R9, R13
	TESTL   CX, CX
	JNE     lane

done:
	MOVW R13, open+8(FP)
	VZEROUPPER
	RET

// func searchMoreAVX2(b *Bounded16, open uint16, start, end int) (left uint16)
TEXT ·searchMoreAVX2(SB), NOSPLIT, $32-34
	MOVQ b+0(FP), DI
	LEAQ ·searchTable+4096(SB), SI
	LEAQ offsets-32(SP), R10
	XORL R13, R13
	CONSTANTS
	MOVWLZX FEW, CX
	ORW     SOME, CX
	ANDW    open+8(FP), CX
	JEQ     noSome

some:
	LANE
	LAST_CHUNK

someChunk:
	CHUNK_OFFSETS

	// The signs of coordinates 0 to 7 become bits that VPMOVMSKB counts.
	VPSLLW    $2, X1, X1
	VPMOVMSKB X1, R8
	POPCNTL   R8, R8
	MOVWLZX   PICKS, DX
	SUBQ      R8, DX
	SHLQ      $7, DX
	WEIGH8
	CLOSE4
	FIRST

	// Without picks that are left, no x is reached. K below 0 has a bias, of no meaning.
	MOVL    $0, R9
	TESTQ   DX, DX
	CMOVLLT R9, R8
	NEXT_CHUNK(someChunk)
	LEAVE
	TESTL   CX, CX
	JNE     some

noSome:
	MOVWLZX WIDE, CX
	ANDW    open+8(FP), CX
	JEQ     noWide

wide:
	LANE
	LAST_CHUNK

wideChunk:
	CHUNK_OFFSETS
	BIAS16
	WEIGH16
	CLOSE4
	FIRST
	NEXT_CHUNK(wideChunk)
	LEAVE
	TESTL   CX, CX
	JNE     wide

noWide:
	MOVWLZX MANY, CX
	ANDW    open+8(FP), CX
	JEQ     done

	// Many has a loop over extras, and layers 0 to 7 in Y4, Y5, Y1, and Y6 to Y10. Its
	// moves take Y11 to Y15.
many:
	LANE
	LAST_CHUNK

manyChunk:
	CHUNK_OFFSETS
	BIAS16
	WEIGH16
	LAYERS
	VPBROADCASTQ ·lowNibbles(SB), Y15
	LEAQ         EXTRAS, R9
	LEAQ         ·nibbleTable(SB), R10
	JMP          extra

large:
	MOVL           R8, DX
	ANDL           $0xe0, DX
	ANDL           $0x1f, R8
	LOAD_MOVES(Y11, Y12)
	VBROADCASTI128 (R10)(DX*1), Y13
	VBROADCASTI128 16(R10)(DX*1), Y14
	EACH_LAYER(EXCLUDE_LARGE)

extra:
	MOVBLZX (R9), R8
	INCQ    R9
	CMPL    R8, $32
	JGE     large
	TESTL   R8, R8
	JEQ     closed
	LOAD_MOVES(Y11, Y12)
	EACH_LAYER(EXCLUDE_SMALL)
	JMP     extra

closed:
	LEAQ offsets-32(SP), R10
	CONSTANTS
	FIRST
	NEXT_CHUNK(manyChunk)
	LEAVE
	TESTL CX, CX
	JNE   many

done:
	MOVW R13, left+32(FP)
	VZEROUPPER
	RET
