package kernel

import "mexlab/asm"

var (
	orPermuted  = asm.For(asm.Generic).OrPermuted
	orExchanged = asm.For(asm.Generic).OrExchanged
)
