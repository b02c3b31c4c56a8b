//go:build !purego

#include "textflag.h"
#include "sort_arm64.h"

// Sorting with one vertex a lane, by MAX and MIN of whole columns. First the least
// number of each lane bubbles to the last column, which leaves v0. The other
// columns, 16 at most, become x^v0 and are sorted by a network, eight lanes at a
// time; zeros take the place of missing ones. Then, from the last one down, a
// number that is equal to the one before it becomes 0.
//
// Registers:
//   R0 cols, R1 columns without the last, R2 v0, R3 the last column
//   R4 next column, R5 columns left, R6 end of the two halves of a column
//   V0-V15 numbers           V31 v0, until all are loaded
//   V16 0, V17 mask, when they are sorted
//
// Bounds: 1 <= d <= 17. Work: 8 instructions a column to find v0, and 350 for eight
// lanes of 17 columns.

// Loads the next column into V, or goes on after the last one.
#define LOAD(F, V) \
	FMOVQ.P 32(R4), F \
	VEOR V31.B16, V.B16, V.B16 \
	SUBS $1, R5 \
	BEQ sort

// Stores F as the next column, or goes on after the last one.
#define STORE(F) \
	FMOVQ.P F, 32(R4) \
	SUBS $1, R5 \
	BEQ stored

// Makes B 0 if it is equal to A.
#define ONCE(A, B) \
	VCMEQ A.H8, B.H8, V17.H8 \
	VBIT V17.B16, V16.B16, B.B16

// func sort16NEON(cols *uint16, d int, v0 *[16]uint16)
TEXT ·sort16NEON(SB), NOSPLIT|NOFRAME, $0-24
	MOVD cols+0(FP), R0
	MOVD d+8(FP), R1
	MOVD v0+16(FP), R2
	SUB $1, R1
	ADD R1<<5, R0, R3
	MOVD R0, R4
	VLD1 (R3), [V0.H8, V1.H8]
	B test

bubble: // loop: 1 column
	VLD1 (R4), [V2.H8, V3.H8]
	VUMAX V2.H8, V0.H8, V4.H8
	VUMAX V3.H8, V1.H8, V5.H8
	VUMIN V2.H8, V0.H8, V0.H8
	VUMIN V3.H8, V1.H8, V1.H8
	VST1 [V4.H8, V5.H8], (R4)
	ADD $32, R4

test:
	CMP R3, R4
	BNE bubble
	VST1 [V0.H8, V1.H8], (R2)
	VMOVI $0, V0.B16
	VMOVI $0, V1.B16
	VST1 [V0.H8, V1.H8], (R3)
	CBZ R1, done
	ADD $32, R0, R6

half: // loop: 8 lanes
	VLD1.P 16(R2), [V31.H8]
	VMOVI $0, V0.B16
	VMOVI $0, V1.B16
	VMOVI $0, V2.B16
	VMOVI $0, V3.B16
	VMOVI $0, V4.B16
	VMOVI $0, V5.B16
	VMOVI $0, V6.B16
	VMOVI $0, V7.B16
	VMOVI $0, V8.B16
	VMOVI $0, V9.B16
	VMOVI $0, V10.B16
	VMOVI $0, V11.B16
	VMOVI $0, V12.B16
	VMOVI $0, V13.B16
	VMOVI $0, V14.B16
	VMOVI $0, V15.B16
	MOVD R0, R4
	MOVD R1, R5
	LOAD(F0, V0)
	LOAD(F1, V1)
	LOAD(F2, V2)
	LOAD(F3, V3)
	LOAD(F4, V4)
	LOAD(F5, V5)
	LOAD(F6, V6)
	LOAD(F7, V7)
	LOAD(F8, V8)
	LOAD(F9, V9)
	LOAD(F10, V10)
	LOAD(F11, V11)
	LOAD(F12, V12)
	LOAD(F13, V13)
	LOAD(F14, V14)
	FMOVQ (R4), F15
	VEOR V31.B16, V15.B16, V15.B16

sort:
	SORT(H8)
	VMOVI $0, V16.B16
	ONCE(V14, V15)
	ONCE(V13, V14)
	ONCE(V12, V13)
	ONCE(V11, V12)
	ONCE(V10, V11)
	ONCE(V9, V10)
	ONCE(V8, V9)
	ONCE(V7, V8)
	ONCE(V6, V7)
	ONCE(V5, V6)
	ONCE(V4, V5)
	ONCE(V3, V4)
	ONCE(V2, V3)
	ONCE(V1, V2)
	ONCE(V0, V1)
	MOVD R0, R4
	MOVD R1, R5
	STORE(F0)
	STORE(F1)
	STORE(F2)
	STORE(F3)
	STORE(F4)
	STORE(F5)
	STORE(F6)
	STORE(F7)
	STORE(F8)
	STORE(F9)
	STORE(F10)
	STORE(F11)
	STORE(F12)
	STORE(F13)
	STORE(F14)
	FMOVQ F15, (R4)

stored:
	ADD $16, R0
	CMP R6, R0
	BNE half

done:
	RET
