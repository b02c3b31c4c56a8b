package model

import (
	"fmt"
	"slices"
	"strings"

	"mexlab/asm"
)

// tiers has the tier of a body by the end of its name.
var tiers = []struct{ suffix, name string }{
	{"AVX512BITALG", asm.AVX512BITALG}, {"AVX512", asm.AVX512}, {"AVX2", asm.AVX2}, {"NEON", asm.NEON},
}

func tierOf(body string) string {
	for _, t := range tiers {
		if strings.HasSuffix(body, t.suffix) {
			return t.name
		}
	}
	return ""
}

// join gives the loops in the code of bodies their names.
//
// Go's assembler keeps the order of a body's instructions. So the loops of the
// source and those of the code, each in the order of their first instructions, are
// the same ones if there are as many and each starts at an instruction that the
// line table takes from the line of the name. Anything else is an error.
func join(goarch string, code map[string][]instruction, names []Name) ([]Loop, error) {
	var loops []Loop
	for _, body := range bodiesOf(names) {
		instructions := code[body]
		if len(instructions) == 0 {
			return nil, fmt.Errorf("no code of %s in the binary", body)
		}
		named := slices.DeleteFunc(slices.Clone(names), func(n Name) bool { return n.Body != body })
		steps := flow(instructions)
		found := cycles(steps)
		if len(found) != len(named) {
			return nil, fmt.Errorf("%s has %d loops in the assembly, but %d in the binary; are they of the same source?", body, len(named), len(found))
		}
		for i, c := range found {
			top := instructions[c.top]
			if top.file != named[i].File || top.line != named[i].Line {
				return nil, fmt.Errorf("%s: loop %s starts at %s:%d in the assembly, but at %s:%d in the binary; are they of the same source?",
					body, named[i].Label, named[i].File, named[i].Line, top.file, top.line)
			}
			last := c.body[len(c.body)-1]
			end := instructions[last].address + 1 // within the last instruction, if nothing follows
			if last+1 < len(instructions) {
				end = instructions[last+1].address
			}
			start := instructions[0].address
			l := Loop{Name: named[i], Arch: goarch, Tier: tierOf(body),
				Start: int(top.address - start), Head: int(instructions[c.head].address - start), End: int(end - start)}
			line := straight(steps, c)
			l.Passes = passes(line, found)
			for _, j := range line {
				l.Code = append(l.Code, instructions[j].text)
				if steps[j].target >= 0 && !steps[j].stops {
					l.Branches++
				}
			}
			l.Branches-- // one of them ends the loop
			loops = append(loops, l)
		}
	}
	return loops, nil
}

// passes reports whether a line from the head of a loop on goes through other loops.
func passes(line []int, all []cycle) bool {
	return slices.ContainsFunc(all, func(o cycle) bool { return slices.Contains(line[1:], o.head) })
}

// straight returns one iteration of a loop as a line from its head on. A branch is not
// taken if what follows it leads back to the head within the loop, without repeating
// anything. So rare cases that lie out of line are left out, and loops inside are
// passed once.
func straight(steps []step, c cycle) []int {
	passed := make([]bool, len(steps)) // on the line, or it leads nowhere
	line := []int{c.head}
	for {
		i, next := line[len(line)-1], -1
		for _, j := range slices.Backward(following(steps, i)) { // what follows comes last
			if j == c.head {
				return line
			}
			if !passed[j] && slices.Contains(c.body, j) {
				next = j
				break
			}
		}
		if next < 0 {
			line = line[:len(line)-1] // the head itself always leads back
			continue
		}
		passed[next] = true
		line = append(line, next)
	}
}
