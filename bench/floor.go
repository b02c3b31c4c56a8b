package bench

import (
	"bytes"
	"errors"

	"mexlab/game/text"
	"mexlab/kernel"
)

// Floor is the kernel name of floors. A floor is the part of the work that no
// kernel can avoid. Tables show the others as multiples of it.
const Floor = "floor"

// floorKernel is the floor of kernels: it reads K and every successor's value of
// each vertex and writes a number for it, which is no answer. With K = 0 the values
// do not matter, and it reads none.
type floorKernel struct{}

func (floorKernel) Info() kernel.Info { return plainInfo(Floor) }

// plainInfo describes what is not a registered kernel and needs no vector code.
func plainInfo(name string) kernel.Info { return kernel.Info{Name: name, Tier: kernel.Generic} }

func (floorKernel) Mex(_ *kernel.Workspace, b *kernel.Batch) error {
	for i, k := range b.K {
		if k == 0 {
			b.Mex[i] = 0
			continue
		}
		for _, v := range b.Row(i) {
			k |= v
		}
		b.Mex[i] = k
	}
	return nil
}

// readText is the floor of solvers: the parser alone, on text of numbers.
func readText(in []byte) error {
	r := text.NewReader(bytes.NewReader(in))
	var numbers [4096]uint64
	for {
		if _, err := r.Uints(numbers[:]); err != nil {
			return r.End() // nil if nothing but the end was wrong
		}
	}
}

// readBytes is the floor of the parser: it counts white space. Text has some.
func readBytes(in []byte) error {
	spaces := 0
	for _, c := range in {
		if c <= ' ' {
			spaces++
		}
	}
	if spaces == 0 {
		return errors.New("no white space in the text")
	}
	return nil
}
