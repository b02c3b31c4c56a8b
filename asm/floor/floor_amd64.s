//go:build !purego

#include "textflag.h"

// It takes four vectors at a time. words > 0 is a multiple of 16.
//
// Registers: AX dst, BX src, CX words left.

// func orAVX2(dst, src *uint64, words int)
TEXT ·orAVX2(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), AX
	MOVQ src+8(FP), BX
	MOVQ words+16(FP), CX

block: // loop: 16 words
	VMOVDQU (BX), Y0
	VMOVDQU 32(BX), Y1
	VMOVDQU 64(BX), Y2
	VMOVDQU 96(BX), Y3
	VPOR    (AX), Y0, Y0
	VPOR    32(AX), Y1, Y1
	VPOR    64(AX), Y2, Y2
	VPOR    96(AX), Y3, Y3
	VMOVDQU Y0, (AX)
	VMOVDQU Y1, 32(AX)
	VMOVDQU Y2, 64(AX)
	VMOVDQU Y3, 96(AX)
	ADDQ    $128, AX
	ADDQ    $128, BX
	SUBQ    $16, CX
	JNE     block
	VZEROUPPER
	RET
