// Steps of the search for NEON. Registers are those of search_arm64.s.

// Where things are in the Bounded16, and in the row of a lane.
#define MEX 1024
#define FEW 1088(R0)
#define SOME 1090(R0)
#define WIDE 1092(R0)
#define MANY 1094(R0)
#define EXTRAS 32
#define PICKS 48(R2)
#define LAST 52(R2)

// Takes the next lane from R1: its number in R11, its row in R2.
#define LANE \
	RBIT R1, R8 \
	CLZ R8, R11 \
	SUB $1, R1, R8 \
	AND R8, R1 \
	ADD R11<<6, R0, R2

// Makes offsets into the table of eight masks. Bit 13 of S are their signs.
#define OFFSETS(MASKS, S) \
	VSHL $5, MASKS.H8, MASKS.H8 \
	VBIT V27.B16, S.B16, MASKS.B16 \
	VAND V26.B16, MASKS.B16, MASKS.B16

// Sets V28 and V29 to the offsets of coordinates 0 to 15 for the chunk from R4 on,
// and R8 to K. R4 is a multiple of 256, so the high byte of a mask
// alone tells whether a coordinate of R4 is 1.
#define OFFSETS_OF_CHUNK \
	VLD1 (R2), [V28.H8, V29.H8] \
	FMOVD PICKS, F18 \
	FLDPQ (R12), (F2, F3) \
	VDUP R4, V0.H8 \
	MOVHU PICKS, R8 \
	VDUP V18.H[1], V1.H8 \
	VAND V0.B16, V28.B16, V4.B16 \
	VAND V0.B16, V29.B16, V5.B16 \
	VCMTST V1.H8, V2.H8, V2.H8 \
	VCMTST V1.H8, V3.H8, V3.H8 \
	VCNT V4.B16, V4.B16 \
	VCNT V5.B16, V5.B16 \
	VSHL $5, V4.H8, V4.H8 \
	VSHL $5, V5.H8, V5.H8 \
	VEOR V4.B16, V2.B16, V2.B16 \
	VEOR V5.B16, V3.B16, V3.B16 \
	OFFSETS(V28, V2) \
	OFFSETS(V29, V3)

// Takes the weight of coordinates 0 to 7 off K, in R8, after OFFSETS_OF_CHUNK.
#define LOW_WEIGHT \
	VAND V27.B16, V28.B16, V28.B16 \
	VUSHR $13, V28.H8, V28.H8 \
	VADDV V28.H8, V28 \
	VMOV V28.H[0], R9 \
	SUB R9, R8

// Sets V29 to the offsets of coordinates 8 to 15 for the first chunk, and R8 to K
// less the weight of the others of c.
#define OFFSETS_OF_FIRST \
	FMOVQ 16(R2), F29 \
	FMOVD PICKS, F18 \
	FMOVQ 16(R12), F3 \
	MOVHU PICKS, R8 \
	VDUP V18.H[1], V1.H8 \
	VCNT V18.B16, V18.B16 \
	VMOV V18.B[2], R9 \
	SUB R9, R8 \
	VCMTST V1.H8, V3.H8, V3.H8 \
	OFFSETS(V29, V3)

// Sets V20 to V23 to the bits of 15-k, with k in R8.
#define BIAS \
	ADD R8<<6, R7, R8 \
	SUB $1024, R8 \
	VLD1 (R8), [V20.B16, V21.B16, V22.B16, V23.B16]

// Load coordinates 0 to 3 of the four whose offsets are in R8.
#define COORDINATE0(A, B) \
	ADD R8.UXTH, R7, R10 \
	VLD1 (R10), [A.B16, B.B16]
#define COORDINATE1(A, B) \
	UBFX $16, R8, $16, R10 \
	ADD R7, R10 \
	VLD1 (R10), [A.B16, B.B16]
#define COORDINATE2(A, B) \
	UBFX $32, R8, $16, R10 \
	ADD R7, R10 \
	VLD1 (R10), [A.B16, B.B16]
#define COORDINATE3(A, B) \
	ADD R8>>48, R7, R10 \
	VLD1 (R10), [A.B16, B.B16]

// One instruction for both halves of 256 numbers.
#define BOTH(OP, A0, A1, B0, B1, T0, T1) \
	OP A0.B16, B0.B16, T0.B16 \
	OP A1.B16, B1.B16, T1.B16

// A full adder for bits in pairs of vectors: B becomes the sum of A, B and C, T the
// carry.
#define ADDER(A0, A1, B0, B1, C0, C1, T0, T1) \
	BOTH(VEOR, A0, A1, B0, B1, T0, T1) \
	BOTH(VEOR, C0, C1, T0, T1, B0, B1) \
	BOTH(VBSL, A0, A1, C0, C1, T0, T1)

