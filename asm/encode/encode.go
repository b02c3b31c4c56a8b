package main

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	// annotated is a line for asm2plan9s.
	annotated = regexp.MustCompile(`^    WORD \$0x([0-9a-f]{8}) // ([^/\\;]*[^/\\; ])$`)

	// raw is a line that has machine code.
	raw = regexp.MustCompile(`(?i)^[^/]*\b(WORD|LONG|BYTE)\b`)
)

// errorAt returns an error about the line of index i.
func errorAt(i int, format string, args ...any) error {
	return fmt.Errorf("%d: "+format, append([]any{i + 1}, args...)...)
}

// encode returns the source with new codes in all annotated lines.
//
// asm2plan9s takes lines of another form for comments, and some comments for
// instructions, in silence. So it gets the source with all codes 0. Its
// result must have a code in each annotated line, and no other change.
func (t *tools) encode(source []byte) ([]byte, error) {
	lines := strings.Split(string(source), "\n")
	blank := make([]string, len(lines))
	for i, line := range lines {
		blank[i] = line
		if m := annotated.FindStringSubmatch(line); m != nil {
			blank[i] = withCode("00000000", m[2])
		} else if raw.MatchString(line) {
			return nil, errorAt(i, "%q: a line with machine code has to be of the form %q", line, withCode("00000000", "INSTRUCTION"))
		}
	}
	out, err := t.asm2plan9s([]byte(strings.Join(blank, "\n")))
	if err != nil {
		return nil, err
	}
	encoded := strings.Split(string(out), "\n")
	if len(encoded) != len(lines) {
		return nil, errorAt(0, "asm2plan9s returns %d lines for %d; the last line has to end with a line feed", len(encoded), len(lines))
	}
	for i, line := range encoded {
		was, is := annotated.FindStringSubmatch(blank[i]), annotated.FindStringSubmatch(line)
		switch {
		case was == nil && line != lines[i]:
			return nil, errorAt(i, "asm2plan9s would change this line to %q: write it without tabs inside, and with no // in column 66", line)
		case was != nil && (is == nil || is[2] != was[2]):
			return nil, errorAt(i, "asm2plan9s returns %q for %q", line, lines[i])
		case was != nil && is[1] == was[1]:
			return nil, errorAt(i, "asm2plan9s did not encode %q", was[2])
		}
	}
	return out, nil
}

// readBack returns an error if a code does not disassemble to its annotation.
func (t *tools) readBack(encoded []byte) error {
	var codes, instructions []string
	var at []int
	for i, line := range strings.Split(string(encoded), "\n") {
		if m := annotated.FindStringSubmatch(line); m != nil {
			codes, instructions, at = append(codes, m[1]), append(instructions, m[2]), append(at, i)
		}
	}
	got, err := t.disassemble(codes)
	if err != nil {
		return err
	}
	for j, want := range instructions {
		if got[j] != want {
			return errorAt(at[j], "0x%s disassembles to %q, not to %q", codes[j], got[j], want)
		}
	}
	return nil
}

func withCode(code, instruction string) string {
	return fmt.Sprintf("    WORD $0x%s // %s", code, instruction)
}
