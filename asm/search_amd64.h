// What the searches of AVX2 and AVX-512 share: their steps, in vectors of 256 bits.
// Registers are those of search_amd64.s. A file also defines two full adders, in
// which b and c may be in memory, and t is scratch:
//
//	ADD(c, b, a, t)           a becomes the sum of a, b and c, b the carry
//	ADD_TO(c, b, a, carry, t) the same with the carry elsewhere

// Places in a Bounded16, and in the row of the lane.
#define FEW 1088(DI)
#define SOME 1090(DI)
#define WIDE 1092(DI)
#define MANY 1094(DI)
#define MEX(lane) 1024(DI)(lane*4)
#define MASKS (DI)(AX*1)
#define EXTRA(i) 32+i(DI)(AX*1)
#define PICKS 48(DI)(AX*1)
#define ORIGIN 50(DI)(AX*1)
#define LAST 52(DI)(AX*1)

// Places in searchTable, from row 0 of the Walsh functions.
#define ROW(offset) (SI)(offset*1)
#define BIAS(i) 13312+32*i(SI)(DX*1)
#define DWORD_MOVES(s) 15360(SI)(s*1)
#define BYTE_MOVES(s) 15392(SI)(s*1)

// CONSTANTS sets Y9 and Y11 to Y15.
#define CONSTANTS \
	VPCMPEQW       Y14, Y14, Y14;            \
	VPSRLW         $15, Y14, Y12;            \
	VPSLLW         $13, Y12, Y11;            \
	VPSLLW         $5, Y12, Y12;             \
	VMOVDQU        ·coordinateBits(SB), Y13; \
	VMOVDQU        ·byteIndex(SB), Y15;      \
	VBROADCASTI128 ·parity(SB), Y9

// LANE takes the next lane from CX, and finds its offsets.
#define LANE \
	TZCNTL CX, BX;      \
	BLSRL  CX, CX;      \
	IMUL3L $64, BX, AX; \
	MOVL   BX, R10;     \
	SHLL   $5, R10;     \
	ADDQ   R11, R10

// OFFSETS puts a lane's offsets on the stack, for chunk 0.
#define OFFSETS(lane) \
	VPMADDUBSW   64*lane(DI), Y12, Y0; \
	VPBROADCASTW 64*lane+50(DI), Y1;   \
	VPAND        Y13, Y1, Y1;          \
	VPCMPEQW     Y13, Y1, Y1;          \
	VPAND        Y11, Y1, Y1;          \
	VPADDW       Y1, Y0, Y0;           \
	VMOVDQU      Y0, 32*lane(R11)

// CHUNK_OFFSETS is OFFSETS for the chunk that starts at R12, and leaves the signs in
// Y1. A sign also changes with the parity of start & mask, a nibble in the high byte.
#define CHUNK_OFFSETS \
	VMOVD        R12, X2;        \
	VPBROADCASTW X2, Y2;         \
	VPMADDUBSW   MASKS, Y12, Y0; \
	VPAND        MASKS, Y2, Y2;  \
	VPBROADCASTW ORIGIN, Y1;     \
	VPAND        Y13, Y1, Y1;    \
	VPCMPEQW     Y13, Y1, Y1;    \
	VPAND        Y11, Y1, Y1;    \
	VPSHUFB      Y2, Y9, Y2;     \
	VPXOR        Y2, Y1, Y1;     \
	VPADDW       Y1, Y0, Y0;     \
	VMOVDQU      Y0, (R10)

// BIAS8 sets DX for coordinates 8 to 15 of chunk 0, BIAS16 for all coordinates.
#define BIAS8 \
	MOVBLZX ORIGIN, R8; \
	POPCNTL R8, R8;     \
	MOVWLZX PICKS, DX;  \
	SUBL    R8, DX;     \
	SHLL    $7, DX

#define BIAS16 \
	MOVWLZX PICKS, DX; \
	SHLL    $7, DX

// ADD_ROWS sets a to the sum of coordinates j to j+2, and b to the carry.
#define ADD_ROWS(j, b, a, t) \
	MOVWQSX 2*j(R10), R8;    \
	MOVWQSX 2*j+2(R10), R9;  \
	VMOVDQU ROW(R8), a;      \
	MOVWQSX 2*j+4(R10), R8;  \
	ADD_TO(ROW(R8), ROW(R9), a, b, t)

