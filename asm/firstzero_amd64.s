//go:build !purego

#include "textflag.h"

// The AND of several vectors is all ones iff each is; VPTEST of it against all
// ones then sets the carry. It takes groups of 32 words, and if one is not full or
// fewer are left, groups of eight. n is a multiple of eight, so that no group
// reaches past the end.
//
// Registers: AX words, CX n, SI full words, DX room for another 32, Y15 all ones.

// func fullWordsAVX2(words *uint64, n int) int
TEXT ·fullWordsAVX2(SB), NOSPLIT, $0-24
	MOVQ     words+0(FP), AX
	MOVQ     n+8(FP), CX
	VPCMPEQD Y15, Y15, Y15
	XORL     SI, SI
	LEAQ     -32(CX), DX
	JMP      more32

full32: // loop: 32 words
	ADDQ $32, SI

more32:
	CMPQ    SI, DX
	JGT     more8
	VMOVDQU (AX)(SI*8), Y0
	VMOVDQU 32(AX)(SI*8), Y1
	VMOVDQU 64(AX)(SI*8), Y2
	VMOVDQU 96(AX)(SI*8), Y3
	VPAND   128(AX)(SI*8), Y0, Y0
	VPAND   160(AX)(SI*8), Y1, Y1
	VPAND   192(AX)(SI*8), Y2, Y2
	VPAND   224(AX)(SI*8), Y3, Y3
	VPAND   Y1, Y0, Y0
	VPAND   Y3, Y2, Y2
	VPAND   Y2, Y0, Y0
	VPTEST  Y15, Y0
	JCS     full32
	JMP     more8

full8: // loop: 8 words
	ADDQ $8, SI

more8:
	CMPQ    SI, CX
	JGE     done
	VMOVDQU (AX)(SI*8), Y0
	VPAND   32(AX)(SI*8), Y0, Y0
	VPTEST  Y15, Y0
	JCS     full8

done:
	MOVQ SI, ret+16(FP)
	VZEROUPPER
	RET
