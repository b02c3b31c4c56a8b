// Steps of elimination in 32 bits: a column has sixteen lanes in four vectors.

// Sets four vectors to 0.
#define CLEAR(A, B, C, D) \
	VEOR A.B16, A.B16, A.B16 \
	VEOR B.B16, B.B16, B.B16 \
	VEOR C.B16, C.B16, C.B16 \
	VEOR D.B16, D.B16, D.B16

// Sets V16-V19 to the column at R4, reduced by the rows in V0-V3. Spoils V20-V23.
#define REDUCE \
	VLD1 (R4), [V16.S4, V17.S4, V18.S4, V19.S4] \
	VEOR V0.B16, V16.B16, V20.B16 \
	VEOR V1.B16, V17.B16, V21.B16 \
	VEOR V2.B16, V18.B16, V22.B16 \
	VEOR V3.B16, V19.B16, V23.B16 \
	VUMIN V20.S4, V16.S4, V16.S4 \
	VUMIN V21.S4, V17.S4, V17.S4 \
	VUMIN V22.S4, V18.S4, V18.S4 \
	VUMIN V23.S4, V19.S4, V19.S4

// Sets V4-V7 to the greater of themselves and of the column in V16-V19, by lane.
#define GREATEST \
	VUMAX V16.S4, V4.S4, V4.S4 \
	VUMAX V17.S4, V5.S4, V5.S4 \
	VUMAX V18.S4, V6.S4, V6.S4 \
	VUMAX V19.S4, V7.S4, V7.S4
