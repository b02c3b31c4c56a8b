package benchfile

import "iter"

// A pile is a list that grows without moving what it has.
type pile[T any] struct{ blocks [][]T }

// pileBlock is the number of items of a block.
const pileBlock = 1 << 12

func (p *pile[T]) add(item T) {
	last := len(p.blocks) - 1
	if last < 0 || len(p.blocks[last]) == pileBlock {
		p.blocks = append(p.blocks, make([]T, 0, pileBlock))
		last++
	}
	p.blocks[last] = append(p.blocks[last], item)
}

func (p *pile[T]) len() int {
	last := len(p.blocks) - 1
	if last < 0 {
		return 0
	}
	return last*pileBlock + len(p.blocks[last])
}

func (p *pile[T]) at(i int32) *T { return &p.blocks[i/pileBlock][i%pileBlock] }

// all returns the items.
func (p *pile[T]) all() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for _, block := range p.blocks {
			for i := range block {
				if !yield(&block[i]) {
					return
				}
			}
		}
	}
}
