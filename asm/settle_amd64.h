// Steps of Settle16 for AVX2, and those for vectors of any size: PAIR and EXCHANGE.
//
// Words of sixteen lanes are in the order in which VPACKUSDW packs two vectors of
// eight dwords:
//
//	0 1 2 3 8 9 10 11 | 4 5 6 7 12 13 14 15
//
// IN_ORDER is the VPERMQ that makes it from lanes in order.
#define IN_ORDER $0xD8

// SPLIT reads the column of dwords at offset SI of words, and sets low and high to
// their halves. Y12 has splitIndex.
#define SPLIT(low, high, t) \
	VMOVDQU     (BX)(SI*2), low; \
	VMOVDQU     32(BX)(SI*2), t; \
	VPSHUFB     Y12, low, low;   \
	VPSHUFB     Y12, t, t;       \
	VPUNPCKHQDQ t, low, high;    \
	VPUNPCKLQDQ t, low, low

// WEIGH replaces the words of x by their weights.
#define WEIGH(x, t, u) \
	VPBROADCASTQ   ·lowNibbles(SB), t;  \
	VPSRLW         $4, x, u;            \
	VPAND          t, x, x;             \
	VPAND          t, u, u;             \
	VBROADCASTI128 ·weightTable(SB), t; \
	VPSHUFB        x, t, x;             \
	VPSHUFB        u, t, u;             \
	VPADDB         u, x, x;             \
	VPSLLW         $8, x, t;            \
	VPADDB         t, x, x;             \
	VPSRLW         $8, x, x

// POWER replaces the words i of x by 2^i, for i up to 15, and 16 by 0. The index of
// the low byte is i+0x70, that of the high byte i-8. From 0x80 on it gives 0.
#define POWER(x, t) \
	VPSLLW         $8, x, t;           \
	VPOR           t, x, x;            \
	VPBROADCASTD   ·powerIndex(SB), t; \
	VPADDB         t, x, x;            \
	VBROADCASTI128 ·powerTable(SB), t; \
	VPSHUFB        x, t, x

// MEX writes the mex of half of the lanes. Y1 has a number and Y0 0, or Y0 all
// ones, where it is 2^t. Y7 is 2^t-1, Y14 -1 and Y15 0.
#define MEX(UNPACK, to) \
	UNPACK  Y0, Y1, Y9;    \
	UNPACK  Y15, Y7, Y10;  \
	VPSUBD  Y14, Y10, Y10; \
	VPMINUD Y9, Y10, Y9;   \
	VMOVDQU Y9, to

// MASKS writes a bit for each lane, first of a and then of b, to R9.
#define MASKS(a, b) \
	VPACKSSWB b, a, a;   \
	VPERMD    a, Y12, a; \
	VPMOVMSKB a, R9

// PAIR interleaves elements of a and b.
#define PAIR(LOW, HIGH, a, b, low, high) \
	LOW  b, a, low; \
	HIGH b, a, high

// PICKS writes K, Origin and Last of lanes l, l+1, l+4 and l+5. a has pairs of the
// first two, b of the last and 0.
#define PICKS(UNPACK, a, b, l) \
	UNPACK       b, a, Y6;           \
	VMOVQ        X6, (64*l+48)(DX);  \
	VMOVHPS      X6, (64*l+112)(DX); \
	VEXTRACTI128 $1, Y6, X6;         \
	VMOVQ        X6, (64*l+304)(DX); \
	VMOVHPS      X6, (64*l+368)(DX)

// PART writes 16 bytes of the rows of lanes l and l+4, at offset off. y is x's whole.
#define PART(UNPACK, a, b, l, off, x, y) \
	UNPACK       b, a, y;             \
	VMOVDQU      x, (64*(l)+off)(DX); \
	VEXTRACTI128 $1, y, (64*(l)+256+off)(DX)

// EXCHANGE sets high and low to the greater and the lesser of a and b, by bytes.
#define EXCHANGE(a, b, high, low) \
	VPMAXUB b, a, high; \
	VPMINUB b, a, low

// EXTRAS sets y to numbers of columns i and i+8, in bytes: a half of each half.
#define EXTRAS(i, y) \
	VMOVDQU   (64*i)(DX), y; \
	VPACKUSWB (64*i+512)(DX), y, y

// SORT_HALVES sorts Y0 to Y7, in descending order, by 19 comparators. Vector i
// moves between Yi and Y(i+8), and ends in Y8, Y9, Y10, Y3, Y4, Y13, Y14, Y15.
#define SORT_HALVES \
	EXCHANGE(Y0, Y2, Y8, Y10);  \
	EXCHANGE(Y1, Y3, Y9, Y11);  \
	EXCHANGE(Y4, Y6, Y12, Y14); \
	EXCHANGE(Y5, Y7, Y13, Y15); \
	EXCHANGE(Y8, Y12, Y0, Y4);  \
	EXCHANGE(Y9, Y13, Y1, Y5);  \
	EXCHANGE(Y10, Y14, Y2, Y6); \
	EXCHANGE(Y11, Y15, Y3, Y7); \
	EXCHANGE(Y0, Y1, Y8, Y9);   \
	EXCHANGE(Y2, Y3, Y10, Y11); \
	EXCHANGE(Y4, Y5, Y12, Y13); \
	EXCHANGE(Y6, Y7, Y14, Y15); \
	EXCHANGE(Y10, Y12, Y2, Y4); \
	EXCHANGE(Y11, Y13, Y3, Y5); \
	EXCHANGE(Y9, Y4, Y1, Y12);  \
	EXCHANGE(Y3, Y14, Y11, Y6); \
	EXCHANGE(Y1, Y2, Y9, Y10);  \
	EXCHANGE(Y11, Y12, Y3, Y4); \
	EXCHANGE(Y5, Y6, Y13, Y14)

