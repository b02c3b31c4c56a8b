package qemu

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"
)

// A Block is a stretch of a function whose instructions all ran equally often. Start
// and End are in bytes from the function's start.
type Block struct {
	Symbol     string
	Start, End uint64
	Runs       uint64
}

// A Case is what ran between a pair of marks: the number of instructions, and the
// blocks, ordered by address and as long as possible.
type Case struct {
	Insns  uint64
	Blocks []Block
}

// functionsOf returns the functions of a program, ordered by address.
func functionsOf(program string) ([]elf.Symbol, error) {
	file, err := elf.Open(program)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	symbols, err := file.Symbols()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	symbols = slices.DeleteFunc(symbols, func(s elf.Symbol) bool { return elf.ST_TYPE(s.Info) != elf.STT_FUNC })
	slices.SortFunc(symbols, func(a, b elf.Symbol) int { return cmp.Compare(a.Value, b.Value) })
	return symbols, nil
}

// split takes start, end and runs of QEMU's blocks, which may overlap, and returns
// blocks that do not: each ends where any of them starts or ends. Their addresses
// are those of the program.
func split(numbers []uint64) []Block {
	change := map[uint64]uint64{} // of the runs at an address, modulo 2^64
	for triple := range slices.Chunk(numbers, 3) {
		change[triple[0]] += triple[2]
		change[triple[1]] -= triple[2]
	}
	var addresses []uint64
	for address := range change {
		addresses = append(addresses, address)
	}
	slices.Sort(addresses)
	var blocks []Block
	var runs uint64
	for i, address := range addresses {
		if runs > 0 {
			blocks = append(blocks, Block{Start: addresses[i-1], End: address, Runs: runs})
		}
		runs += change[address]
	}
	return blocks
}

// name gives blocks the symbol of the function that they are in, and addresses
// from its start on, and joins those that ran equally often. How QEMU cuts code into
// blocks depends on what ran before.
func name(blocks []Block, functions []elf.Symbol) ([]Block, error) {
	var named []Block
	for _, b := range blocks {
		behind, _ := slices.BinarySearchFunc(functions, b.Start, func(s elf.Symbol, address uint64) int {
			if s.Value > address {
				return 1
			}
			return -1
		})
		if behind == 0 {
			return nil, fmt.Errorf("no function of the program is at address %#x", b.Start)
		}
		f := functions[behind-1]
		if b.End > f.Value+f.Size {
			return nil, fmt.Errorf("the block from %#x to %#x is not within function %s", b.Start, b.End, f.Name)
		}
		b.Symbol, b.Start, b.End = f.Name, b.Start-f.Value, b.End-f.Value
		if n := len(named); n > 0 && named[n-1].Symbol == b.Symbol && named[n-1].End == b.Start && named[n-1].Runs == b.Runs {
			named[n-1].End = b.End
			continue
		}
		named = append(named, b)
	}
	return named, nil
}
