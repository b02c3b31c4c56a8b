// Steps of the search for AVX2. Registers are those of search_amd64.s.

// Places in a Bounded16, and in a row of it.
#define MEX 1024(DI)(BX*4)
#define FEW 1088(DI)
#define SOME 1090(DI)
#define WIDE 1092(DI)
#define MANY 1094(DI)
#define MASKS (DI)(AX*1)
#define EXTRAS 32(DI)(AX*1)
#define PICKS 48(DI)(AX*1)
#define ORIGIN 50(DI)(AX*1)
#define LAST 52(DI)(AX*1)

// Places in searchTable, from row 0 of the Walsh functions.
#define BIAS(i) 13312+32*i(SI)(DX*1)
#define DWORD_MOVES 15360(SI)(R8*1)
#define BYTE_MOVES 15392(SI)(R8*1)

// CONSTANTS sets Y9 and Y11 to Y15.
#define CONSTANTS \
	VPCMPEQW       Y14, Y14, Y14;            \
	VPSRLW         $15, Y14, Y12;            \
	VPSLLW         $13, Y12, Y11;            \
	VPSLLW         $5, Y12, Y12;             \
	VMOVDQU        ·coordinateBits(SB), Y13; \
	VMOVDQU        ·byteIndex(SB), Y15;      \
	VBROADCASTI128 ·parity(SB), Y9

// LANE takes the next lane from CX.
#define LANE \
	TZCNTL CX, BX;     \
	BLSRL  CX, CX;     \
	IMUL3L $64, BX, AX

// LANE_OFFSETS sets R10 to where the lane's offsets, and later its layer 0, are.
#define LANE_OFFSETS \
	MOVL BX, R10; \
	SHLL $5, R10; \
	ADDQ R11, R10

// OFFSETS puts a lane's offsets on the stack, for chunk 0.
#define OFFSETS(lane) \
	VPMADDUBSW   64*lane(DI), Y12, Y0;       \
	VPBROADCASTW 64*lane+50(DI), Y1;         \
	VPAND        Y13, Y1, Y1;                \
	VPCMPEQW     Y13, Y1, Y1;                \
	VPAND        Y11, Y1, Y1;                \
	VPADDW       Y1, Y0, Y0;                 \
	VMOVDQU      Y0, offsets-512+32*lane(SP)

// CHUNK_OFFSETS is OFFSETS for any chunk, and leaves the signs in Y1. A sign also
// changes with the parity of start & mask, a nibble in the high byte.
#define CHUNK_OFFSETS \
	VMOVD        R12, X10;        \
	VPBROADCASTW X10, Y10;        \
	VPMADDUBSW   MASKS, Y12, Y0;  \
	VPAND        MASKS, Y10, Y2;  \
	VPBROADCASTW ORIGIN, Y1;      \
	VPAND        Y13, Y1, Y1;     \
	VPCMPEQW     Y13, Y1, Y1;     \
	VPAND        Y11, Y1, Y1;     \
	VPSHUFB      Y2, Y9, Y2;      \
	VPXOR        Y2, Y1, Y1;      \
	VPADDW       Y1, Y0, Y0;      \
	VMOVDQU      Y0, (R10)

// BIAS8 sets DX for coordinates 8 to 15 in chunk 0, BIAS16 for all.
#define BIAS8 \
	MOVBLZX ORIGIN, R8; \
	POPCNTL R8, R8;     \
	MOVWLZX PICKS, DX;  \
	SUBL    R8, DX;     \
	SHLL    $7, DX

#define BIAS16 \
	MOVWLZX PICKS, DX; \
	SHLL    $7, DX

// ADD is a full adder: a becomes the sum of a, b and c, b the carry. c may be in
// memory; t is scratch.
#define ADD(c, b, a, t) \
	VPXOR b, a, t; \
	VPAND b, a, b; \
	VPXOR c, t, a; \
	VPAND c, t, t; \
	VPOR  t, b, b

// ADD_ROWS sets a to the sum and b to the carry of coordinates j, j+1 and j+2.
#define ADD_ROWS(j, b, a, t) \
	MOVWQSX 2*j(R10), R8;    \
	MOVWQSX 2*j+2(R10), R9;  \
	VMOVDQU (SI)(R8*1), a;   \
	MOVWQSX 2*j+4(R10), R8;  \
	VPXOR   (SI)(R9*1), a, t; \
	VPAND   (SI)(R9*1), a, b; \
	VPXOR   (SI)(R8*1), t, a; \
	VPAND   (SI)(R8*1), t, t; \
	VPOR    t, b, b

