package model

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Name is what the assembly says of a loop, by a comment after its first label:
//
//	sum: // loop: 32 tests
type Name struct {
	Body  string // the function, as scanSumsAVX2
	Label string // the label, unique in the body
	Units int    // what an iteration does, at least 1
	Unit  string // of what, one of them: test

	File string // of the first instruction, within the folder
	Line int
}

// A statement is an instruction of a body, or the place behind the last one.
type statement struct {
	labels []string
	text   string
	file   string
	line   int
	loop   string // the comment, without its label
}

// A body is the code of a function.
type body struct {
	name string
	code []statement
}

// Names returns the names of all loops in the assembly of a folder for goarch, in
// the order of files and then of labels. The error tells all loops without a name,
// and names without a loop.
func Names(files fs.FS, goarch string) ([]Name, error) {
	sources, err := fs.Glob(files, "*_"+goarch+".s")
	if err != nil {
		return nil, err
	}
	var names []Name
	var errs []error
	for _, source := range sources {
		lines, err := expand(files, source)
		if err != nil {
			return nil, err
		}
		for _, b := range bodies(lines) {
			found, err := b.names()
			names, errs = append(names, found...), append(errs, err)
		}
	}
	return names, errors.Join(errs...)
}

var (
	text     = regexp.MustCompile(`^TEXT\s+·(\w+)`)
	label    = regexp.MustCompile(`^(\w+):\s*(.*)$`)
	data     = regexp.MustCompile(`^(DATA|GLOBL|PCALIGN)\b`)
	jump     = regexp.MustCompile(`^(J[A-Z]+|B|B(?:EQ|NE|CS|CC|HS|LO|MI|PL|VS|VC|HI|LS|GE|LT|GT|LE)|CBN?ZW?|TBN?Z)\s`)
	loopWork = regexp.MustCompile(`^([\d*()]+) "(\pL[\pL ]*)"$`)
)

// bodies splits lines into functions.
func bodies(lines []line) []body {
	var all []body
	for _, l := range lines {
		for _, s := range l.statements {
			if m := text.FindStringSubmatch(s); m != nil {
				all = append(all, body{m[1], []statement{{}}})
			} else if len(all) > 0 && !data.MatchString(s) {
				all[len(all)-1].add(s, l)
			}
		}
	}
	return all
}

// add adds a label, a loop's comment or an instruction to the code. The last
// statement of the code is the one whose instruction is not read yet.
func (b *body) add(s string, l line) {
	last := &b.code[len(b.code)-1]
	if comment, ok := strings.CutPrefix(s, "@ "); ok {
		last.loop = comment
		return
	}
	if m := label.FindStringSubmatch(s); m != nil {
		last.labels = append(last.labels, m[1])
		s = m[2]
	}
	if s != "" {
		last.text, last.file, last.line = s, l.file, l.number
		b.code = append(b.code, statement{})
	}
}

// steps returns the body as steps. The statement behind the last one is no step.
func (b *body) steps() ([]step, error) {
	at := map[string]int{}
	for i, s := range b.code {
		for _, l := range s.labels {
			at[l] = i
		}
	}
	steps := make([]step, len(b.code)-1)
	for i := range steps {
		s := b.code[i]
		mnemonic, operands, _ := strings.Cut(s.text, " ")
		steps[i] = step{target: -1, stops: mnemonic == "JMP" || mnemonic == "B" || mnemonic == "RET"}
		if !jump.MatchString(s.text) {
			continue
		}
		destination := strings.TrimSpace(operands[strings.LastIndex(operands, ",")+1:])
		target, ok := at[destination]
		if !ok {
			return nil, fmt.Errorf("%s:%d: %s jumps to %q, which is no label of it", s.file, s.line, b.name, destination)
		}
		steps[i].target = target
	}
	return steps, nil
}

// names returns the names of a body's loops.
func (b *body) names() ([]Name, error) {
	steps, err := b.steps()
	if err != nil {
		return nil, err
	}
	loops := cycles(steps)
	var names []Name
	var errs []error
	for i, s := range b.code {
		tops := slices.DeleteFunc(slices.Clone(loops), func(c cycle) bool { return c.top != i })
		where := fmt.Sprintf("%s:%d: %s %s:", path.Base(s.file), s.line, b.name, strings.Join(s.labels, ": "))
		units, unit, ok := work(s.loop)
		switch {
		case s.loop == "" && len(tops) == 0:
			continue
		case len(tops) > 1:
			err = fmt.Errorf("%s two loops start here, and a comment names one", where)
		case s.loop == "":
			err = fmt.Errorf("%s a loop starts here; say after its label what an iteration does, as // loop: 32 tests", where)
		case len(tops) == 0:
			err = fmt.Errorf("%s no loop starts here, but a comment says %s", where, s.loop)
		case !ok:
			err = fmt.Errorf("%s %s is not a number and what it counts, as // loop: 32 tests", where, s.loop)
		case len(s.labels) != 1:
			err = fmt.Errorf("%s a loop needs one label", where)
		default:
			names = append(names, Name{b.name, s.labels[0], units, unit, s.file, s.line})
			continue
		}
		errs = append(errs, err)
	}
	return names, errors.Join(errs...)
}

// work reads what a comment says of an iteration: a number, which may be a product,
// and a unit. It returns the unit for one.
func work(comment string) (units int, unit string, ok bool) {
	m := loopWork.FindStringSubmatch(comment)
	if m == nil {
		return 0, "", false
	}
	units = 1
	for factor := range strings.SplitSeq(m[1], "*") {
		n, err := strconv.Atoi(strings.Trim(factor, "()"))
		if err != nil || n < 1 {
			return 0, "", false
		}
		units *= n
	}
	unit, plural := strings.CutSuffix(m[2], "s")
	return units, unit, plural == (units != 1)
}
