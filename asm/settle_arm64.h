// Steps of Settle16 for NEON. Registers are those of settle_arm64.s.

// One instruction for both halves of the lanes. T is the size of elements.
#define BOTH(OP, T, A0, A1, B0, B1, C0, C1) \
	OP A0.T, B0.T, C0.T \
	OP A1.T, B1.T, C1.T

// Loads the next column of words and rests, into V24 V25 and V17 V19. Spoils V16
// and V18.
#define SPLIT \
	VLD1.P 64(R1), [V16.H8, V17.H8, V18.H8, V19.H8] \
	BOTH(VUZP1, H8, V17, V19, V16, V18, V24, V25) \
	BOTH(VUZP2, H8, V17, V19, V16, V18, V17, V19)

// Makes words all ones that are not 0.
#define NONZERO(A, B) BOTH(VCMTST, H8, A, B, A, B, A, B)

// Takes the lanes of A and B from V18 and V19, and leaves only these in A and B.
#define TAKE(A, B) \
	BOTH(VAND, B16, V18, V19, A, B, A, B) \
	BOTH(VEOR, B16, A, B, V18, V19, V18, V19)

// Makes a byte for each lane of the words in A and B.
#define NARROW(A, B) \
	VUZP1 B.B16, A.B16, A.B16

// Stores K, Origin, Last and 0 of two lanes, from row i on.
#define PICKS(i, V, F) \
	FMOVD F, 64*i+48(R5) \
	VMOV V.D[1], R8 \
	MOVD R8, 64*i+112(R5)

// Exchanges the high 4 bits of each byte of A with the low ones of B. V0 is scratch.
#define NIBBLES(A, B) \
	VMOV B.B16, V0.B16 \
	VSRI $4, A.B16, B.B16 \
	VSLI $4, V0.B16, A.B16

// Exchanges groups of s bits of A with the ones of B below them. M are the lower
// ones. V0 and V1 are scratch.
#define GROUPS(s, M, A, B) \
	VSHL $s, B.B16, V0.B16 \
	VUSHR $s, A.B16, V1.B16 \
	VBIF M.B16, V0.B16, A.B16 \
	VBIT M.B16, V1.B16, B.B16

// Transposes sixteen vectors of sixteen bytes, V0-V15. Spoils the others.
#define TRANSPOSE_BYTES \
	EXCHANGE(B16, V0, V1, V16, V17) \
	EXCHANGE(B16, V2, V3, V18, V19) \
	EXCHANGE(B16, V4, V5, V20, V21) \
	EXCHANGE(B16, V6, V7, V22, V23) \
	EXCHANGE(B16, V8, V9, V24, V25) \
	EXCHANGE(B16, V10, V11, V26, V27) \
	EXCHANGE(B16, V12, V13, V28, V29) \
	EXCHANGE(B16, V14, V15, V30, V31) \
	EXCHANGE(H8, V16, V18, V0, V2) \
	EXCHANGE(H8, V17, V19, V1, V3) \
	EXCHANGE(H8, V20, V22, V4, V6) \
	EXCHANGE(H8, V21, V23, V5, V7) \
	EXCHANGE(H8, V24, V26, V8, V10) \
	EXCHANGE(H8, V25, V27, V9, V11) \
	EXCHANGE(H8, V28, V30, V12, V14) \
	EXCHANGE(H8, V29, V31, V13, V15) \
	EXCHANGE(S4, V0, V4, V16, V20) \
	EXCHANGE(S4, V1, V5, V17, V21) \
	EXCHANGE(S4, V2, V6, V18, V22) \
	EXCHANGE(S4, V3, V7, V19, V23) \
	EXCHANGE(S4, V8, V12, V24, V28) \
	EXCHANGE(S4, V9, V13, V25, V29) \
	EXCHANGE(S4, V10, V14, V26, V30) \
	EXCHANGE(S4, V11, V15, V27, V31) \
	EXCHANGE(D2, V16, V24, V0, V8) \
	EXCHANGE(D2, V17, V25, V1, V9) \
	EXCHANGE(D2, V18, V26, V2, V10) \
	EXCHANGE(D2, V19, V27, V3, V11) \
	EXCHANGE(D2, V20, V28, V4, V12) \
	EXCHANGE(D2, V21, V29, V5, V13) \
	EXCHANGE(D2, V22, V30, V6, V14) \
	EXCHANGE(D2, V23, V31, V7, V15)

// Transposes the bits of sixteen units, V0-V15, in each lane into V16-V31. V14 and
// V15 become masks of GROUPS.
#define TRANSPOSE_BITS \
	EXCHANGE(B16, V0, V8, V16, V24) \
	EXCHANGE(B16, V1, V9, V17, V25) \
	EXCHANGE(B16, V2, V10, V18, V26) \
	EXCHANGE(B16, V3, V11, V19, V27) \
	EXCHANGE(B16, V4, V12, V20, V28) \
	EXCHANGE(B16, V5, V13, V21, V29) \
	EXCHANGE(B16, V6, V14, V22, V30) \
	EXCHANGE(B16, V7, V15, V23, V31) \
	VMOVI $0x33, V14.B16 \
	VMOVI $0x55, V15.B16 \
	NIBBLES(V16, V20) \
	NIBBLES(V17, V21) \
	NIBBLES(V18, V22) \
	NIBBLES(V19, V23) \
	NIBBLES(V24, V28) \
	NIBBLES(V25, V29) \
	NIBBLES(V26, V30) \
	NIBBLES(V27, V31) \
	GROUPS(2, V14, V16, V18) \
	GROUPS(2, V14, V17, V19) \
	GROUPS(2, V14, V20, V22) \
	GROUPS(2, V14, V21, V23) \
	GROUPS(2, V14, V24, V26) \
	GROUPS(2, V14, V25, V27) \
	GROUPS(2, V14, V28, V30) \
	GROUPS(2, V14, V29, V31) \
	GROUPS(1, V15, V16, V17) \
	GROUPS(1, V15, V18, V19) \
	GROUPS(1, V15, V20, V21) \
	GROUPS(1, V15, V22, V23) \
	GROUPS(1, V15, V24, V25) \
	GROUPS(1, V15, V26, V27) \
	GROUPS(1, V15, V28, V29) \
	GROUPS(1, V15, V30, V31)
