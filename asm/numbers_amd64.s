//go:build !purego

#include "textflag.h"

// Text is read in blocks of 64 bytes. Adding 127-'9' to a byte makes digits, and
// nothing else, the ten greatest signed bytes. White space is found in a table by
// the low nibble: there is at most one such character for each. Two VPMOVMSKB make
// a word with a bit for each digit; the starts and ends of all numbers follow.
//
// If no number of a block has more than four digits, then for every byte the
// number that would end there is computed. Two digits are the byte, and ten times
// the byte before it. Four digits are two digits, and a hundred times the two that
// end two bytes before. Bytes that are no digits count as 0, and so do those in
// front of the block. These numbers are words in four registers, and eight words
// belong to eight bytes, of which four at most end a number. A table tells for each
// byte of the ends how VPSHUFB moves the words that are wanted to the front. So no
// branch depends on how many there are.
//
// In other blocks, 16 bytes are loaded from the start of a number. VPSHUFB moves
// its digits to their end, and puts zeros in front; for k digits its control lies
// k bytes into shifts. Two registers then hold four numbers: digits become pairs,
// pairs fours, then in one register fours eights, and two eights a number, by
// multiplying and adding neighbours as in W. Mula, "Parsing decimal numbers, part
// 2: SSE", 2014.
//
// Four numbers are stored at a time. The last may come with some that are none.
// Those are overwritten by the next ones, or lie behind the numbers that are
// returned; there is always room for them. Bits that have run out count as 64, as
// ends and as starts. A number that the end of the block cuts has a start without an
// end, and at most 16 digits. So a control lies at most 16 bytes into shifts, and a
// load ends at most 64+16 bytes into the text.
//
// Registers:
//
//	AX   block             CX   the last place where a block may start
//	BX   next of dst       DX   the last place that has room for a block's
//	R12  the next block    R15  next of dst after this block of long numbers
//	SI   digits, starts    DI   ends, of short numbers the last digits
//	R13  shifts            R8-R11  scratch; R10 is compressTable at last
//	Y0-Y6   scratch; at first Y0, Y1 text and Y2, Y3 digits
//	Y7-Y15  constants, in the order of their definition
//
// Bounds: room >= 32, size >= 80. Work: 38 instructions a block. For short numbers
// 101 more; for others 16 more, and 45 for four numbers.