// WEIGH8 sums up coordinates 8 to 15 and the bias: Y4 to Y0 are c and s3 to s0.
#define WEIGH8 \
	ADD_ROWS(8, Y1, Y0, Y5);     \
	ADD_ROWS(11, Y3, Y2, Y5);    \
	MOVWQSX 28(R10), R8;         \
	MOVWQSX 30(R10), R9;         \
	ADD((SI)(R8*1), Y2, Y0, Y5); \
	VPXOR   (SI)(R9*1), Y0, Y5;  \
	VPAND   (SI)(R9*1), Y0, Y4;  \
	VPXOR   BIAS(0), Y5, Y0;     \
	VPAND   BIAS(0), Y5, Y5;     \
	VPOR    Y5, Y4, Y4;          \
	ADD(Y3, Y2, Y1, Y5);         \
	ADD(BIAS(1), Y4, Y1, Y5);    \
	ADD(BIAS(2), Y4, Y2, Y5);    \
	VPXOR   BIAS(3), Y4, Y3;     \
	VPAND   BIAS(3), Y4, Y4

// WEIGH16 is WEIGH8 for all coordinates.
#define WEIGH16 \
	ADD_ROWS(0, Y1, Y0, Y8);     \
	ADD_ROWS(3, Y3, Y2, Y8);     \
	ADD_ROWS(6, Y5, Y4, Y8);     \
	ADD(Y4, Y2, Y0, Y8);         \
	ADD(Y5, Y3, Y1, Y8);         \
	ADD_ROWS(9, Y5, Y4, Y8);     \
	ADD_ROWS(12, Y7, Y6, Y8);    \
	MOVWQSX 30(R10), R8;         \
	ADD((SI)(R8*1), Y6, Y4, Y8); \
	ADD(BIAS(0), Y4, Y0, Y8);    \
	ADD(Y6, Y7, Y5, Y8);         \
	ADD(Y5, Y2, Y1, Y8);         \
	ADD(BIAS(1), Y4, Y1, Y8);    \
	ADD(Y7, Y3, Y2, Y8);         \
	ADD(BIAS(2), Y4, Y2, Y8);    \
	ADD(BIAS(3), Y4, Y3, Y8)

// CLOSE2 makes layers 0 to 2 of the sum, Y4, Y0 and Y1, and closes them under two
// extras below 16: layer 0 is right then.
#define CLOSE2 \
	VPAND        Y2, Y3, Y3; \
	VPAND        Y3, Y1, Y1; \
	VPAND        Y1, Y0, Y0; \
	VPOR         Y4, Y1, Y1; \
	VPOR         Y4, Y0, Y0; \
	VPBROADCASTB EXTRAS, Y5; \
	VPXOR        Y15, Y5, Y5; \
	VPSHUFB      Y5, Y0, Y2; \
	VPSHUFB      Y5, Y1, Y3; \
	VPAND        Y2, Y4, Y4; \
	VPAND        Y3, Y0, Y0; \
	VPBROADCASTB 1+EXTRAS, Y6; \
	VPXOR        Y15, Y6, Y6; \
	VPSHUFB      Y6, Y0, Y2; \
	VPAND        Y2, Y4, Y4

// LOAD_MOVES loads the indices that move dwords and bytes by an extra below 32, in R8.
#define LOAD_MOVES(dwords, bytes) \
	SHLL    $6, R8;              \
	VMOVDQU DWORD_MOVES, dwords; \
	VMOVDQU BYTE_MOVES, bytes

#define EXTRA(i) \
	MOVBLZX i+EXTRAS, R8; \
	LOAD_MOVES(Y5, Y6)

// EXCLUDE keeps in a layer what the extra leads to the next one.
#define EXCLUDE(next, layer) \
	VPERMD  next, Y5, Y7;    \
	VPSHUFB Y6, Y7, Y7;      \
	VPAND   Y7, layer, layer

// CLOSE4 is CLOSE2 for four extras below 32. Layers 0 to 4 are Y4 and Y0 to Y3.
#define CLOSE4 \
	VPAND Y2, Y3, Y3; \
	VPOR  Y0, Y1, Y2; \
	VPAND Y3, Y2, Y2; \
	VPAND Y3, Y1, Y1; \
	VPAND Y1, Y0, Y0; \
	VPOR  Y4, Y0, Y0; \
	VPOR  Y4, Y1, Y1; \
	VPOR  Y4, Y2, Y2; \
	VPOR  Y4, Y3, Y3; \
	EXTRA(0);         \
	EXCLUDE(Y0, Y4);  \
	EXCLUDE(Y1, Y0);  \
	EXCLUDE(Y2, Y1);  \
	EXCLUDE(Y3, Y2);  \
	EXTRA(1);         \
	EXCLUDE(Y0, Y4);  \
	EXCLUDE(Y1, Y0);  \
	EXCLUDE(Y2, Y1);  \
	EXTRA(2);         \
	EXCLUDE(Y0, Y4);  \
	EXCLUDE(Y1, Y0);  \
	EXTRA(3);         \
	EXCLUDE(Y0, Y4)

