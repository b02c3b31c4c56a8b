// The code of searchMore.

	MOVQ    b+0(FP), DI
	LEAQ    ·searchTable+4096(SB), SI
	MOVW    $0, left+32(FP)
	MOVWLZX FEW, CX
	ORW     SOME, CX
	ANDW    open+8(FP), CX
	JEQ     noSome
	CONSTANTS

some: // loop: 1 lane
	ENTER

someOffsets: // loop: 1 chunk
	CHUNK_OFFSETS

	// The signs of coordinates 0 to 7 become bits that VPMOVMSKB gathers. The bias
	// takes the place of their offsets.
	VPSLLW    $2, X1, X1
	VPMOVMSKB X1, R8
	POPCNTL   R8, R8
	MOVWLZX   PICKS, DX
	SUBQ      R8, DX
	SHLQ      $7, DX
	MOVQ      DX, (R10)
	ADDQ      $32, R10
	SUBQ      $256, R12
	CMPQ      R12, start+16(FP)
	JGE       someOffsets
	SLOTS
	TOP
	MOVL      R11, R13

someChunk: // loop: 1 chunk
	MOVQ (R10), DX
	WEIGH8
	CLOSE4
	FIRST

	// If K is less than their weight, no x is reached. The bias has no meaning then.
	MOVL    $0, R9
	TESTQ   DX, DX
	CMOVLLT R9, R8
	PREVIOUS(someChunk)
	LEAVE
	TESTL   CX, CX
	JNE     some

noSome:
	MOVWLZX WIDE, CX
	ANDW    open+8(FP), CX
	JEQ     noWide
	CONSTANTS

wide: // loop: 1 lane
	ENTER
	BIAS16

wideOffsets: // loop: 1 chunk
	CHUNK_OFFSETS
	ADDQ $32, R10
	SUBQ $256, R12
	CMPQ R12, start+16(FP)
	JGE  wideOffsets
	SLOTS
	TOP
	MOVL R11, R13

wideChunk: // loop: 1 chunk
	WEIGH16
	CLOSE4
	FIRST
	PREVIOUS(wideChunk)
	LEAVE
	TESTL CX, CX
	JNE   wide

noWide:
	MOVWLZX MANY, CX
	ANDW    open+8(FP), CX
	JEQ     done

	// In this loop the layers take registers of constants. R11 points to the next
	// extra, and R9 is the one before.
many: // loop: 1 lane
	ENTER
	MOVL R11, R13

manyChunk: // loop: 1 chunk
	CONSTANTS
	CHUNK_OFFSETS
	BIAS16
	WEIGH16
	LAYERS8
	VPBROADCASTQ ·lowNibbles(SB), Y15
	LEAQ         EXTRA(0), R11
	XORL         R9, R9

extra: // loop: 1 extra
	MOVBLZX (R11), R8
	TESTL   R8, R8
	JEQ     closed
	INCQ    R11
	XORL    R8, R9
	MOVL    R9, DX
	ANDL    $0x1f, R9
	ANDL    $0xe0, DX
	SHLL    $6, R9
	VMOVDQU DWORD_MOVES(R9), Y11
	VMOVDQU BYTE_MOVES(R9), Y12
	MOVL    R8, R9
	TESTL   DX, DX
	JNE     large
	EXCLUDE(MOVE_SMALL)
	JMP     extra

large:
	LEAQ           ·nibbleTable(SB), R8
	VBROADCASTI128 (R8)(DX*1), Y13
	VBROADCASTI128 16(R8)(DX*1), Y14
	EXCLUDE(MOVE_LARGE)
	JMP            extra

closed:
	VPCMPEQB Y14, Y14, Y14
	VMOVDQU  ·byteIndex(SB), Y15
	FIRST
	PREVIOUS(manyChunk)
	LEAVE
	TESTL    CX, CX
	JNE      many

done:
	VZEROUPPER
	RET
