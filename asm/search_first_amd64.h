// The code of searchFirst.

	MOVQ b+0(FP), DI
	LEAQ ·searchTable+4096(SB), SI
	LEAQ slots-512(SP), R11
	ANDQ $~31, R11
	CONSTANTS
	OFFSETS(0)
	OFFSETS(1)
	OFFSETS(2)
	OFFSETS(3)
	OFFSETS(4)
	OFFSETS(5)
	OFFSETS(6)
	OFFSETS(7)
	OFFSETS(8)
	OFFSETS(9)
	OFFSETS(10)
	OFFSETS(11)
	OFFSETS(12)
	OFFSETS(13)
	OFFSETS(14)
	OFFSETS(15)
	MOVWLZX FEW, CX
	TESTL   CX, CX
	JEQ     noFew

few: // loop: 1 chunk
	LANE
	BIAS8
	WEIGH8
	CLOSE2
	VMOVDQU Y4, (R10)
	TESTL   CX, CX
	JNE     few

noFew:
	MOVWLZX SOME, CX
	TESTL   CX, CX
	JEQ     noSome

some: // loop: 1 chunk
	LANE
	BIAS8
	WEIGH8
	CLOSE4
	VMOVDQU Y4, (R10)
	TESTL   CX, CX
	JNE     some

noSome:
	MOVWLZX WIDE, CX
	TESTL   CX, CX
	JEQ     noWide

wide: // loop: 1 chunk
	LANE
	BIAS16
	WEIGH16
	CLOSE4
	VMOVDQU Y4, (R10)
	TESTL   CX, CX
	JNE     wide

noWide:
	XORL    R13, R13
	MOVWLZX FEW, CX
	ORW     SOME, CX
	ORW     WIDE, CX
	JEQ     done

lane: // loop: 1 lane
	LANE
	VMOVDQU (R10), Y4
	FIRST

	// The mex is the smaller of R8 and Last+1. It is open if R8 is 256 and Last is 256
	// or more, and so is 511 or more.
	MOVWLZX LAST, R9
	LEAL    1(R9), R10
	ANDL    R8, R9
	SHRL    $8, R9
	CMPL    R8, R10
	CMOVLGT R10, R8
	MOVL    R8, MEX(BX)
	SHLXL   BX, R9, R9
	ORL     R9, R13
	TESTL   CX, CX
	JNE     lane

done:
	MOVW R13, open+8(FP)
	VZEROUPPER
	RET
