// Steps of Coordinates by AVX2, with the registers of coordinates_amd64.s.

// STEP reduces the column in Y9 by a row.
#define STEP(row) \
	VPXOR   row, Y9, Y10; \
	VPMINUD Y10, Y9, Y9

#define STEPS2 STEP(Y0); STEP(Y1)
#define STEPS4 STEPS2; STEP(Y2); STEP(Y3)
#define STEPS6 STEPS4; STEP(Y4); STEP(Y5)
#define STEPS8 STEPS6; STEP(Y6); STEP(Y7)

// ROW makes a row of column j of an eight, reduced, in Y9, and stores what it becomes.
// If it is the last of the first d, it jumps to done.
#define ROW(j, row, done) \
	VPMINUD Y9, Y8, Y10; \
	STORE(32*j, SI, Y10); \
	VPXOR   Y9, Y10, row; \
	VPAND   Y10, Y8, Y10; \
	VPADDD  Y10, Y8, Y8; \
	CMPQ    R8, $(32*(j+1)); \
	JEQ     done

// EIGHT does the eight columns from SI on, or those that are left of the first d, and
// jumps to done. The rows of columns that there are not are 0.
#define EIGHT(LOAD, done) \
	MOVQ  DX, R8;        \
	SUBQ  SI, R8;        \
	VPXOR Y1, Y1, Y1;    \
	VPXOR Y2, Y2, Y2;    \
	VPXOR Y3, Y3, Y3;    \
	VPXOR Y4, Y4, Y4;    \
	VPXOR Y5, Y5, Y5;    \
	VPXOR Y6, Y6, Y6;    \
	VPXOR Y7, Y7, Y7;    \
	LOAD(0, SI);         \
	ROW(0, Y0, done);    \
	LOAD(32, SI);        \
	STEP(Y0);            \
	ROW(1, Y1, done);    \
	LOAD(64, SI);        \
	STEPS2;              \
	ROW(2, Y2, done);    \
	LOAD(96, SI);        \
	STEPS2; STEP(Y2);    \
	ROW(3, Y3, done);    \
	LOAD(128, SI);       \
	STEPS4;              \
	ROW(4, Y4, done);    \
	LOAD(160, SI);       \
	STEPS4; STEP(Y4);    \
	ROW(5, Y5, done);    \
	LOAD(192, SI);       \
	STEPS6;              \
	ROW(6, Y6, done);    \
	LOAD(224, SI);       \
	STEPS6; STEP(Y6);    \
	ROW(7, Y7, done)

// NEXT moves SI behind the eight, and is zero at the end of all columns.
#define NEXT \
	ADDQ    $256, SI; \
	CMPQ    SI, DX;   \
	CMOVQGT DX, SI;   \
	TESTQ   SI, SI

// PASS reduces all columns from SI on.
#define PASS(LOAD, loop) \
	MOVQ SI, DI;      \
loop: \
	LOAD(0, DI);      \
	STEPS8;           \
	STORE(0, DI, Y9); \
	ADDQ $32, DI;     \
	JNE  loop