// Adds coordinates 8 to 15 and the bias: to V4 V5, the 1s, V10 V11, the 2s, V8 V9,
// V12 V13, and V6 V7, the 16s.
#define WEIGH8 \
	BIAS \
	VMOV V29.D[0], R8 \
	COORDINATE0(V0, V1) \
	COORDINATE1(V2, V3) \
	COORDINATE2(V4, V5) \
	ADDER(V0, V1, V2, V3, V4, V5, V6, V7) \
	COORDINATE3(V0, V1) \
	VMOV V29.D[1], R8 \
	COORDINATE0(V4, V5) \
	COORDINATE1(V8, V9) \
	ADDER(V0, V1, V4, V5, V8, V9, V10, V11) \
	COORDINATE2(V0, V1) \
	COORDINATE3(V8, V9) \
	ADDER(V0, V1, V8, V9, V20, V20, V12, V13) \
	ADDER(V2, V3, V4, V5, V8, V9, V0, V1) \
	ADDER(V6, V7, V10, V11, V12, V13, V2, V3) \
	ADDER(V0, V1, V10, V11, V21, V21, V8, V9) \
	ADDER(V2, V3, V8, V9, V22, V22, V6, V7) \
	BOTH(VEOR, V23, V23, V6, V7, V12, V13) \
	BOTH(VAND, V23, V23, V6, V7, V6, V7)

// Adds all coordinates and the bias: coordinates 0 to 7 to what WEIGH8 adds.
#define WEIGH16 \
	WEIGH8 \
	VMOV V28.D[0], R8 \
	COORDINATE0(V0, V1) \
	COORDINATE1(V2, V3) \
	COORDINATE2(V14, V15) \
	ADDER(V0, V1, V2, V3, V14, V15, V16, V17) \
	COORDINATE3(V0, V1) \
	VMOV V28.D[1], R8 \
	COORDINATE0(V14, V15) \
	COORDINATE1(V18, V19) \
	ADDER(V0, V1, V14, V15, V18, V19, V20, V21) \
	COORDINATE2(V0, V1) \
	COORDINATE3(V18, V19) \
	ADDER(V0, V1, V4, V5, V18, V19, V22, V23) \
	ADDER(V2, V3, V4, V5, V14, V15, V0, V1) \
	ADDER(V16, V17, V20, V21, V22, V23, V2, V3) \
	ADDER(V0, V1, V10, V11, V20, V21, V14, V15) \
	ADDER(V2, V3, V8, V9, V14, V15, V0, V1) \
	BOTH(VAND, V0, V1, V12, V13, V2, V3) \
	BOTH(VEOR, V0, V1, V12, V13, V12, V13) \
	BOTH(VORR, V2, V3, V6, V7, V6, V7)

// Sets V16 to V19 to layers 1 and 2. V12 and V13 become 8s & 4s.
#define LAYERS2 \
	BOTH(VAND, V8, V9, V12, V13, V12, V13) \
	BOTH(VAND, V10, V11, V12, V13, V14, V15) \
	BOTH(VAND, V4, V5, V14, V15, V16, V17) \
	BOTH(VORR, V6, V7, V16, V17, V16, V17) \
	BOTH(VORR, V6, V7, V14, V15, V18, V19)

// Sets V20 to V23 to layers 3 and 4, after LAYERS2.
#define LAYERS4 \
	BOTH(VORR, V4, V5, V10, V11, V20, V21) \
	BOTH(VAND, V12, V13, V20, V21, V20, V21) \
	BOTH(VORR, V6, V7, V20, V21, V20, V21) \
	BOTH(VORR, V6, V7, V12, V13, V22, V23)

// Keeps in layer A what an extra below 16 leads to layer B. I are the indices.
#define EXCLUDE16(I, A0, A1, B0, B1) \
	VTBL I.B16, [B0.B16], V0.B16 \
	VTBL I.B16, [B1.B16], V1.B16 \
	BOTH(VAND, V0, V1, A0, A1, A0, A1)

// Closes layer 0 under two extras below 16.
#define CLOSE2 \
	LAYERS2 \
	FMOVD EXTRAS(R2), F28 \
	VDUP V28.B[0], V24.B16 \
	VDUP V28.B[1], V25.B16 \
	VEOR V30.B16, V24.B16, V24.B16 \
	VEOR V30.B16, V25.B16, V25.B16 \
	EXCLUDE16(V24, V6, V7, V16, V17) \
	EXCLUDE16(V24, V16, V17, V18, V19) \
	EXCLUDE16(V25, V6, V7, V16, V17)

