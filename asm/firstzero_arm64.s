//go:build !purego

#include "textflag.h"

// It takes groups of eight words, which are four vectors. The least 32-bit lane of
// their AND is all ones iff every bit is set.
//
// Registers: R0 the next group, R1 words left, R2 words in all.
// Bounds: n >= 8 is a multiple of eight. Work: 10 instructions a group.

// func fullWordsNEON(words *uint64, n int) int
TEXT ·fullWordsNEON(SB), NOSPLIT|NOFRAME, $0-24
	MOVD words+0(FP), R0
	MOVD n+8(FP), R1
	MOVD R1, R2

loop: // loop: 8 words
	VLD1.P 64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	VAND V1.B16, V0.B16, V0.B16
	VAND V3.B16, V2.B16, V2.B16
	VAND V2.B16, V0.B16, V0.B16
    WORD $0x6eb1a800 // uminv s0, v0.4s
	VMOV V0.S[0], R3
	CMNW $1, R3
	BNE end
	SUBS $8, R1
	BNE loop

end:
	SUB R1, R2, R0
	MOVD R0, ret+16(FP)
	RET
