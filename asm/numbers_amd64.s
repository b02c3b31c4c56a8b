//go:build !purego

#include "textflag.h"

// Text is read in blocks of 64 bytes, each of which starts where a number may.
// Adding 127-'9' to a byte leaves the digits, and no others, above all signed
// numbers but the ten greatest. White space is found by a table of the one such
// character, if any, that has a given low nibble. Two VPMOVMSKB make a word with
// a bit for each digit, and from that follow the starts and ends of all numbers.
//
// A number is 16 bytes loaded from its start. VPSHUFB moves its digits to the
// end of them and zeros in front: of k digits by the control that lies k bytes
// into shifts. Four numbers are then put together in two registers: digits to
// pairs, pairs to fours (VPACKUSDW: in one register), fours to eights, and two
// eights to a number. (The sums of neighbours are those of W. Mula, "SIMD-ized
// parsing of unsigned integers", 2014.)
//
// Numbers are done four at a time, the last four of a block together with
// others that are none: what comes of those is overwritten by the next block, or
// lies beyond the numbers that are returned. The starts run out after the ends,
// and then give 64; a number that the block cuts, of at most 16 digits, has a
// start without an end, and the end is taken to be 64. So a control lies at most
// 16 bytes into shifts, and a load ends at most 64+16 bytes into the text.
//
// Registers:
//
//	AX   block             CX   the last place where a block may start
//	BX   next of dst       DX   the last place that has room for a block's
//	SI   digits, starts    DI   ends            R13  shifts
//	R8-R12  scratch        Y0-Y5  scratch
//	Y8-Y15  constants, in the order of their definition
//
// Bounds: room >= 32, size >= 80. Work: about 45 instructions a block and 42 for
// four numbers.

