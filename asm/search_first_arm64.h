// Sets R8 to the first number of layer 0, 256 if there is none. It is included in
// the middle of loops, because a macro cannot have WORD. For each byte, the zeros
// below its lowest bit and its place make a number; the least one is the first.
// Without a bit that is 255, which it is also for bit 7 of the last byte.
	VRBIT V6.B16, V0.B16
	VRBIT V7.B16, V1.B16
    WORD $0x6e204800 // clz v0.16b, v0.16b
    WORD $0x6e204821 // clz v1.16b, v1.16b
    WORD $0x6f0d7400 // uqshl v0.16b, v0.16b, #5
    WORD $0x6f0d7421 // uqshl v1.16b, v1.16b, #5
	VORR V30.B16, V0.B16, V0.B16
	VORR V31.B16, V1.B16, V1.B16
	VUMIN V0.B16, V1.B16, V0.B16
    WORD $0x6e31a800 // uminv b0, v0.16b
	VMOV V0.B[0], R8
	VMOV V7.B[15], R9
	LSR $7, R9
	EOR $1, R9
	ADD R8, R9
	CMP $255, R8
	CSEL EQ, R9, R8, R8