DATA shifts<>+0(SB)/8, $0x8080808080808080
DATA shifts<>+8(SB)/8, $0x8080808080808080
DATA shifts<>+16(SB)/8, $0x0706050403020100
DATA shifts<>+24(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL shifts<>(SB), RODATA|NOPTR, $32
// Ten times a digit.
DATA tens<>+0(SB)/8, $0x463c32281e140a00
DATA tens<>+8(SB)/8, $0x0000000000005a50
GLOBL tens<>(SB), RODATA|NOPTR, $16
// The low nibbles 0, 9 to 13 are those of white space. In other places no byte has
// the low nibble of its place.
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
DATA minusZero<>+0(SB)/8, $0xd0d0d0d0d0d0d0d0 // -'0'
DATA minusZero<>+8(SB)/8, $0xd0d0d0d0d0d0d0d0
DATA minusZero<>+16(SB)/8, $0xd0d0d0d0d0d0d0d0
DATA minusZero<>+24(SB)/8, $0xd0d0d0d0d0d0d0d0
GLOBL minusZero<>(SB), RODATA|NOPTR, $32
DATA hundreds<>+0(SB)/8, $0x0164016401640164 // 100 and 1
DATA hundreds<>+8(SB)/8, $0x0164016401640164
DATA hundreds<>+16(SB)/8, $0x0164016401640164
DATA hundreds<>+24(SB)/8, $0x0164016401640164
GLOBL hundreds<>(SB), RODATA|NOPTR, $32

// NUMBER loads the next number, its digits last, into x.
#define NUMBER(x) \
	TZCNTQ  DI, R8;              \
	BLSRQ   DI, DI;              \
	TZCNTQ  SI, R9;              \
	BLSRQ   SI, SI;              \
	VMOVDQU (AX)(R9*1), x;       \
	SUBQ    R9, R8;              \
	VPSHUFB (R13)(R8*1), x, x

// COMPRESS appends the numbers that end in the next eight bytes, whose words are in x,
// to dst.
#define COMPRESS(x) \
	MOVBLZX   DI, R8;           \
	SHRQ      $8, DI;           \
	VMOVQ     (R10)(R8*8), X6;  \
	VPSHUFB   X6, x, X6;        \
	VPMOVZXWQ X6, Y6;           \
	VMOVDQU   Y6, (BX);         \
	POPCNTL   R8, R8;           \
	LEAQ      (BX)(R8*8), BX

// func numbersAVX2(dst *uint64, room int, text *byte, size int) (n, length int)
TEXT ·numbersAVX2(SB), NOSPLIT, $0-48
	MOVQ           dst+0(FP), BX
	MOVQ           room+8(FP), DX
	MOVQ           text+16(FP), AX
	MOVQ           size+24(FP), CX
	LEAQ           -256(BX)(DX*8), DX
	LEAQ           -80(AX)(CX*1), CX
	LEAQ           shifts<>(SB), R13
	VBROADCASTI128 tens<>(SB), Y7
	VBROADCASTI128 white<>(SB), Y8
	VPBROADCASTQ   textConstants<>+0(SB), Y9
	VPBROADCASTQ   textConstants<>+8(SB), Y10
	VPBROADCASTQ   textConstants<>+16(SB), Y11
	VPBROADCASTQ   textConstants<>+24(SB), Y12
	VPBROADCASTQ   textConstants<>+32(SB), Y13
	VPBROADCASTQ   textConstants<>+40(SB), Y14
	VPBROADCASTQ   textConstants<>+48(SB), Y15

block: // loop: 64 bytes
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

	BSRQ DI, R12
	LEAQ 1(AX)(R12*1), R12

	// Are there more than four digits in a row, or more than 16?
	MOVQ  SI, R10
	ANDQ  R9, R10
	LEAQ  (R10*4), R11
	ANDQ  R10, R11
	MOVQ  SI, R8
	SHLQ  $4, R8
	TESTQ R8, R11
	JEQ   short
	MOVQ  R11, R8
	SHLQ  $4, R8
	ANDQ  R11, R8
	MOVQ  R8, R10
	SHLQ  $8, R10
	ANDQ  R8, R10
	MOVQ  SI, R8
	SHLQ  $16, R8
	TESTQ R8, R10
	JNE   done
	ANDNQ SI, R9, SI

	POPCNTQ DI, R15
	LEAQ    (BX)(R15*8), R15

four: // loop: 4 numbers
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
	MOVQ        R15, BX
	MOVQ        R12, AX
	JMP         block

short:
	VPADDB     minusZero<>(SB), Y0, Y0
	VPADDB     minusZero<>(SB), Y1, Y1
	VPERM2I128 $0x08, Y0, Y0, Y4
	VPERM2I128 $0x21, Y1, Y0, Y5
	VPALIGNR   $15, Y4, Y0, Y4
	VPALIGNR   $15, Y5, Y1, Y5
	VPSHUFB    Y4, Y7, Y6
	VPADDB     Y6, Y0, Y0
	VPSHUFB    Y5, Y7, Y6
	VPADDB     Y6, Y1, Y1
	VPAND      Y2, Y0, Y0
	VPAND      Y3, Y1, Y1
	VPCMPEQD   Y6, Y6, Y6
	VPCMPGTB   Y6, Y4, Y4
	VPCMPGTB   Y6, Y5, Y5
	VPERM2I128 $0x08, Y0, Y0, Y2
	VPERM2I128 $0x21, Y1, Y0, Y3
	VPALIGNR   $14, Y2, Y0, Y2
	VPALIGNR   $14, Y3, Y1, Y3
	VPAND      Y4, Y2, Y2
	VPAND      Y5, Y3, Y3
	VPUNPCKLBW Y0, Y2, Y4
	VPUNPCKHBW Y0, Y2, Y5
	VPUNPCKLBW Y1, Y3, Y2
	VPUNPCKHBW Y1, Y3, Y3
	VPMADDUBSW hundreds<>(SB), Y4, Y4
	VPMADDUBSW hundreds<>(SB), Y5, Y5
	VPMADDUBSW hundreds<>(SB), Y2, Y2
	VPMADDUBSW hundreds<>(SB), Y3, Y3
	SHRQ         $1, DI
	LEAQ         ·compressTable(SB), R10
	COMPRESS(X4)
	COMPRESS(X5)
	VEXTRACTI128 $1, Y4, X4
	VEXTRACTI128 $1, Y5, X5
	COMPRESS(X4)
	COMPRESS(X5)
	COMPRESS(X2)
	COMPRESS(X3)
	VEXTRACTI128 $1, Y2, X2
	VEXTRACTI128 $1, Y3, X3
	COMPRESS(X2)
	COMPRESS(X3)
	MOVQ         R12, AX
	JMP          block

	// No number ends in the block: it is all white space, or the next block has to
	// start with the number that starts in it.
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
