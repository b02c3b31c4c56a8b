// Loops over vectors of any size, and those that move whole vectors. A file defines,
// before it includes this,
//
//	SIZE      bytes of a vector
//	MOVE, OR  the instructions that copy a vector and combine two
//	FROM      sets DI, and what else its loops read at, from SI
//	V0-V3     vectors
//	V4-V7     what its steps take besides, one for each of V0-V3
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

// CHOOSE jumps to the loop for v, in DX, if that moves bits within bytes or if the
// bitset is shorter than a block.
#define CHOOSE \
	CMPQ  CX, $(4*SIZE);      \
	JLT   short;              \
	BLOCKS;                   \
	TESTQ $7, DX;             \
	JNE   bits

// EACH_BLOCK is the loop over the blocks of four vectors.
#define EACH_BLOCK(label, STEP) \
label: \ // loop: 4*SIZE bytes
	FROM;                      \
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

// EXCHANGE_* adds to the vector of a at offset SI+off the one of b at s+DI,
// permuted, and to that of b the one of a. They meet no other vectors.
#define EXCHANGE_VECTORS(s, off, x, y) \
	MOVE (s)(DI*1), x;        \
	OR   off(AX)(SI*1), x, x; \
	MOVE x, off(AX)(SI*1);    \
	MOVE x, (s)(DI*1)
