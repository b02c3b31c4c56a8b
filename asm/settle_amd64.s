//go:build !purego

#include "textflag.h"
#include "settle_amd64.h"

// Settle16 does all lanes alike. Nothing depends on a lane but where its row is
// written. Words of 16 lanes are in the order of settle_amd64.h, from which they are
// stored in order.
//
// Each column of G tells which of its numbers are extras: their words have two bits
// or more. The others become 0, and the column waits in the Masks of a row, which
// are written last. Of the words of c and the powers, one half says whether they are
// in the span. The other half, times 2^(16-rank), has the coordinates. Those of the
// powers, the units, wait on the stack.
//
// The extras of all lanes are sorted as bytes. Two columns, i and i+8, share a
// vector, so half of the comparators of a network are enough. The Masks are the units
// with rows and columns exchanged: bits within a lane, in settle_amd64.h, and then
// lanes and words, by interleaving.
//
// A column of G takes 15 instructions, a power 15, what is settled 85, and the layout
// 500: half of them for the Masks. If all lanes are settled it is left out.
//
// Registers:
//
//	AX  cols              BX  words        DX  out
//	CX  end of G          SI  column: both are offsets into cols
//	R8  end of the units  R10  units: 512 bytes, aligned
//	DI  k                 R9  scratch
//	Y0  OR of the words: 2^rank-1, then rank
//	Y1  XOR of the numbers, and c
//	Y2  OR of the extras           Y3  number of extras
//	Y4  2^(16-rank), then open     Y5  coordinates of c
//	Y6  all ones if c is in the span
//	Y7  t, then 2^t-1              Y8  OR of what is outside the span, then K
//	Y12  splitIndex, laneOrder     Y13  1
//	Y14  all ones                  Y15  0
//
// The rest are scratch; the layout uses all.

// splitIndex moves the low halves of dwords before the high halves.
DATA ·splitIndex+0(SB)/8, $0x0d0c090805040100
DATA ·splitIndex+8(SB)/8, $0x0f0e0b0a07060302
GLOBL ·splitIndex(SB), RODATA|NOPTR, $16

// laneOrder moves dwords of packed bytes, four lanes each, to their places.
DATA ·laneOrder+0(SB)/8, $0x0000000400000000
DATA ·laneOrder+8(SB)/8, $0x0000000500000001
DATA ·laneOrder+16(SB)/8, $0x0000000600000002
DATA ·laneOrder+24(SB)/8, $0x0000000700000003
GLOBL ·laneOrder(SB), RODATA|NOPTR, $32

// powerIndex and powerTable are used by POWER.
DATA ·powerIndex+0(SB)/4, $0xf870f870
GLOBL ·powerIndex(SB), RODATA|NOPTR, $4

DATA ·powerTable+0(SB)/8, $0x8040201008040201
DATA ·powerTable+8(SB)/8, $0
GLOBL ·powerTable(SB), RODATA|NOPTR, $16

// swapMasks has the bits that SWAP takes, for shifts by 4, 2 and 1.
DATA ·swapMasks+0(SB)/4, $0x0f0f0f0f
DATA ·swapMasks+4(SB)/4, $0x33333333
DATA ·swapMasks+8(SB)/4, $0x55555555
GLOBL ·swapMasks(SB), RODATA|NOPTR, $12

// func settle16AVX2(cols *uint16, words *uint32, d, width int, k *[16]uint16, out *Bounded16)
TEXT ·settle16AVX2(SB), NOSPLIT, $544-48
	MOVQ         cols+0(FP), AX
	MOVQ         words+8(FP), BX
	MOVQ         d+16(FP), CX
	MOVQ         width+24(FP), R8
	MOVQ         k+32(FP), DI
	MOVQ         out+40(FP), DX
	LEAQ         units-513(SP), R10
	ANDQ         $~31, R10
	VMOVQ        CX, X3
	VPBROADCASTW X3, Y3
	SHLQ         $5, CX
	SHLQ         $5, R8
	VPXOR        Y15, Y15, Y15
	VPCMPEQW     Y14, Y14, Y14
	VPXOR        Y0, Y0, Y0
	VPXOR        Y1, Y1, Y1
	VPXOR        Y2, Y2, Y2
	XORL         SI, SI

