// Loops that move vectors, dwords and bytes, for vectors of any size. A file
// defines, before it includes this,
//
//	SIZE           bytes of a vector
//	MOVE, OR       the instructions that copy a vector and combine two
//	DWORDS, BYTES  the vectors of dword and byte indices
//	V0-V9          vectors; V8 and V9 are scratch
//
// The other registers are those of permute_amd64.s.

// BLOCKS splits R8: the bits that choose a block of four vectors stay there, those
// that choose a vector within it go into R9 to R12.
#define BLOCKS \
	MOVQ R8, R9;         \
	ANDQ $(3*SIZE), R9;  \
	XORQ R9, R8;         \
	MOVQ R9, R10;        \
	XORQ $SIZE, R10;     \
	MOVQ R9, R11;        \
	XORQ $(2*SIZE), R11; \
	MOVQ R9, R12;        \
	XORQ $(3*SIZE), R12; \
	ADDQ BX, R9;         \
	ADDQ BX, R10;        \
	ADDQ BX, R11;        \
	ADDQ BX, R12

// CHOOSE jumps to the loop for v, in DX; the loop for vectors follows it.
#define CHOOSE \
	CMPQ  CX, $(4*SIZE);      \
	JLT   short;              \
	BLOCKS;                   \
	TESTQ $7, DX;             \
	JNE   bits;               \
	TESTQ $31, DX;            \
	JNE   bytes;              \
	TESTQ $(8*SIZE-1), DX;    \
	JNE   dwords

// EACH_BLOCK is the loop over the blocks of four vectors.
#define EACH_BLOCK(label, STEP) \
label: \ // loop: 4*SIZE bytes
	MOVQ SI, DI;               \
	XORQ R8, DI;               \
	STEP(R9, 0, V0, V4);       \
	STEP(R10, SIZE, V1, V5);   \
	STEP(R11, 2*SIZE, V2, V6); \
	STEP(R12, 3*SIZE, V3, V7); \
	ADDQ $(4*SIZE), SI;        \
	CMPQ SI, CX;               \
	JLT  label;                \
	VZEROUPPER;                \
	RET

// OR_* adds to the vector of dst at offset SI+off the one at s+DI, permuted.
#define OR_VECTORS(s, off, x, t) \
	MOVE (s)(DI*1), x;        \
	OR   off(AX)(SI*1), x, x; \
	MOVE x, off(AX)(SI*1)

#define OR_DWORDS(s, off, x, t) \
	VPERMD (s)(DI*1), DWORDS, x; \
	OR     off(AX)(SI*1), x, x;  \
	MOVE   x, off(AX)(SI*1)

#define OR_BYTES(s, off, x, t) \
	VPERMD  (s)(DI*1), DWORDS, x; \
	VPSHUFB BYTES, x, x;          \
	OR      off(AX)(SI*1), x, x;  \
	MOVE    x, off(AX)(SI*1)

// EXCHANGE_* adds to the vector of a at offset SI+off the one of b at s+DI,
// permuted, and to that of b the one of a. They meet no other vectors.
#define EXCHANGE_VECTORS(s, off, x, y) \
	MOVE (s)(DI*1), y;        \
	OR   off(AX)(SI*1), y, x; \
	MOVE x, off(AX)(SI*1);    \
	MOVE x, (s)(DI*1)

// LOAD_BOTH loads x and y, and sets V8 and V9 to x and y with dwords permuted.
#define LOAD_BOTH(s, off, x, y) \
	MOVE   off(AX)(SI*1), x; \
	MOVE   (s)(DI*1), y;     \
	VPERMD x, DWORDS, V8;    \
	VPERMD y, DWORDS, V9

#define EXCHANGE_DWORDS(s, off, x, y) \
	LOAD_BOTH(s, off, x, y); \
	OR     V9, x, x;         \
	OR     V8, y, y;         \
	MOVE   x, off(AX)(SI*1); \
	MOVE   y, (s)(DI*1)

#define EXCHANGE_BYTES(s, off, x, y) \
	LOAD_BOTH(s, off, x, y); \
	VPSHUFB BYTES, V8, V8;    \
	VPSHUFB BYTES, V9, V9;    \
	OR      V9, x, x;         \
	OR      V8, y, y;         \
	MOVE    x, off(AX)(SI*1); \
	MOVE    y, (s)(DI*1)
