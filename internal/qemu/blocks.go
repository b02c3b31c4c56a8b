package qemu

import (
	"cmp"
	"debug/elf"
	"fmt"
	"os/exec"
	"slices"
)

// A Block is a piece of a function without a way in or out but at its ends, and how
// often it ran. Start and End are in bytes from the function's start.
type Block struct {
	Symbol     string
	Start, End uint64
	Runs       uint64
}

// A Case is what ran between a pair of marks: the number of instructions, and the
// blocks, ordered by address. They do not overlap.
type Case struct {
	Insns  uint64
	Blocks []Block
}

// BlocksBetweenMarks is BetweenMarks that also counts how often each block of the
// functions runs whose symbol contains text. These runs are exact for assembly
// that does not check the stack.
func (c *Counter) BlocksBetweenMarks(cmd *exec.Cmd, text string) (output []byte, cases []Case, err error) {
	functions, err := functionsOf(cmd.Path)
	if err != nil {
		return nil, nil, err
	}
	output, lines, err := c.run(cmd, ",blocks="+text)
	if err != nil {
		return nil, nil, err
	}
	for _, line := range lines {
		if len(line)%3 != 1 {
			return nil, nil, fmt.Errorf("the plugin of %s wrote %d numbers for a case", c.emulator, len(line))
		}
		blocks, err := name(split(line[1:]), functions)
		if err != nil {
			return nil, nil, err
		}
		cases = append(cases, Case{line[0], blocks})
	}
	return output, cases, nil
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

// split takes start, end and runs of blocks that may overlap, and returns blocks
// that do not: each ends where any of them starts or ends. Their addresses are those
// of the program.
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
// from its start on.
func name(blocks []Block, functions []elf.Symbol) ([]Block, error) {
	for i := range blocks {
		b := &blocks[i]
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
	}
	return blocks, nil
}
