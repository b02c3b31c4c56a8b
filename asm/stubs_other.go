//go:build purego || (!amd64 && !arm64)

package asm

// vectorTiers are the tiers in assembly: none in this build.
var vectorTiers []Tier
