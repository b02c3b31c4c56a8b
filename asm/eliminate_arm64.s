//go:build !purego

#include "textflag.h"
#include "eliminate_arm64.h"

// Elimination as in eliminate_amd64.s, one vertex a lane. First come v0, the least
// value, the OR of values, and the OR of v & (v-1). Then every v becomes v^v0, and
// with p the greatest of a lane
//
//   pivots |= leading bit of p; c = min(c, c^p); x = min(x, x^p) for all x
//
// until all p are 0. The next p is found on the way.
//
// The leading bit is the sign bit shifted right by the leading zeros of p, which
// leaves 0 if p is 0.
//
// In 16 bits a pass takes two columns at a time, after the first one if d is odd.
// Their next p are kept apart, so that no minimum or maximum waits for the one
// before it. Stores do not move R4 on by themselves: then the next load would
// wait until the value to be stored is there, by the tables of some cores.
//
// Registers, the lanes of one quantity in as many vectors as it takes:
//   R0 cols, R1 d, R2 odd, R3 out, R4 next column, R5 columns left
//   R6 0 iff p is 0 in all lanes
//                       16 bits    32 bits
//   x                   V16-V19    V16-V19
//   x^p or v-1          V18-V23    V20-V23
//   v0, then p          V0  V1     V0-V3
//   OR, then next p     V2  V3     V4-V7
//   rest, then pivots   V4  V5     V8-V11
//   c                   V6  V7     V12-V15
//   next p, 2nd column  V24 V25
//   -1, then sign bits  V26        V24
//
// Bounds: d >= 1. The greatest of a lane loses its leading bit in each pass, so
// there are at most 16 or 32 passes. Work: 17 instructions for two columns of 16
// bits, or one of 32, in a pass.

// func eliminate16NEON(cols *uint16, d int, odd *[16]uint16, out *Lanes16)
TEXT ·eliminate16NEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD cols+0(FP), R0
	MOVD d+8(FP), R1
	MOVD odd+16(FP), R2
	MOVD out+24(FP), R3
	VLD1 (R0), [V0.H8, V1.H8]
	CLEAR(V2, V3, V4, V5)
	VMOVI $255, V26.B16
	MOVD R0, R4
	MOVD R1, R5

classify:
	VLD1.P 32(R4), [V16.H8, V17.H8]
	VADD V26.H8, V16.H8, V18.H8
	VADD V26.H8, V17.H8, V19.H8
	VUMIN V16.H8, V0.H8, V0.H8
	VUMIN V17.H8, V1.H8, V1.H8
	VORR V16.B16, V2.B16, V2.B16
	VORR V17.B16, V3.B16, V3.B16
	VAND V16.B16, V18.B16, V18.B16
	VAND V17.B16, V19.B16, V19.B16
	VORR V18.B16, V4.B16, V4.B16
	VORR V19.B16, V5.B16, V5.B16
	SUBS $1, R5
	BNE classify

	VLD1 (R2), [V6.H8, V7.H8]
	VAND V0.B16, V6.B16, V6.B16
	VAND V1.B16, V7.B16, V7.B16
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R3)
	VST1.P [V4.H8, V5.H8], 32(R3)
	CLEAR(V2, V3, V4, V5)
	MOVD $0x8000, R4
	VDUP R4, V26.H8
	MOVD R0, R4
	MOVD R1, R5

translate:
	VLD1 (R4), [V16.H8, V17.H8]
	VEOR V0.B16, V16.B16, V16.B16
	VEOR V1.B16, V17.B16, V17.B16
	VUMAX V16.H8, V2.H8, V2.H8
	VUMAX V17.H8, V3.H8, V3.H8
	VST1 [V16.H8, V17.H8], (R4)
	ADD $32, R4
	SUBS $1, R5
	BNE translate
	B test