column: // loop: 1 column
	VMOVDQU   (BX)(SI*2), Y4
	VPACKUSDW 32(BX)(SI*2), Y4, Y4
	VPERMQ    IN_ORDER, (AX)(SI*1), Y5
	VPADDW    Y14, Y4, Y6
	VPAND     Y4, Y6, Y6
	VPCMPEQW  Y15, Y6, Y6
	VPANDN    Y5, Y6, Y7
	VPOR      Y4, Y0, Y0
	VPXOR     Y5, Y1, Y1
	VPOR      Y7, Y2, Y2
	VPADDW    Y6, Y3, Y3
	VMOVDQU   Y7, (DX)(SI*2)
	ADDQ      $32, SI
	CMPQ      SI, CX
	JLT       column
	JMP       columns

noColumn: // loop: 1 column
	VMOVDQU Y15, (DX)(CX*2)
	ADDQ    $32, CX

columns:
	CMPQ CX, $512
	JLT  noColumn

	// c, and the powers of two.
	WEIGH(Y0, Y4, Y5)
	VPSRLW $15, Y14, Y13
	VPSLLW $4, Y13, Y4
	VPSUBW Y0, Y4, Y4
	POWER(Y4, Y5)
	VBROADCASTI128 ·splitIndex(SB), Y12
	SPLIT(Y5, Y6, Y7)
	VPMULLW  Y4, Y5, Y5
	VPCMPEQW Y15, Y6, Y6
	VPERMQ   IN_ORDER, (AX)(SI*1), Y7
	VPXOR    Y7, Y1, Y1
	VPXOR    Y7, Y7, Y7
	VPXOR    Y8, Y8, Y8
	LEAQ     512(R10), R9
	ADDQ     R10, R8
	JMP      powers

power: // loop: 1 unit
	ADDQ $32, SI
	SPLIT(Y9, Y11, Y10)
	VPMULLW  Y4, Y9, Y9
	VPOR     Y11, Y8, Y8
	VPCMPEQW Y15, Y8, Y10
	VPSUBW   Y10, Y7, Y7
	VMOVDQU  Y9, (R10)
	ADDQ     $32, R10

powers:
	CMPQ R10, R8
	JLT  power
	JMP  allPowers

noPower: // loop: 1 unit
	VMOVDQU Y15, (R10)
	ADDQ    $32, R10