// LAYERS makes layers 0 to 7 of the sum, in Y4, Y5, Y1, and Y6 to Y10.
#define LAYERS \
	VPAND Y0, Y1, Y5;   \
	VPOR  Y0, Y1, Y6;   \
	VPAND Y2, Y3, Y7;   \
	VPOR  Y5, Y2, Y8;   \
	VPOR  Y1, Y2, Y9;   \
	VPOR  Y6, Y2, Y10;  \
	VPAND Y3, Y8, Y8;   \
	VPAND Y3, Y9, Y9;   \
	VPAND Y3, Y10, Y10; \
	VPAND Y7, Y5, Y5;   \
	VPAND Y7, Y1, Y1;   \
	VPAND Y7, Y6, Y6;   \
	VPOR  Y4, Y5, Y5;   \
	VPOR  Y4, Y1, Y1;   \
	VPOR  Y4, Y6, Y6;   \
	VPOR  Y4, Y7, Y7;   \
	VPOR  Y4, Y8, Y8;   \
	VPOR  Y4, Y9, Y9;   \
	VPOR  Y4, Y10, Y10

// EACH_LAYER does a step for layers 0 to 6.
#define EACH_LAYER(STEP) \
	STEP(Y5, Y4); \
	STEP(Y1, Y5); \
	STEP(Y6, Y1); \
	STEP(Y7, Y6); \
	STEP(Y8, Y7); \
	STEP(Y9, Y8); \
	STEP(Y10, Y9)

// EXCLUDE_SMALL is EXCLUDE with other registers, EXCLUDE_LARGE for any extra: its
// bits 5 to 7 move bits within bytes.
#define EXCLUDE_SMALL(next, layer) \
	VPERMD  next, Y11, Y0;   \
	VPSHUFB Y12, Y0, Y0;     \
	VPAND   Y0, layer, layer

#define EXCLUDE_LARGE(next, layer) \
	VPERMD  next, Y11, Y0;   \
	VPSHUFB Y12, Y0, Y0;     \
	VPSRLW  $4, Y0, Y2;      \
	VPAND   Y15, Y0, Y0;     \
	VPAND   Y15, Y2, Y2;     \
	VPSHUFB Y0, Y13, Y0;     \
	VPSHUFB Y2, Y14, Y2;     \
	VPOR    Y2, Y0, Y0;      \
	VPAND   Y0, layer, layer

// FIRST sets R8 to the first b+32k in layer 0, 256 if there is none. Below the
// lowest bit of each byte are k ones, n of all. The least word n<<8 | b is that
// of the first number.
#define FIRST \
	VPADDB       Y14, Y4, Y0; \
	VPANDN       Y0, Y4, Y0;  \
	VPUNPCKLBW   Y0, Y15, Y1; \
	VPUNPCKHBW   Y0, Y15, Y0; \
	VPMINUW      Y1, Y0, Y0;  \
	VEXTRACTI128 $1, Y0, X1;  \
	VPMINUW      X1, X0, X0;  \
	VPHMINPOSUW  X0, X0;      \
	VPEXTRB      $1, X0, R9;  \
	VPEXTRB      $0, X0, R8;  \
	POPCNTL      R9, R9;      \
	SHLL         $5, R9;      \
	ADDL         R9, R8

// LAST_CHUNK sets R12 to the start of a lane's last chunk before Last+1 and before
// end, and R11 to the mex if no chunk has it: the smaller of the two.
#define LAST_CHUNK \
	MOVWLZX LAST, R11;           \
	INCL    R11;                 \
	CMPL    R11, end+24(FP);     \
	CMOVLGT end+24(FP), R11;     \
	LEAL    -1(R11), R12;        \
	ANDL    $~255, R12

// NEXT_CHUNK takes the number of FIRST, and goes to the chunk before.
#define NEXT_CHUNK(chunk) \
	ADDL    R12, R8;        \
	LEAL    256(R12), R9;   \
	CMPL    R8, R9;         \
	CMOVLLT R8, R11;        \
	SUBL    $256, R12;      \
	CMPL    R12, start+16(FP); \
	JGE     chunk

// LEAVE sets the lane's mex to min(R11, Last+1). It is open if that is end, and not
// Last+1.
#define LEAVE \
	MOVWLZX LAST, R9;        \
	LEAL    1(R9), R8;       \
	CMPL    R11, R9;         \
	CMOVLGT R8, R11;         \
	SETLE   R9;              \
	CMPL    R11, end+24(FP); \
	SETEQ   R8;              \
	ANDL    R8, R9;          \
	ANDL    $1, R9;          \
	MOVL    R11, MEX;        \
	SHLXL   BX, R9, R9;      \
	ORL     R9, R13
