package benchfile

import "strings"

// names keeps strings, many to a block of memory.
type names struct{ block strings.Builder }

// blockSize is the size of a block, in bytes.
const blockSize = 1 << 16

// add returns a string of the bytes.
func (n *names) add(text []byte) string {
	if n.block.Len()+len(text) > n.block.Cap() {
		n.block = strings.Builder{} // strings keep the old one
		n.block.Grow(max(blockSize, len(text)))
	}
	start := n.block.Len()
	n.block.Write(text)
	return n.block.String()[start:]
}
