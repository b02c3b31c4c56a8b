//go:build !purego

#include "textflag.h"
#include "search_arm64.h"

// The search takes a chunk of 256 numbers of one lane at a time, as in
// search_amd64.s: bit k of byte b of a pair of vectors is for x = start + b + 32k. So
// an extra below 32 only moves bytes, which is TBL.
//
// Coordinate j of x^c, for all x of the chunk, is one of 256 Walsh functions or its
// opposite. Its row in searchTable is the low byte of Masks[j]; its sign, which
// chooses the second half, follows from Origin and the high byte. An offset into the
// table is 32 times the row, and its sign is bit 13.
//
// Adders sum the coordinates up, and 15-K with them. Layer i of the generic form is
// what has 16-i or more. Then for each extra s, N_i &= N_(i+1) moved by s. The steps
// do not depend on what is in a lane: missing extras are 0 and do no harm. K is at
// most 15 less the number of extras, so no more than seven layers matter besides
// layer 0, even with more extras.
//
// With Few and Some, coordinates 0 to 7 are the same for all x of a chunk: their
// weight is taken off K. In the first chunk that is the weight of the low byte of
// Origin.
//
// Registers:
//   R0 b, R1 lanes to do, R2 row, R4 first number of the chunk, R5 end
//   R6 Few and Some, R14 Wide, R15 Many; R3 and R19 what is to do of these two
//   R7 Walsh functions in searchTable, R8-R10 scratch, R11 lane, R12 searchConstants
//   R13 lanes whose mex is not found
//   V6 V7    16s, then layer 0         V4 V5    1s
//   V12 V13  8s                        V16-V23  layers 1 to 4
//   V8 V9    4s                        V24 V25  indices for TBL
//   V10 V11  2s                        V26 V27  bits of an offset, and of its sign
//   V28 V29  offsets; extras           V30 V31  places of bytes
// and V0-V23 while they are made, V20-V23 with 15-K. Layers 5 to 7 are in V14 V15,
// V12 V13 and V10 V11.
//
// Work: 145 instructions a lane for Few, 190 for Some, 270 for Wide; 205 for Few and
// Some in later chunks; for Many 260, and 35 or 105 an extra.

// The bits of sixteen coordinates, the bits of an offset and of its sign, and the
// places of 32 bytes.
DATA searchConstants<>+0x00(SB)/8, $0x0008000400020001
DATA searchConstants<>+0x08(SB)/8, $0x0080004000200010
DATA searchConstants<>+0x10(SB)/8, $0x0800040002000100
DATA searchConstants<>+0x18(SB)/8, $0x8000400020001000
DATA searchConstants<>+0x20(SB)/8, $0x3fe03fe03fe03fe0
DATA searchConstants<>+0x28(SB)/8, $0x3fe03fe03fe03fe0
DATA searchConstants<>+0x30(SB)/8, $0x2000200020002000
DATA searchConstants<>+0x38(SB)/8, $0x2000200020002000
DATA searchConstants<>+0x40(SB)/8, $0x0706050403020100
DATA searchConstants<>+0x48(SB)/8, $0x0f0e0d0c0b0a0908
DATA searchConstants<>+0x50(SB)/8, $0x1716151413121110
DATA searchConstants<>+0x58(SB)/8, $0x1f1e1d1c1b1a1918
GLOBL searchConstants<>(SB), RODATA|NOPTR, $96

// Sets what stays the same.
#define CONSTANTS \
	MOVD $·searchTable+1024(SB), R7 \
	MOVD $searchConstants<>(SB), R12 \
	FLDPQ 32(R12), (F26, F27) \
	FLDPQ 64(R12), (F30, F31) \
	MOVD ZR, R13

// func searchFirstNEON(b *Bounded16) (open uint16)
TEXT ·searchFirstNEON(SB), NOSPLIT|NOFRAME, $0-10
	MOVD b+0(FP), R0
	CONSTANTS
	MOVD ZR, R4
	MOVHU FEW, R1
	CBZ R1, fewDone

few: // loop: 1 chunk
	LANE
	OFFSETS_OF_FIRST
	WEIGH8
	CLOSE2
#include "search_first_arm64.h"
	SETTLE
	CBNZ R1, few

fewDone:
	MOVHU SOME, R1
	CBZ R1, someDone

some: // loop: 1 chunk
	LANE
	OFFSETS_OF_FIRST
	WEIGH8
	CLOSE4
#include "search_first_arm64.h"
	SETTLE
	CBNZ R1, some

someDone:
	MOVHU WIDE, R1
	CBZ R1, done

wide: // loop: 1 chunk
	LANE
	OFFSETS_OF_CHUNK
	WEIGH16
	CLOSE4
#include "search_first_arm64.h"
	SETTLE
	CBNZ R1, wide

done:
	MOVH R13, open+8(FP)
	RET

// func searchMoreNEON(b *Bounded16, open uint16, start, end int) (left uint16)
TEXT ·searchMoreNEON(SB), NOSPLIT|NOFRAME, $0-34
	MOVD b+0(FP), R0
	CONSTANTS
	MOVHU open+8(FP), R13
	MOVD start+16(FP), R4
	MOVD end+24(FP), R5
	MOVHU FEW, R6
	MOVHU SOME, R8
	ORR R8, R6
	MOVHU WIDE, R14
	MOVHU MANY, R15

chunk: // loop: 16 lanes
	AND R6, R13, R1
	AND R14, R13, R3
	AND R15, R13, R19
	MOVD ZR, R13
	CBZ R1, noSome

some: // loop: 1 chunk
	LANE
	OFFSETS_OF_CHUNK
	LOW_WEIGHT
	TBNZ $63, R8, heavy
	WEIGH8
	CLOSE4
#include "search_first_arm64.h"

settle:
	SETTLE
	CBNZ R1, some

noSome:
	MOVD R3, R1
	CBZ R1, noWide

wide: // loop: 1 chunk
	LANE
	OFFSETS_OF_CHUNK
	WEIGH16
	CLOSE4
#include "search_first_arm64.h"
	SETTLE
	CBNZ R1, wide

noWide:
	MOVD R19, R1
	CBZ R1, noMany

many: // loop: 1 chunk
	LANE
	OFFSETS_OF_CHUNK
	WEIGH16
	LAYERS7
	VMOVI $15, V8.B16
	ADD $EXTRAS, R2, R9
	B next

extra: // loop: 1 extra
	AND $31, R8, R10
	VDUP R10, V24.B16
	VEOR V31.B16, V24.B16, V25.B16
	VEOR V30.B16, V24.B16, V24.B16
	ANDS $0xe0, R8
	BNE large
	EACH_LAYER(EXCLUDE)

next:
	MOVBU.P 1(R9), R8
	CBNZ R8, extra
#include "search_first_arm64.h"
	SETTLE
	CBNZ R1, many

noMany:
	ADD $256, R4
	CBZ R13, done
	CMP R5, R4
	BNE chunk

done:
	MOVH R13, left+32(FP)
	RET

	// No number of the chunk has few enough coordinates.
heavy:
	MOVD ZR, R8
	B settle

	// An extra of 32 or more.
large:
	ADD R8, R7, R10
	ADD $16384, R10 // beyond the Walsh functions
	FLDPQ (R10), (F2, F3)
	EACH_LAYER(EXCLUDE_BITS)
	B next
