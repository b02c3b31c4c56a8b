package kernel

// Revision changes whenever the code of this package or of package asm does, but
// not with comments. What was measured of the kernels is valid for one revision.
// TestRevision finds it, and with -update writes it.
const Revision = "885e18463406"
