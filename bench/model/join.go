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

// join gives the loops in the code of bodies their names, and returns those whose
// straight line passes no loop inside.
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
			line, branches := straight(steps, found, c)
			if line == nil {
				continue
			}
			last := c.body[len(c.body)-1]
			end := instructions[last].address + 1 // within the last instruction, if nothing follows
			if last+1 < len(instructions) {
				end = instructions[last+1].address
			}
			start := instructions[0].address
			l := Loop{Name: named[i], Arch: goarch, Tier: tierOf(body),
				Start: int(top.address - start), Head: int(instructions[c.head].address - start), End: int(end - start)}
			for _, j := range line {
				l.Code = append(l.Code, instructions[j].text)
			}
			l.Branches = branches
			loops = append(loops, l)
		}
	}
	return loops, nil
}

// straight returns one iteration of a loop as a line, from its head on, and how many
// branches in it may lead elsewhere. A branch is not taken if what follows it is in
// the loop. So what lies out of line, for rare cases, is left out. The line is nil if
// it passes another loop, which may take any number of iterations.
func straight(steps []step, all []cycle, c cycle) (line []int, branches int) {
	for i := c.head; ; {
		line = append(line, i)
		if i != c.head && slices.ContainsFunc(all, func(o cycle) bool { return o.head == i }) {
			return nil, 0
		}
		if steps[i].target >= 0 && !steps[i].stops {
			branches++
		}
		if !steps[i].stops && slices.Contains(c.body, i+1) {
			i++
		} else {
			i = steps[i].target
		}
		if i == c.head {
			return line, branches - 1 // the last one leads to the next iteration
		}
	}
}
