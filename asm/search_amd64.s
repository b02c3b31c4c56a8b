//go:build !purego

#include "textflag.h"
#include "search_amd64.h"

// The search takes a chunk of 256 numbers of one lane at a time, x = start + b + 32k:
// bit k of byte b of a vector is for x. So an extra below 32 only moves bytes.
//
// Coordinate j of x^c, for all x of the chunk, is one of 256 Walsh functions or its
// opposite. Its row in the table follows from the low byte of Masks[j], taken as an
// int8, and its sign, which chooses the second half, from Origin and the high byte. A
// few vector instructions work out the offsets of all sixteen rows.
//
// Adders sum up the coordinates and the bias, 15-K. The sum has a vector for each
// bit: c, s3, s2, s1 and s0, from 16 down to 1. At most it is 16+15. Layer i of the
// generic form is what has 16-i or more. So all layers follow from the sum without a
// look at K, and those beyond K have all numbers. For each extra, layer i then keeps
// what the extra leads to layer i+1: an AND with that layer, moved. It does no harm
// to do this for an extra that is missing, 0, or with more layers than need be.
//
// To move a layer takes two instructions, so the odd layers are kept moved by the
// extra, while the even ones are not, and their ANDs need no moves. The next extra moves
// the odd layers on, by the XOR of both.
//
// With Few and Some, coordinates 0 to 7 are the same for all x of a chunk: their
// weight, that of the low byte of the signs, is taken off K.
//
// searchFirst takes chunk 0 of Few, Some and Wide: first the offsets of all lanes,
// then layer 0 of each, which takes the place of the offsets, then what is first in
// each. searchMore takes more chunks of any class. It takes all chunks of a lane, the
// last one first, so that no branch waits for what is found.
//
// Instructions for a chunk, in all:
//
//	              Few  Some  Wide
//	searchFirst   113   145   191
//	searchMore          140   178
//
// Many takes about 160 and then, for an extra, 31 or 61.
//
// Registers:
//
//	DI   the Bounded16         SI  row 0 of the table
//	CX   lanes still to do     BX  lane           AX  64*lane
//	R10  offsets of a chunk    DX  128*K, the offset of the bias
//	R8, R9, Y0-Y8  scratch
//	Y9   0x20 in the bytes whose place has an odd number of bits, in both halves
//	Y11  0x2000 in each word: the sign of an offset
//	Y12  0x0020 in each word: the size of a row
//	Y13  1<<j in word j        Y14 all ones       Y15  b in byte b
//
// in searchFirst:
//
//	R11  offsets of all lanes  R13 lanes whose mex is not found
//
// and in searchMore:
//
//	R11  end of the lane       R12 start of the chunk   R13 the mex so far

DATA ·parity+0(SB)/8, $0x2000002000202000
DATA ·parity+8(SB)/8, $0x0020200020000020
GLOBL ·parity(SB), RODATA|NOPTR, $16

#define ADD_TO(c, b, a, carry, t) \
	VPXOR b, a, t;     \
	VPAND b, a, carry; \
	VPXOR c, t, a;     \
	VPAND c, t, t;     \
	VPOR  t, carry, carry

#define ADD(c, b, a, t) ADD_TO(c, b, a, b, t)

// func searchFirstAVX2(b *Bounded16) (open uint16)
TEXT ·searchFirstAVX2(SB), NOSPLIT, $544-10
#include "search_first_amd64.h"

// func searchMoreAVX2(b *Bounded16, open uint16, start, end int) (left uint16)
TEXT ·searchMoreAVX2(SB), NOSPLIT, $288-34
#include "search_more_amd64.h"