pass:
	VMOV V2.B16, V0.B16
	VMOV V3.B16, V1.B16
    WORD $0x6e604810 // clz v16.8h, v0.8h
    WORD $0x6e604831 // clz v17.8h, v1.8h
    WORD $0x6e60ba10 // neg v16.8h, v16.8h
    WORD $0x6e60ba31 // neg v17.8h, v17.8h
    WORD $0x6e704750 // ushl v16.8h, v26.8h, v16.8h
    WORD $0x6e714751 // ushl v17.8h, v26.8h, v17.8h
	VORR V16.B16, V4.B16, V4.B16
	VORR V17.B16, V5.B16, V5.B16
	VEOR V0.B16, V6.B16, V18.B16
	VEOR V1.B16, V7.B16, V19.B16
	VUMIN V18.H8, V6.H8, V6.H8
	VUMIN V19.H8, V7.H8, V7.H8
	CLEAR(V2, V3, V24, V25)
	MOVD R0, R4
	ASR $1, R1, R5
	TBZ $0, R1, columns
	VLD1 (R4), [V16.H8, V17.H8]
	VEOR V0.B16, V16.B16, V18.B16
	VEOR V1.B16, V17.B16, V19.B16
	VUMIN V18.H8, V16.H8, V2.H8
	VUMIN V19.H8, V17.H8, V3.H8
	VST1 [V2.H8, V3.H8], (R4)
	ADD $32, R4
	CBZ R5, test

columns:
	VLD1 (R4), [V16.H8, V17.H8, V18.H8, V19.H8]
	VEOR V0.B16, V16.B16, V20.B16
	VEOR V1.B16, V17.B16, V21.B16
	VEOR V0.B16, V18.B16, V22.B16
	VEOR V1.B16, V19.B16, V23.B16
	VUMIN V20.H8, V16.H8, V16.H8
	VUMIN V21.H8, V17.H8, V17.H8
	VUMIN V22.H8, V18.H8, V18.H8
	VUMIN V23.H8, V19.H8, V19.H8
	VUMAX V16.H8, V2.H8, V2.H8
	VUMAX V17.H8, V3.H8, V3.H8
	VUMAX V18.H8, V24.H8, V24.H8
	VUMAX V19.H8, V25.H8, V25.H8
	VST1 [V16.H8, V17.H8, V18.H8, V19.H8], (R4)
	ADD $64, R4
	SUBS $1, R5
	BNE columns
	VUMAX V24.H8, V2.H8, V2.H8
	VUMAX V25.H8, V3.H8, V3.H8

test:
	VORR V2.B16, V3.B16, V16.B16
    WORD $0x6eb0a610 // umaxp v16.4s, v16.4s, v16.4s
	VMOV V16.D[0], R6
	CBNZ R6, pass

	VST1 [V4.H8, V5.H8, V6.H8, V7.H8], (R3)
	RET

// func eliminate32NEON(cols *uint32, d int, odd *[16]uint32, out *Lanes32)
TEXT ·eliminate32NEON(SB), NOSPLIT|NOFRAME, $0-32
	MOVD cols+0(FP), R0
	MOVD d+8(FP), R1
	MOVD odd+16(FP), R2
	MOVD out+24(FP), R3
	VLD1 (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	VMOVI $255, V24.B16
	MOVD R0, R4
	MOVD R1, R5

classify:
	VLD1.P 64(R4), [V16.S4, V17.S4, V18.S4, V19.S4]
	VADD V24.S4, V16.S4, V20.S4
	VADD V24.S4, V17.S4, V21.S4
	VADD V24.S4, V18.S4, V22.S4
	VADD V24.S4, V19.S4, V23.S4
	VUMIN V16.S4, V0.S4, V0.S4
	VUMIN V17.S4, V1.S4, V1.S4
	VUMIN V18.S4, V2.S4, V2.S4
	VUMIN V19.S4, V3.S4, V3.S4
	VORR V16.B16, V4.B16, V4.B16
	VORR V17.B16, V5.B16, V5.B16
	VORR V18.B16, V6.B16, V6.B16
	VORR V19.B16, V7.B16, V7.B16
	VAND V16.B16, V20.B16, V20.B16
	VAND V17.B16, V21.B16, V21.B16
	VAND V18.B16, V22.B16, V22.B16
	VAND V19.B16, V23.B16, V23.B16
	VORR V20.B16, V8.B16, V8.B16
	VORR V21.B16, V9.B16, V9.B16
	VORR V22.B16, V10.B16, V10.B16
	VORR V23.B16, V11.B16, V11.B16
	SUBS $1, R5
	BNE classify

	VLD1 (R2), [V12.S4, V13.S4, V14.S4, V15.S4]
	VAND V0.B16, V12.B16, V12.B16
	VAND V1.B16, V13.B16, V13.B16
	VAND V2.B16, V14.B16, V14.B16
	VAND V3.B16, V15.B16, V15.B16
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R3)
	VST1.P [V4.S4, V5.S4, V6.S4, V7.S4], 64(R3)
	VST1.P [V8.S4, V9.S4, V10.S4, V11.S4], 64(R3)
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	MOVD $0x80000000, R4
	VDUP R4, V24.S4
	MOVD R0, R4
	MOVD R1, R5

