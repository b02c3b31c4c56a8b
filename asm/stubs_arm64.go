//go:build !purego

package asm

// vectorTiers are the tiers of this architecture.
var vectorTiers = []compiled{}
