// Steps of elimination by AVX2 in 32 bits: sixteen lanes of a column in two vectors.

// REDUCE sets Y7 and Y15 to the column at SI, reduced by the rows in Y4 and Y12.
// Y6 and Y14 are scratch.
#define REDUCE \
	VMOVDQU (SI), Y6; \
	VMOVDQU 32(SI), Y14; \
	VPXOR   Y6, Y4, Y7; \
	VPXOR   Y14, Y12, Y15; \
	VPMINUD Y6, Y7, Y7; \
	VPMINUD Y14, Y15, Y15

// REPLACE writes Y7 and Y15 over the column at SI, and goes on to the next.
#define REPLACE \
	VMOVDQU Y7, (SI); \
	VMOVDQU Y15, 32(SI); \
	ADDQ    $64, SI