translate:
	VLD1 (R4), [V16.S4, V17.S4, V18.S4, V19.S4]
	VEOR V0.B16, V16.B16, V16.B16
	VEOR V1.B16, V17.B16, V17.B16
	VEOR V2.B16, V18.B16, V18.B16
	VEOR V3.B16, V19.B16, V19.B16
	GREATEST
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R4)
	ADD $64, R4
	SUBS $1, R5
	BNE translate
	B test

pass:
	VMOV V4.B16, V0.B16
	VMOV V5.B16, V1.B16
	VMOV V6.B16, V2.B16
	VMOV V7.B16, V3.B16
    WORD $0x6ea04810 // clz v16.4s, v0.4s
    WORD $0x6ea04831 // clz v17.4s, v1.4s
    WORD $0x6ea04852 // clz v18.4s, v2.4s
    WORD $0x6ea04873 // clz v19.4s, v3.4s
    WORD $0x6ea0ba10 // neg v16.4s, v16.4s
    WORD $0x6ea0ba31 // neg v17.4s, v17.4s
    WORD $0x6ea0ba52 // neg v18.4s, v18.4s
    WORD $0x6ea0ba73 // neg v19.4s, v19.4s
    WORD $0x6eb04710 // ushl v16.4s, v24.4s, v16.4s
    WORD $0x6eb14711 // ushl v17.4s, v24.4s, v17.4s
    WORD $0x6eb24712 // ushl v18.4s, v24.4s, v18.4s
    WORD $0x6eb34713 // ushl v19.4s, v24.4s, v19.4s
	VORR V16.B16, V8.B16, V8.B16
	VORR V17.B16, V9.B16, V9.B16
	VORR V18.B16, V10.B16, V10.B16
	VORR V19.B16, V11.B16, V11.B16
	VEOR V0.B16, V12.B16, V20.B16
	VEOR V1.B16, V13.B16, V21.B16
	VEOR V2.B16, V14.B16, V22.B16
	VEOR V3.B16, V15.B16, V23.B16
	VUMIN V20.S4, V12.S4, V12.S4
	VUMIN V21.S4, V13.S4, V13.S4
	VUMIN V22.S4, V14.S4, V14.S4
	VUMIN V23.S4, V15.S4, V15.S4
	CLEAR(V4, V5, V6, V7)
	MOVD R0, R4
	MOVD R1, R5

column:
	REDUCE
	GREATEST
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R4)
	ADD $64, R4
	SUBS $1, R5
	BNE column

test:
	VORR V4.B16, V5.B16, V16.B16
	VORR V6.B16, V7.B16, V17.B16
	VORR V17.B16, V16.B16, V16.B16
    WORD $0x6eb0a610 // umaxp v16.4s, v16.4s, v16.4s
	VMOV V16.D[0], R6
	CBNZ R6, pass

	VST1.P [V8.S4, V9.S4, V10.S4, V11.S4], 64(R3)
	VST1 [V12.S4, V13.S4, V14.S4, V15.S4], (R3)
	RET