// WEIGH8 sums up coordinates 8 to 15 and the bias: Y4 to Y0 are c and s3 to s0.
#define WEIGH8 \
	ADD_ROWS(8, Y1, Y0, Y5);              \
	ADD_ROWS(11, Y3, Y2, Y5);             \
	MOVWQSX 28(R10), R8;                  \
	MOVWQSX 30(R10), R9;                  \
	ADD(ROW(R8), Y2, Y0, Y5);             \
	ADD_TO(BIAS(0), ROW(R9), Y0, Y4, Y5); \
	ADD(Y3, Y2, Y1, Y5);                  \
	ADD(BIAS(1), Y4, Y1, Y5);             \
	ADD(BIAS(2), Y4, Y2, Y5);             \
	VPXOR   BIAS(3), Y4, Y3;              \
	VPAND   BIAS(3), Y4, Y4

// WEIGH16 is WEIGH8 for all coordinates.
#define WEIGH16 \
	ADD_ROWS(0, Y1, Y0, Y8);  \
	ADD_ROWS(3, Y3, Y2, Y8);  \
	ADD_ROWS(6, Y5, Y4, Y8);  \
	ADD(Y4, Y2, Y0, Y8);      \
	ADD(Y5, Y3, Y1, Y8);      \
	ADD_ROWS(9, Y5, Y4, Y8);  \
	ADD_ROWS(12, Y7, Y6, Y8); \
	MOVWQSX 30(R10), R8;      \
	ADD(ROW(R8), Y6, Y4, Y8); \
	ADD(BIAS(0), Y4, Y0, Y8); \
	ADD(Y6, Y7, Y5, Y8);      \
	ADD(Y5, Y2, Y1, Y8);      \
	ADD(BIAS(1), Y4, Y1, Y8); \
	ADD(Y7, Y3, Y2, Y8);      \
	ADD(BIAS(2), Y4, Y2, Y8); \
	ADD(BIAS(3), Y4, Y3, Y8)

// CLOSE2 makes layers 0 to 2 of the sum, Y4, Y0 and Y1, and closes them under two
// extras below 16: layer 0 is right then.
#define CLOSE2 \
	VPAND        Y2, Y3, Y3;   \
	VPAND        Y3, Y1, Y1;   \
	VPAND        Y1, Y0, Y0;   \
	VPOR         Y4, Y1, Y1;   \
	VPOR         Y4, Y0, Y0;   \
	VPBROADCASTB EXTRA(0), Y5; \
	VPXOR        Y15, Y5, Y5;  \
	VPBROADCASTB EXTRA(1), Y6; \
	VPXOR        Y5, Y6, Y6;   \
	VPSHUFB      Y5, Y0, Y0;   \
	VPAND        Y0, Y4, Y4;   \
	VPAND        Y1, Y0, Y0;   \
	VPSHUFB      Y6, Y0, Y0;   \
	VPAND        Y0, Y4, Y4

// MOVES sets R8 and Y5 for the XOR of extras i-1 and i.
#define MOVES(i) \
	MOVBLZX EXTRA(i-1), R8; \
	XORB    EXTRA(i), R8;   \
	SHLL    $6, R8;         \
	VMOVDQU DWORD_MOVES(R8), Y5

// MOVE moves a layer.
#define MOVE(layer) \
	VPERMD  layer, Y5, layer;             \
	VPSHUFB BYTE_MOVES(R8), layer, layer

// CLOSE4 is CLOSE2 for four extras below 32. Layers 0 to 4 are Y4 and Y0 to Y3.
#define CLOSE4 \
	VPAND   Y2, Y3, Y3;          \
	VPOR    Y0, Y1, Y2;          \
	VPAND   Y3, Y2, Y2;          \
	VPAND   Y3, Y1, Y1;          \
	VPAND   Y1, Y0, Y0;          \
	VPOR    Y4, Y0, Y0;          \
	VPOR    Y4, Y1, Y1;          \
	VPOR    Y4, Y2, Y2;          \
	VPOR    Y4, Y3, Y3;          \
	MOVBLZX EXTRA(0), R8;        \
	SHLL    $6, R8;              \
	VMOVDQU DWORD_MOVES(R8), Y5; \
	MOVE(Y0);                    \
	MOVE(Y2);                    \
	VPAND   Y0, Y4, Y4;          \
	VPAND   Y1, Y0, Y0;          \
	VPAND   Y2, Y1, Y1;          \
	VPAND   Y3, Y2, Y2;          \
	MOVES(1);                    \
	MOVE(Y0);                    \
	MOVE(Y2);                    \
	VPAND   Y0, Y4, Y4;          \
	VPAND   Y1, Y0, Y0;          \
	VPAND   Y2, Y1, Y1;          \
	MOVES(2);                    \
	MOVE(Y0);                    \
	VPAND   Y0, Y4, Y4;          \
	VPAND   Y1, Y0, Y0;          \
	MOVES(3);                    \
	MOVE(Y0);                    \
	VPAND   Y0, Y4, Y4

