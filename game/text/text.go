// Package text reads unsigned integers, separated by white space, from inputs
// of any size, and writes them. White space is space, tab, line feed, vertical
// tab, form feed and carriage return.
//
// The way from text to numbers, by file:
//
//	compress.go  Decompress recognizes gzip and zstd, and leaves other text as it is.
//	reader.go    A Reader fills a buffer of 64 KiB and turns it into up to 1024
//	             numbers at once, by the primitive Numbers of the CPU's tier. That
//	             takes tokens of at most 16 digits. Where it stops, one token is read
//	             byte by byte: a longer one, the last one in the buffer, a wrong one.
//	lines.go     With NewLineReader, the numbers of a line are read up to its end.
//	edges.go     Edges splits numbers into the ends of edges.
//	parallel.go  EdgesInOrder and EdgesInParallel do that with several workers. Each
//	block.go     takes a block of the text and makes numbers of it, then hears from
//	             the block before which edges they are.
//	position.go  finds LINE:COL only when somebody asks, by counting tokens in the
//	             buffer again. Rewind goes back to a Mark in a file.
//	backward.go  A Backward finds a Mark by counting tokens from the end of a file.
//	error.go     An Error says what is wrong with the text, and where.
//	copy.go      A Copier writes numbers from a Reader in other lines.
//	decimal.go   PutDecimal writes a number.
//
// Speed in GB/s on one core (EPYC, AVX2), and that of a Reader as a multiple of a
// plain loop over the bytes:
//
//	                       plain loop   Numbers, Go   Numbers, AVX2   Reader
//	boards, 2 digits             0.82          1.14            5.81     4.13  5.0x
//	edges, 6 or 7 digits         1.15          1.62            5.80     4.55  4.0x
//	heights, 10 digits           1.05          1.40            7.85     5.82  5.6x
package text