allPowers:
	CMPQ R10, R9
	JLT  noPower
	SUBQ $512, R10
	POWER(Y7, Y9)
	VPADDW Y14, Y7, Y7

	// What is settled.
	VPERMQ   IN_ORDER, (DI), Y8
	VPSUBUSW Y8, Y0, Y0 // rank-K, or 0
	VPCMPGTW Y13, Y0, Y4
	VPCMPEQW Y13, Y0, Y0
	VPCMPEQW Y15, Y2, Y9
	VPAND    Y9, Y0, Y0 // all but one number can be reached
	VPANDN   Y6, Y4, Y9 // settled, and not 0
	VPAND    Y6, Y4, Y4 // open
	VPANDN   Y9, Y0, Y0
	VPAND    Y9, Y1, Y1
	MEX(VPUNPCKLWD, 1024(DX))
	MEX(VPUNPCKHWD, 1056(DX))
	VPTEST Y4, Y4
	JEQ    settled

	// K, Origin and Last.
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y8, Y5, Y0, Y1)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y7, Y15, Y9, Y10)
	PICKS(VPUNPCKLDQ, Y0, Y9, 0)
	PICKS(VPUNPCKHDQ, Y0, Y9, 2)
	PICKS(VPUNPCKLDQ, Y1, Y10, 8)
	PICKS(VPUNPCKHDQ, Y1, Y10, 10)

	// The classes.
	VPSRLW   $8, Y2, Y0
	VPCMPEQW Y15, Y0, Y0
	VPANDN   Y4, Y0, Y1 // Left
	VPAND    Y4, Y0, Y0
	VPADDW   Y13, Y13, Y13
	VPCMPGTW Y13, Y3, Y6
	VPADDW   Y13, Y13, Y13
	VPCMPGTW Y13, Y3, Y3
	VPSRLW   $5, Y2, Y7
	VPCMPEQW Y15, Y7, Y7
	VPAND    Y4, Y7, Y7
	VPANDN   Y7, Y3, Y3 // at most 4 extras, below 32
	VPANDN   Y0, Y3, Y0 // Many
	VPSRLW   $4, Y2, Y2
	VPCMPEQW Y15, Y2, Y2
	VPANDN   Y2, Y6, Y6 // at most 2 extras, below 16
	VMOVDQU  (R10), Y2
	VPOR     32(R10), Y2, Y2
	VPOR     64(R10), Y2, Y2
	VPOR     96(R10), Y2, Y2
	VPOR     128(R10), Y2, Y2
	VPOR     160(R10), Y2, Y2
	VPOR     192(R10), Y2, Y2
	VPOR     224(R10), Y2, Y2
	VPSLLW   $8, Y2, Y2
	VPCMPEQW Y15, Y2, Y2
	VPANDN   Y3, Y2, Y7 // Wide
	VPAND    Y3, Y2, Y3
	VPSLLW   $8, Y5, Y5
	WEIGH(Y5, Y2, Y9)
	VPSUBUSW Y8, Y5, Y5
	VPCMPEQW Y15, Y5, Y5
	VPAND    Y5, Y3, Y3
	VPAND    Y3, Y6, Y6 // Few
	VPANDN   Y3, Y6, Y3 // Some
	VMOVDQU  ·laneOrder(SB), Y12
	MASKS(Y6, Y3)
	MOVL R9, 1088(DX)
	MASKS(Y7, Y0)
	MOVL R9, 1092(DX)
	MASKS(Y1, Y15)
	MOVW R9, 1096(DX)

	// Extras.
	EXTRAS(0, Y0)
	EXTRAS(1, Y1)
	EXTRAS(2, Y2)
	EXTRAS(3, Y3)
	EXTRAS(4, Y4)
	EXTRAS(5, Y5)
	EXTRAS(6, Y6)
	EXTRAS(7, Y7)
	SORT_HALVES
	MERGE
	PAIR(VPUNPCKLBW, VPUNPCKHBW, Y8, Y9, Y0, Y1)
	PAIR(VPUNPCKLBW, VPUNPCKHBW, Y10, Y11, Y2, Y3)
	PAIR(VPUNPCKLBW, VPUNPCKHBW, Y12, Y13, Y4, Y5)
	PAIR(VPUNPCKLBW, VPUNPCKHBW, Y14, Y15, Y6, Y7)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y0, Y2, Y8, Y9)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y1, Y3, Y10, Y11)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y4, Y6, Y12, Y13)
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y5, Y7, Y14, Y15)
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y8, Y12, Y0, Y1)
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y9, Y13, Y2, Y3)
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y10, Y14, Y4, Y5)
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y11, Y15, Y6, Y7)
	PART(VPUNPCKLQDQ, Y0, Y4, 0, 32, X8, Y8)
	PART(VPUNPCKHQDQ, Y0, Y4, 1, 32, X8, Y8)
	PART(VPUNPCKLQDQ, Y1, Y5, 2, 32, X8, Y8)
	PART(VPUNPCKHQDQ, Y1, Y5, 3, 32, X8, Y8)
	PART(VPUNPCKLQDQ, Y2, Y6, 8, 32, X8, Y8)
	PART(VPUNPCKHQDQ, Y2, Y6, 9, 32, X8, Y8)
	PART(VPUNPCKLQDQ, Y3, Y7, 10, 32, X8, Y8)
	PART(VPUNPCKHQDQ, Y3, Y7, 11, 32, X8, Y8)

	LAYOUT(VPUNPCKLBW, 0)
	LAYOUT(VPUNPCKHBW, 8)
	VZEROUPPER
	RET

settled:
	XORL SI, SI
	MOVQ SI, 1088(DX)
	MOVW SI, 1096(DX)
	VZEROUPPER
	RET