// CROSS compares the first half of a with the second of b, and that of b with that
// of a. The greater ones become the first halves of u and v, the lesser ones the
// second. s and t are scratch.
#define CROSS(a, b, u, v, s, t) \
	VPSHUFD     $0x4E, b, s; \
	VPMAXUB     s, a, t;     \
	VPMINUB     s, a, s;     \
	VPUNPCKLQDQ s, t, u;     \
	VPUNPCKHQDQ s, t, v

// MERGE takes the vectors where SORT_HALVES leaves them. The first halves get the
// eight greatest of all, and then each half is sorted by Batcher's bitonic merge.
// They end in Y8 to Y15.
#define MERGE \
	CROSS(Y8, Y15, Y0, Y7, Y1, Y2);  \
	CROSS(Y9, Y14, Y1, Y6, Y2, Y5);  \
	CROSS(Y10, Y13, Y2, Y5, Y8, Y9); \
	CROSS(Y3, Y4, Y3, Y4, Y8, Y9);   \
	EXCHANGE(Y0, Y4, Y8, Y12);       \
	EXCHANGE(Y1, Y5, Y9, Y13);       \
	EXCHANGE(Y2, Y6, Y10, Y14);      \
	EXCHANGE(Y3, Y7, Y11, Y15);      \
	EXCHANGE(Y8, Y10, Y0, Y2);       \
	EXCHANGE(Y9, Y11, Y1, Y3);       \
	EXCHANGE(Y12, Y14, Y4, Y6);      \
	EXCHANGE(Y13, Y15, Y5, Y7);      \
	EXCHANGE(Y0, Y1, Y8, Y9);        \
	EXCHANGE(Y2, Y3, Y10, Y11);      \
	EXCHANGE(Y4, Y5, Y12, Y13);      \
	EXCHANGE(Y6, Y7, Y14, Y15)

// SWAP exchanges bits of a with those that are shift lower in b: those of the mask.
#define SWAP(a, b, shift, mask) \
	VPSRLW $shift, a, Y8;  \
	VPXOR  b, Y8, Y8;      \
	VPAND  mask, Y8, Y8;   \
	VPXOR  Y8, b, b;       \
	VPSLLW $shift, Y8, Y8; \
	VPXOR  Y8, a, a

// UNITS sets y to bytes of unit i and, after each, that of unit i+8.
#define UNITS(UNPACK, i, y) \
	VMOVDQU (32*i)(R10), y; \
	UNPACK  (32*i+256)(R10), y, y

// LAYOUT writes the Masks of lanes l to l+7, whose units UNPACK takes.
//
// A byte of y is a lane's byte of unit i: bit j is coordinate j or j+8 of 2^i. After
// the swaps of fours, pairs and single bits it is that of coordinate j, in Yj, and
// bit i is that of 2^i. Then four bytes, two for each coordinate, become neighbours.
// Three rounds, by words, dwords and qwords, bring those of a lane together.
#define LAYOUT(UNPACK, l) \
	UNITS(UNPACK, 0, Y0);                           \
	UNITS(UNPACK, 1, Y1);                           \
	UNITS(UNPACK, 2, Y2);                           \
	UNITS(UNPACK, 3, Y3);                           \
	UNITS(UNPACK, 4, Y4);                           \
	UNITS(UNPACK, 5, Y5);                           \
	UNITS(UNPACK, 6, Y6);                           \
	UNITS(UNPACK, 7, Y7);                           \
	VPBROADCASTD ·swapMasks(SB), Y13;               \
	VPBROADCASTD ·swapMasks+4(SB), Y14;             \
	VPBROADCASTD ·swapMasks+8(SB), Y15;             \
	SWAP(Y0, Y4, 4, Y13);                           \
	SWAP(Y1, Y5, 4, Y13);                           \
	SWAP(Y2, Y6, 4, Y13);                           \
	SWAP(Y3, Y7, 4, Y13);                           \
	SWAP(Y0, Y2, 2, Y14);                           \
	SWAP(Y1, Y3, 2, Y14);                           \
	SWAP(Y4, Y6, 2, Y14);                           \
	SWAP(Y5, Y7, 2, Y14);                           \
	SWAP(Y0, Y1, 1, Y15);                           \
	SWAP(Y2, Y3, 1, Y15);                           \
	SWAP(Y4, Y5, 1, Y15);                           \
	SWAP(Y6, Y7, 1, Y15);                           \
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y0, Y1, Y8, Y9);   \
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y2, Y3, Y10, Y11); \
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y4, Y5, Y12, Y13); \
	PAIR(VPUNPCKLWD, VPUNPCKHWD, Y6, Y7, Y14, Y15); \
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y8, Y10, Y0, Y1);  \
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y9, Y11, Y2, Y3);  \
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y12, Y14, Y4, Y5); \
	PAIR(VPUNPCKLDQ, VPUNPCKHDQ, Y13, Y15, Y6, Y7); \
	PART(VPUNPCKLQDQ, Y0, Y4, l, 0, X8, Y8);        \
	PART(VPUNPCKHQDQ, Y0, Y4, l, 16, X8, Y8);       \
	PART(VPUNPCKLQDQ, Y1, Y5, l+1, 0, X8, Y8);      \
	PART(VPUNPCKHQDQ, Y1, Y5, l+1, 16, X8, Y8);     \
	PART(VPUNPCKLQDQ, Y2, Y6, l+2, 0, X8, Y8);      \
	PART(VPUNPCKHQDQ, Y2, Y6, l+2, 16, X8, Y8);     \
	PART(VPUNPCKLQDQ, Y3, Y7, l+3, 0, X8, Y8);      \
	PART(VPUNPCKHQDQ, Y3, Y7, l+3, 16, X8, Y8)
