// Moves the bits of V4-V7 to their places, in V24-V27: groups of t bits that go
// down, merged with those that go up, in V28-V31. It is included in the middle of
// loops, because a macro cannot have WORD.
    WORD $0x6e324498 // ushl v24.16b, v4.16b, v18.16b
    WORD $0x6e3244b9 // ushl v25.16b, v5.16b, v18.16b
    WORD $0x6e3244da // ushl v26.16b, v6.16b, v18.16b
    WORD $0x6e3244fb // ushl v27.16b, v7.16b, v18.16b
    WORD $0x6e31449c // ushl v28.16b, v4.16b, v17.16b
    WORD $0x6e3144bd // ushl v29.16b, v5.16b, v17.16b
    WORD $0x6e3144de // ushl v30.16b, v6.16b, v17.16b
    WORD $0x6e3144ff // ushl v31.16b, v7.16b, v17.16b
	VBIT V19.B16, V28.B16, V24.B16
	VBIT V19.B16, V29.B16, V25.B16
	VBIT V19.B16, V30.B16, V26.B16
	VBIT V19.B16, V31.B16, V27.B16
