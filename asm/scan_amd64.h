// What the scans of all tiers of amd64 share. Registers, in all of them:
//
//	AX  units      BX  w       CX  blocks of x      SI  b, the block
//	R8  weights    R9-R11, DX  scratch
//
// The XORs by which w changes are on the stack, at steps.

// STEP puts the XOR of units[first] to units[first+t] on the stack. The STEP for
// t-1 comes right before it, and DX is 0 before the first.
#define STEP(first, t) \
	XORW 2*first+2*t(AX), DX;  \
	MOVW DX, steps-24+2*t(SP)

// STEPS is STEP for t from 0 to 9.
#define STEPS(first) \
	XORL DX, DX;    \
	STEP(first, 0); \
	STEP(first, 1); \
	STEP(first, 2); \
	STEP(first, 3); \
	STEP(first, 4); \
	STEP(first, 5); \
	STEP(first, 6); \
	STEP(first, 7); \
	STEP(first, 8); \
	STEP(first, 9)

// UNIT sets in z the words of the mask to a unit.
#define UNIT(mask, unit, z) \
	MOVL           $mask, DX;         \
	KMOVD          DX, K1;            \
	VPBROADCASTW.Z 2*unit(AX), K1, z

// LANES sets Z0 and Z1 to L of 64 lanes, 32 words each. Bits 0 to 4 of a word's
// place are bits 0, 1, 2, p and q of its lane, whose bit r is 0 in Z0 and 1 in Z1.
#define LANES(p, q, r) \
	UNIT(0xaaaaaaaa, 0, Z0);        \
	UNIT(0xcccccccc, 1, Z1);        \
	UNIT(0xf0f0f0f0, 2, Z2);        \
	UNIT(0xff00ff00, p, Z3);        \
	UNIT(0xffff0000, q, Z4);        \
	VPTERNLOGD   $0x96, Z1, Z2, Z0; \
	VPTERNLOGD   $0x96, Z3, Z4, Z0; \
	VPBROADCASTW 2*r(AX), Z1;       \
	VPXORD       Z0, Z1, Z1

// DIGITS splits words into their hex digits. v0 has the words of lanes 16*i to
// 16*i+7, v1 those of lanes 16*i+8 to 16*i+15. v0 to v3 become the digits, lowest
// first, one byte a lane, lanes in order. AND is the instruction for such vectors,
// and v4 to v6 are scratch.
#define DIGITS(AND, v0, v1, v2, v3, v4, v5, v6) \
	VPBROADCASTQ ·byteMasks+8(SB), v4; \
	AND          v4, v0, v2;           \
	AND          v4, v1, v3;           \
	VPSRLW       $8, v0, v0;           \
	VPSRLW       $8, v1, v1;           \
	VPACKUSWB    v3, v2, v4;           \ // low bytes
	VPACKUSWB    v1, v0, v5;           \ // high bytes
	VPBROADCASTQ ·byteMasks+0(SB), v6; \
	AND          v6, v4, v0;           \
	AND          v6, v5, v2;           \
	VPSRLW       $4, v4, v4;           \
	VPSRLW       $4, v5, v5;           \
	AND          v6, v4, v1;           \
	AND          v6, v5, v3

// WEIGH sets the bytes of v4 to the weights of w ^ L(lane), for w < 1<<16 in DX,
// which it spoils. v0 to v3 are the digits of L(lane). LOAD loads 16 bytes into
// each part of a vector, and v5 to v7 are scratch.
#define WEIGH(LOAD, v0, v1, v2, v3, v4, v5, v6, v7) \
	MOVL    DX, R9;            \
	SHLL    $4, R9;            \
	ANDL    $0xf0f0, R9;       \ // digits 0 and 2, each in a byte, times 16
	ANDL    $0xf0f0, DX;       \ // digits 1 and 3
	MOVL    R9, R11;           \
	MOVBLZX DX, R10;           \
	MOVBLZX R9, R9;            \
	SHRL    $8, R11;           \
	SHRL    $8, DX;            \
	LOAD    (R8)(R9*1), v4;    \
	LOAD    (R8)(R10*1), v5;   \
	LOAD    (R8)(R11*1), v6;   \
	LOAD    (R8)(DX*1), v7;    \
	VPSHUFB v0, v4, v4;        \
	VPSHUFB v1, v5, v5;        \
	VPSHUFB v2, v6, v6;        \
	VPSHUFB v3, v7, v7;        \
	VPADDB  v5, v4, v4;        \
	VPADDB  v7, v6, v6;        \
	VPADDB  v6, v4, v4

// BLOCKS_OF_64 turns n into the number of blocks of 64 x, and starts at the first.
#define BLOCKS_OF_64 \
	ADDQ $63, CX; \
	SHRQ $6, CX;  \
	XORL SI, SI

// FOUND returns the number of lane DX, in blocks of 1<<shift.
#define FOUND(shift, ret) \
	SHLQ $shift, SI; \
	ADDQ DX, SI;     \
	MOVQ SI, ret;    \
	VZEROUPPER;      \
	RET

// NONE returns the end of the last block.
#define NONE(shift, ret) \
	SHLQ $shift, CX; \
	MOVQ CX, ret;    \
	VZEROUPPER;      \
	RET

// NEXT_BLOCK jumps to block for the next block, or to none if there is no other.
#define NEXT_BLOCK \
	INCQ    SI;                     \
	CMPQ    SI, CX;                 \
	JGE     none;                   \
	TZCNTQ  SI, DX;                 \
	MOVWLZX steps-24(SP)(DX*2), DX; \
	XORL    DX, BX;                 \
	JMP     block
