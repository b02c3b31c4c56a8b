//go:build !purego

#include "textflag.h"
#include "search_amd64.h"

// The search of search_amd64.s with adders of two instructions, VPTERNLOGD: $0x96 is
// the XOR of three. $0xb2 is the carry of a, b and c from b, c and their sum with a.
//
// Instructions for a chunk, in all:
//
//	              Few  Some  Wide
//	searchFirst    95   127   151
//	searchMore          122   138
//
// Registers are those of search_amd64.s.

#define ADD(c, b, a, t) \
	VPTERNLOGD $0x96, c, b, a; \
	VPTERNLOGD $0xb2, c, a, b

#define ADD_TO(c, b, a, carry, t) \
	VMOVDQU b, carry; \
	ADD(c, carry, a, t)

// func searchFirstAVX512(b *Bounded16) (open uint16)
TEXT ·searchFirstAVX512(SB), NOSPLIT, $544-10
#include "search_first_amd64.h"

// func searchMoreAVX512(b *Bounded16, open uint16, start, end int) (left uint16)
TEXT ·searchMoreAVX512(SB), NOSPLIT, $288-34
#include "search_more_amd64.h"
