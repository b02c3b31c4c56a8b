//go:build !purego

#include "textflag.h"

// The AND of several vectors is all ones iff each is: VPTERNLOGQ $0x80 is the
// AND of three. Compared with all ones it gives a bit a word, and KORTESTB sets
// the carry if all eight are set. It takes groups of 32 words, and if one is not
// full or fewer are left, groups of eight, which are one vector. n is a multiple of
// eight, so that no group reaches past the end.
//
// Instructions for a group of 32 words: 10; AVX2 takes 16.
//
// Registers: AX words, CX n, SI words that are full, DX room for another group
// of 32, Z15 all ones, K1 words that are full.

// func fullWordsAVX512(words *uint64, n int) int
TEXT ·fullWordsAVX512(SB), NOSPLIT, $0-24
	MOVQ       words+0(FP), AX
	MOVQ       n+8(FP), CX
	VPTERNLOGD $0xff, Z15, Z15, Z15
	XORL       SI, SI
	LEAQ       -32(CX), DX
	JMP        more32

full32: // loop: 32 words
	ADDQ $32, SI

more32:
	CMPQ       SI, DX
	JGT        more8
	VMOVDQU64  (AX)(SI*8), Z0
	VMOVDQU64  64(AX)(SI*8), Z1
	VPTERNLOGQ $0x80, 128(AX)(SI*8), Z1, Z0
	VPANDQ     192(AX)(SI*8), Z0, Z0
	VPCMPEQQ   Z15, Z0, K1
	KORTESTB   K1, K1
	JCS        full32
	JMP        more8

full8: // loop: 8 words
	ADDQ $8, SI

more8:
	CMPQ     SI, CX
	JGE      done
	VPCMPEQQ (AX)(SI*8), Z15, K1
	KORTESTB K1, K1
	JCS      full8

done:
	MOVQ SI, ret+16(FP)
	VZEROUPPER
	RET