// Sets V24 and V25 to the indices for extra i of those in V28, below 32.
#define EXTRA(i) \
	VDUP V28.B[i], V24.B16 \
	VEOR V31.B16, V24.B16, V25.B16 \
	VEOR V30.B16, V24.B16, V24.B16

// Keeps in layer A what the extra leads to layer B.
#define EXCLUDE(A0, A1, B0, B1) \
	VTBL V24.B16, [B0.B16, B1.B16], V0.B16 \
	VTBL V25.B16, [B0.B16, B1.B16], V1.B16 \
	VAND V0.B16, A0.B16, A0.B16 \
	VAND V1.B16, A1.B16, A1.B16

// Closes layer 0 under four extras below 32.
#define CLOSE4 \
	LAYERS2 \
	LAYERS4 \
	FMOVD EXTRAS(R2), F28 \
	EXTRA(0) \
	EXCLUDE(V6, V7, V16, V17) \
	EXCLUDE(V16, V17, V18, V19) \
	EXCLUDE(V18, V19, V20, V21) \
	EXCLUDE(V20, V21, V22, V23) \
	EXTRA(1) \
	EXCLUDE(V6, V7, V16, V17) \
	EXCLUDE(V16, V17, V18, V19) \
	EXCLUDE(V18, V19, V20, V21) \
	EXTRA(2) \
	EXCLUDE(V6, V7, V16, V17) \
	EXCLUDE(V16, V17, V18, V19) \
	EXTRA(3) \
	EXCLUDE(V6, V7, V16, V17)

// Sets all layers from 1 to 7, in the order of EACH_LAYER. V24 and V25 are scratch.
#define LAYERS7 \
	VMOV V12.B16, V24.B16 \
	VMOV V13.B16, V25.B16 \
	LAYERS2 \
	LAYERS4 \
	BOTH(VAND, V4, V5, V10, V11, V14, V15) \
	BOTH(VORR, V8, V9, V14, V15, V14, V15) \
	BOTH(VORR, V8, V9, V10, V11, V12, V13) \
	BOTH(VORR, V4, V5, V12, V13, V10, V11) \
	BOTH(VAND, V24, V25, V14, V15, V14, V15) \
	BOTH(VAND, V24, V25, V12, V13, V12, V13) \
	BOTH(VAND, V24, V25, V10, V11, V10, V11) \
	BOTH(VORR, V6, V7, V14, V15, V14, V15) \
	BOTH(VORR, V6, V7, V12, V13, V12, V13) \
	BOTH(VORR, V6, V7, V10, V11, V10, V11)

// Excludes from each layer by the next.
#define EACH_LAYER(EXCLUDE) \
	EXCLUDE(V6, V7, V16, V17) \
	EXCLUDE(V16, V17, V18, V19) \
	EXCLUDE(V18, V19, V20, V21) \
	EXCLUDE(V20, V21, V22, V23) \
	EXCLUDE(V22, V23, V14, V15) \
	EXCLUDE(V14, V15, V12, V13) \
	EXCLUDE(V12, V13, V10, V11)

// EXCLUDE for an extra that moves bits, too: those of low halves of bytes by the
// table in V2, those of high halves by V3. V8 has 15 in each byte.
#define EXCLUDE_BITS(A0, A1, B0, B1) \
	VTBL V24.B16, [B0.B16, B1.B16], V0.B16 \
	VTBL V25.B16, [B0.B16, B1.B16], V1.B16 \
	VUSHR $4, V0.B16, V4.B16 \
	VUSHR $4, V1.B16, V5.B16 \
	BOTH(VAND, V8, V8, V0, V1, V0, V1) \
	VTBL V0.B16, [V2.B16], V0.B16 \
	VTBL V1.B16, [V2.B16], V1.B16 \
	VTBL V4.B16, [V3.B16], V4.B16 \
	VTBL V5.B16, [V3.B16], V5.B16 \
	BOTH(VORR, V4, V5, V0, V1, V0, V1) \
	BOTH(VAND, V0, V1, A0, A1, A0, A1)

// Sets the lane's mex by the number in R8 of the chunk from R4 on. If there is none
// in the chunk, and the row goes on, adds the lane to R13.
#define SETTLE \
	MOVHU LAST, R10 \
	ADD $1, R10 \
	LSR $8, R8, R9 \
	ADD R4, R8 \
	CMP R10, R8 \
	CSEL LO, R8, R10, R10 \
	CSEL LO, R9, ZR, R9 \
	ADD R11<<2, R0, R8 \
	MOVW R10, MEX(R8) \
	LSL R11, R9 \
	ORR R9, R13
