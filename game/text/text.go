// Package text reads unsigned integers, separated by white space, from inputs
// of any size, and writes them. White space is space, tab, line feed, vertical
// tab, form feed and carriage return.
//
// The way from text to numbers:
//
//	Decompress   recognizes gzip and zstd; anything else passes unchanged
//	             (compress.go)
//	Reader       fills a buffer of 64 KiB and turns it into up to 1024 numbers
//	             at once (reader.go). The fast path is the primitive Numbers of
//	             the CPU's tier, which takes tokens of at most 16 digits, in
//	             blocks. Whatever it stops at is read byte by byte: a longer
//	             token, one at the end of the buffer, or a wrong one.
//	Peek,        show and consume numbers that are already read, so that a
//	Discard      caller who knows their meaning takes many at a time
//	Edges        splits pairs of numbers into the ends of edges (edges.go)
//	EdgesInOrder,    do that on several CPUs: each takes a block of the text and
//	EdgesInParallel  makes its numbers, then learns from the block before which
//	                 edges they are (parallel.go, block.go)
//	Error        says what is wrong, at LINE:COL (error.go). Positions are only
//	             worked out when somebody asks, by counting tokens in the buffer
//	             (position.go); readers of correct text do not pay for them
//	Mark, Rewind go back in a file and read a part of it again
//	PutDecimal   writes a number (decimal.go)
//
// Reading speed in GB/s on one core of a server (EPYC, AVX2), by length of the
// tokens, and how many times as fast that is as a plain loop over the bytes:
//
//	                        plain loop   Numbers, Go   Numbers, AVX2   Reader
//	boards, 2 digits              0.82          1.14            5.81   4.13  5.0x
//	edges, 6 or 7 digits          1.15          1.62            5.80   4.55  4.0x
//	heights, 10 digits            1.05          1.40            7.85   5.82  5.6x
package text