DATA shifts<>+0(SB)/8, $0x8080808080808080
DATA shifts<>+8(SB)/8, $0x8080808080808080
DATA shifts<>+16(SB)/8, $0x0706050403020100
DATA shifts<>+24(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL shifts<>(SB), RODATA|NOPTR, $32
// The low nibbles 0, 9 to 13 are those of white space. No byte has the low
// nibble of its place in one of the others.
DATA white<>+0(SB)/8, $0xffffffffffffff20
DATA white<>+8(SB)/8, $0x00000d0c0b0a09ff
GLOBL white<>(SB), RODATA|NOPTR, $16
DATA textConstants<>+0(SB)/8, $0x4646464646464646  // 127-'9'
DATA textConstants<>+8(SB)/8, $0x7575757575757575  // 117, below '0'+127-'9'
DATA textConstants<>+16(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA textConstants<>+24(SB)/8, $0x010a010a010a010a // 10 and 1
DATA textConstants<>+32(SB)/8, $0x0001006400010064 // 100 and 1
DATA textConstants<>+40(SB)/8, $0x0001271000012710 // 10^4 and 1
DATA textConstants<>+48(SB)/8, $0x0000000005f5e100 // 10^8
GLOBL textConstants<>(SB), RODATA|NOPTR, $56

// NUMBER loads the next number, its digits last, into x.
#define NUMBER(x) \
	TZCNTQ  DI, R8;              \
	BLSRQ   DI, DI;              \
	TZCNTQ  SI, R9;              \
	BLSRQ   SI, SI;              \
	VMOVDQU (AX)(R9*1), x;       \
	SUBQ    R9, R8;              \
	VPSHUFB (R13)(R8*1), x, x

// func numbersAVX2(dst *uint64, room int, text *byte, size int) (n, length int)
TEXT ·numbersAVX2(SB), NOSPLIT, $0-48
	MOVQ           dst+0(FP), BX
	MOVQ           room+8(FP), DX
	MOVQ           text+16(FP), AX
	MOVQ           size+24(FP), CX
	LEAQ           -256(BX)(DX*8), DX
	LEAQ           -80(AX)(CX*1), CX
	LEAQ           shifts<>(SB), R13
	VBROADCASTI128 white<>(SB), Y8
	VPBROADCASTQ   textConstants<>+0(SB), Y9
	VPBROADCASTQ   textConstants<>+8(SB), Y10
	VPBROADCASTQ   textConstants<>+16(SB), Y11
	VPBROADCASTQ   textConstants<>+24(SB), Y12
	VPBROADCASTQ   textConstants<>+32(SB), Y13
	VPBROADCASTQ   textConstants<>+40(SB), Y14
	VPBROADCASTQ   textConstants<>+48(SB), Y15

block:
	CMPQ      AX, CX
	JHI       done
	CMPQ      BX, DX
	JHI       done
	VMOVDQU   (AX), Y0
	VMOVDQU   32(AX), Y1
	VPADDB    Y9, Y0, Y2
	VPADDB    Y9, Y1, Y3
	VPCMPGTB  Y10, Y2, Y2
	VPCMPGTB  Y10, Y3, Y3
	VPSHUFB   Y0, Y8, Y4
	VPSHUFB   Y1, Y8, Y5
	VPCMPEQB  Y0, Y4, Y4
	VPCMPEQB  Y1, Y5, Y5
	VPOR      Y2, Y4, Y4
	VPOR      Y3, Y5, Y5
	VPAND     Y4, Y5, Y4
	VPMOVMSKB Y4, R8
	VPMOVMSKB Y2, SI
	VPMOVMSKB Y3, R9
	CMPL      R8, $-1
	JNE       done
	SHLQ      $32, R9
	ORQ       R9, SI
	LEAQ      (SI)(SI*1), R9
	ANDNQ     R9, SI, DI
	TESTQ     DI, DI
	JEQ       whole

	// No more than 16 digits in a row.
	MOVQ  SI, R10
	ANDQ  R9, R10
	MOVQ  R10, R11
	SHLQ  $2, R11
	ANDQ  R10, R11
	MOVQ  R11, R12
	SHLQ  $4, R12
	ANDQ  R11, R12
	MOVQ  R12, R11
	SHLQ  $8, R11
	ANDQ  R12, R11
	MOVQ  SI, R12
	SHLQ  $16, R12
	TESTQ R11, R12
	JNE   done

	ANDNQ   SI, R9, SI
	BSRQ    DI, R10
	POPCNTQ DI, R11
	LEAQ    (BX)(R11*8), R11
	LEAQ    1(AX)(R10*1), R12

four:
	NUMBER(X0)
	NUMBER(X1)
	NUMBER(X2)
	NUMBER(X3)
	VINSERTI128 $1, X2, Y0, Y0
	VINSERTI128 $1, X3, Y1, Y1
	VPAND       Y11, Y0, Y0
	VPAND       Y11, Y1, Y1
	VPMADDUBSW  Y12, Y0, Y0
	VPMADDUBSW  Y12, Y1, Y1
	VPMADDWD    Y13, Y0, Y0
	VPMADDWD    Y13, Y1, Y1
	VPACKUSDW   Y1, Y0, Y0
	VPMADDWD    Y14, Y0, Y0
	VPMULUDQ    Y15, Y0, Y1
	VPSRLQ      $32, Y0, Y0
	VPADDQ      Y1, Y0, Y0
	VMOVDQU     Y0, (BX)
	ADDQ        $32, BX
	TESTQ       DI, DI
	JNE         four
	MOVQ        R11, BX
	MOVQ        R12, AX
	JMP         block

	// No number ends in the block: it is all white space, or a number starts in
	// it that has to be at the start of the next.
whole:
	TESTL  $1, SI
	JNE    done
	TZCNTQ SI, R8
	ADDQ   R8, AX
	JMP    block

done:
	SUBQ dst+0(FP), BX
	SHRQ $3, BX
	MOVQ BX, n+32(FP)
	SUBQ text+16(FP), AX
	MOVQ AX, length+40(FP)
	VZEROUPPER
	RET
