// Sorting by comparators: sixteen lanes of 16 bits, all alike.

// EXCHANGE puts the greater of a and b, by lane, into t, and the lesser into b. a is
// free then.
#define EXCHANGE(a, b, t) \
	VPMAXUW a, b, t; \
	VPMINUW a, b, b

// SORT sorts Y1 to Y15 and the vector at first, in memory, in descending order by
// lane: the greatest goes to first, the others to Y1, Y2, ... Y0 is scratch.
//
// It is Green's network of 60 comparators (Knuth, The Art of Computer Programming 3,
// 5.3.4): four rounds by the bits of a vector's number, then what is left between
// the first, the greatest, and the last. There is a register less than it takes: in
// rounds one to three the last vector is in memory, and then the first. It takes 123
// instructions.
#define SORT(first) \
	ROUNDS_LOW; \
	ROUNDS_HIGH(first); \
	ROUND_LAST(first); \
	BETWEEN

// Rounds one to three of vectors 0 to 7.
#define ROUNDS_LOW \
	EXCHANGE(Y7, Y13, Y0); \
	EXCHANGE(Y8, Y5, Y7); \
	EXCHANGE(Y10, Y9, Y8); \
	EXCHANGE(Y2, Y4, Y10); \
	EXCHANGE(Y0, Y7, Y2); \
	EXCHANGE(Y13, Y5, Y0); \
	EXCHANGE(Y8, Y10, Y13); \
	EXCHANGE(Y9, Y4, Y8); \
	EXCHANGE(Y2, Y13, Y9); \
	EXCHANGE(Y0, Y8, Y2); \
	EXCHANGE(Y7, Y10, Y0); \
	EXCHANGE(Y5, Y4, Y7)

// Rounds one to three of vectors 8 to 15. Vector 15 comes from memory, 0 goes there.
#define ROUNDS_HIGH(first) \
	EXCHANGE(Y3, Y12, Y5); \
	EXCHANGE(Y11, Y1, Y3); \
	EXCHANGE(Y14, Y6, Y11); \
	VPMAXUW first, Y15, Y14; \
	VPMINUW first, Y15, Y15; \
	VMOVDQU Y9, first; \
	EXCHANGE(Y5, Y3, Y9); \
	EXCHANGE(Y12, Y1, Y5); \
	EXCHANGE(Y11, Y14, Y12); \
	EXCHANGE(Y6, Y15, Y11); \
	EXCHANGE(Y9, Y12, Y6); \
	EXCHANGE(Y5, Y11, Y9); \
	EXCHANGE(Y3, Y14, Y5); \
	EXCHANGE(Y1, Y15, Y3)

// Round four: vectors i and i+8.
#define ROUND_LAST(first) \
	EXCHANGE(Y0, Y5, Y1); \
	EXCHANGE(Y13, Y12, Y0); \
	VPMAXUW first, Y6, Y13; \
	VPMINUW first, Y6, Y6; \
	VMOVDQU Y13, first; \
	EXCHANGE(Y4, Y15, Y13); \
	EXCHANGE(Y8, Y11, Y4); \
	EXCHANGE(Y2, Y9, Y8); \
	EXCHANGE(Y10, Y14, Y2); \
	EXCHANGE(Y7, Y3, Y10)

// What is left between vectors 0 and 15.
#define BETWEEN \
	EXCHANGE(Y13, Y3, Y7); \
	EXCHANGE(Y11, Y14, Y13); \
	EXCHANGE(Y2, Y9, Y11); \
	EXCHANGE(Y4, Y5, Y2); \
	EXCHANGE(Y0, Y6, Y4); \
	EXCHANGE(Y8, Y1, Y0); \
	EXCHANGE(Y10, Y12, Y8); \
	EXCHANGE(Y3, Y14, Y10); \
	EXCHANGE(Y1, Y6, Y3); \
	EXCHANGE(Y0, Y4, Y1); \
	EXCHANGE(Y7, Y13, Y0); \
	EXCHANGE(Y9, Y5, Y7); \
	EXCHANGE(Y2, Y11, Y9); \
	EXCHANGE(Y3, Y4, Y2); \
	EXCHANGE(Y8, Y6, Y3); \
	EXCHANGE(Y10, Y13, Y8); \
	EXCHANGE(Y0, Y12, Y10); \
	EXCHANGE(Y11, Y6, Y0); \
	EXCHANGE(Y3, Y9, Y11); \
	EXCHANGE(Y10, Y7, Y3); \
	EXCHANGE(Y5, Y12, Y10); \
	EXCHANGE(Y9, Y0, Y5); \
	EXCHANGE(Y7, Y10, Y9); \
	EXCHANGE(Y3, Y6, Y7); \
	EXCHANGE(Y11, Y4, Y3); \
	EXCHANGE(Y8, Y12, Y11); \
	EXCHANGE(Y6, Y9, Y8); \
	EXCHANGE(Y0, Y7, Y6)
