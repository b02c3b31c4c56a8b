// Steps of Coordinates, for vectors of any size. A file defines, before it includes
// this,
//
//	MOVE, XOR, AND  the instructions that copy a vector and combine two
//	V0-V12          vectors
//
// The registers are those of coordinates_amd64.s.

// EXPAND loads the column at offset off from at into v, from cols.
#define EXPAND(off, at, v) \
	VPMOVZXWD off(BX)(at*1), v; \
	VPSLLD    $16, v, v

// LOAD loads it from words.
#define LOAD(off, at, v) \
	MOVE (2*off)(AX)(at*2), v

// STORE stores v there.
#define STORE(off, at, v) \
	MOVE v, (2*off)(AX)(at*2)

// STEP reduces the column by a row.
#define STEP(row) \
	XOR     row, V9, V10; \
	VPMINUD V10, V9, V9

#define STEPS2 STEP(V0); STEP(V1)
#define STEPS4 STEPS2; STEP(V2); STEP(V3)
#define STEPS6 STEPS4; STEP(V4); STEP(V5)

// ROW makes a row of column j of an eight, which is reduced, and stores what it
// becomes. It jumps to done if this is the last of the first d.
#define ROW(j, row, done) \
	VPMINUD V9, V8, V10;    \
	STORE(32*j, SI, V10);   \
	XOR     V9, V10, row;   \
	AND     V10, V8, V10;   \
	VPADDD  V10, V8, V8;    \
	CMPQ    R8, $(32*j+32); \
	JEQ     done

// EIGHT does the eight columns from SI on, or those that are left of the first d, and
// goes to done, which has to follow it. The rows of missing columns are 0.
#define EIGHT(LOAD, done) \
	MOVQ DX, R8;      \
	SUBQ SI, R8;      \
	XOR  V1, V1, V1;  \
	XOR  V2, V2, V2;  \
	XOR  V3, V3, V3;  \
	XOR  V4, V4, V4;  \
	XOR  V5, V5, V5;  \
	XOR  V6, V6, V6;  \
	XOR  V7, V7, V7;  \
	LOAD(0, SI, V9);  \
	ROW(0, V0, done); \
	LOAD(32, SI, V9); \
	STEP(V0);         \
	ROW(1, V1, done); \
	LOAD(64, SI, V9); \
	STEPS2;           \
	ROW(2, V2, done); \
	LOAD(96, SI, V9); \
	STEPS2; STEP(V2); \
	ROW(3, V3, done); \
	LOAD(128, SI, V9);\
	STEPS4;           \
	ROW(4, V4, done); \
	LOAD(160, SI, V9);\
	STEPS4; STEP(V4); \
	ROW(5, V5, done); \
	LOAD(192, SI, V9);\
	STEPS6;           \
	ROW(6, V6, done); \
	LOAD(224, SI, V9);\
	STEPS6; STEP(V6); \
	ROW(7, V7, done)

// BEHIND moves SI behind the eight. It sets flags: equal if no column follows.
#define BEHIND \
	ADDQ    $256, SI; \
	CMPQ    SI, DX;   \
	CMOVQGT DX, SI;   \
	TESTQ   SI, SI

// BOTH reduces the columns in V9 and V11 by a row.
#define BOTH(row) \
	XOR     row, V9, V10;  \
	XOR     row, V11, V12; \
	VPMINUD V10, V9, V9;   \
	VPMINUD V12, V11, V11

#define BOTH4 BOTH(V0); BOTH(V1); BOTH(V2); BOTH(V3)
#define BOTH8 BOTH4; BOTH(V4); BOTH(V5); BOTH(V6); BOTH(V7)

// PASS reduces the columns from SI on, one or more, by ROWS: all eight or the first
// four. It takes two at a time. If their number is odd it starts with the last column
// of the eight, which becomes what it is already.
#define PASS(LOAD, ROWS, loop) \
	MOVQ SI, DI;       \
	ANDQ $~63, DI;     \
loop: \ // loop: 2 columns
	LOAD(0, DI, V9);   \
	LOAD(32, DI, V11); \
	ROWS;              \
	STORE(0, DI, V9);  \
	STORE(32, DI, V11);\
	ADDQ $64, DI;      \
	JNE  loop