// LAYERS8 makes layers 0 to 7 of the sum: Y4, Y5, Y1, and Y6 to Y10.
#define LAYERS8 \
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

// MOVE_SMALL moves one of them by a number below 32, MOVE_LARGE by any below 256:
// bits 5 to 7 move bits within bytes.
#define MOVE_SMALL(layer) \
	VPERMD  layer, Y11, layer; \
	VPSHUFB Y12, layer, layer

#define MOVE_LARGE(layer) \
	MOVE_SMALL(layer);         \
	VPSRLW  $4, layer, Y0;     \
	VPAND   Y15, layer, layer; \
	VPAND   Y15, Y0, Y0;       \
	VPSHUFB layer, Y13, layer; \
	VPSHUFB Y0, Y14, Y0;       \
	VPOR    Y0, layer, layer

// EXCLUDE moves the odd layers, and keeps in layers 0 to 6 what is in the next one.
#define EXCLUDE(MOVE) \
	MOVE(Y5);           \
	MOVE(Y6);           \
	MOVE(Y8);           \
	MOVE(Y10);          \
	VPAND Y5, Y4, Y4;   \
	VPAND Y1, Y5, Y5;   \
	VPAND Y6, Y1, Y1;   \
	VPAND Y7, Y6, Y6;   \
	VPAND Y8, Y7, Y7;   \
	VPAND Y9, Y8, Y8;   \
	VPAND Y10, Y9, Y9

// FIRST sets R8 to the first b+32k in layer 0, Y4, 256 if there is none. Below the
// lowest bit of each byte are k ones, n of all. The least word n<<8 | b is that of
// the first number.
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

// ENTER takes the next lane from CX. It sets R11 to the mex if no chunk has it, the
// smaller of Last+1 and end.
#define ENTER \
	TZCNTL  CX, BX;          \
	BLSRL   CX, CX;          \
	IMUL3L  $64, BX, AX;     \
	MOVWLZX LAST, R11;       \
	INCL    R11;             \
	CMPQ    R11, end+24(FP); \
	CMOVQGT end+24(FP), R11; \
	SLOTS;                   \
	TOP

// TOP sets R12 to the start of the lane's last chunk. SLOTS sets R10 to where the
// offsets of that chunk are. The stack has room for those of eight chunks, and for
// their alignment.
#define TOP \
	LEAQ -1(R11), R12; \
	ANDQ $~255, R12

#define SLOTS \
	LEAQ slots-256(SP), R10; \
	ANDQ $~31, R10

// PREVIOUS takes the x of FIRST, and goes to the chunk before.
#define PREVIOUS(chunk) \
	LEAL    (R12)(R8*1), R9; \
	CMPL    R8, $256;        \
	CMOVLCS R9, R13;         \
	ADDQ    $32, R10;        \
	SUBQ    $256, R12;       \
	CMPQ    R12, start+16(FP); \
	JGE     chunk

// LEAVE sets the lane's mex to R13, or to Last+1 if that is less. It is open if it is
// end, and not Last+1.
#define LEAVE \
	MOVWLZX LAST, R9;        \
	LEAL    1(R9), R8;       \
	CMPL    R13, R9;         \
	CMOVLGT R8, R13;         \
	SETLE   R9;              \
	CMPQ    R13, end+24(FP); \
	SETEQ   R8;              \
	ANDL    R8, R9;          \
	ANDL    $1, R9;          \
	MOVL    R13, MEX(BX);    \
	SHLXL   BX, R9, R9;      \
	ORW     R9, left+32(FP)
