package model

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// A line is a line of assembly with its macros expanded, as statements.
type line struct {
	file       string
	number     int // the line in file, that of a macro's call for what is in the macro
	statements []string
}

// A macro replaces its name. Its parameters are nil if it takes no arguments.
type macro struct {
	parameters []string
	body       string
}

// An expander does what the preprocessor of Go's assembler does.
type expander struct {
	files    fs.FS
	macros   map[string]macro
	lines    []line
	included bool // the file that is read is included by another
}

// maxExpansions stops macros that never end, in one line. The longest line of the
// assembly takes some hundreds.
const maxExpansions = 10_000

// loopComment is the comment after a label that tells what a loop does. It becomes a
// statement that starts with @. Macros are replaced in it, except in what is quoted.
var (
	loopComment = regexp.MustCompile(`// loop:([^";]*)$`)
	defined     = regexp.MustCompile(`^#define\s+(\w+)(?:\(([^)]*)\))?\s*(.*)$`)
	word        = regexp.MustCompile(`"[^"]*"|[\pL_·][\pL\pN_·]*`)
)

// expand returns the lines of an assembly file of a folder, and of what it includes.
func expand(files fs.FS, name string) ([]line, error) {
	e := &expander{files: files, macros: map[string]macro{}}
	err := e.file(name)
	return e.lines, err
}

// file adds a file's lines.
func (e *expander) file(name string) error {
	text, err := fs.ReadFile(e.files, name)
	if err != nil {
		return err
	}
	code, number := "", 0
	for i, physical := range strings.Split(string(text), "\n") {
		if code == "" {
			number = i + 1
		}
		part, goesOn := uncomment(physical)
		code += part + ";"
		if goesOn {
			continue
		}
		if err := e.line(name, number, code); err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
		code = ""
	}
	return nil
}

// uncomment returns the code of a line without its comment, and whether the line
// after it belongs to it.
func uncomment(text string) (code string, goesOn bool) {
	code, _, _ = strings.Cut(text, "//")
	code = strings.TrimSpace(code)
	code, goesOn = strings.CutSuffix(code, `\`)
	if m := loopComment.FindStringSubmatch(text); m != nil {
		count, unit, _ := strings.Cut(strings.TrimSpace(m[1]), " ")
		code += fmt.Sprintf(`;@ %s "%s"`, count, unit)
	}
	return code, goesOn
}

func (e *expander) line(file string, number int, code string) error {
	switch {
	case strings.HasPrefix(code, "#define"):
		m := defined.FindStringSubmatch(code)
		if m == nil {
			return fmt.Errorf("cannot read %.40q", code)
		}
		var parameters []string
		if m[2] != "" {
			parameters = split(m[2])
		}
		e.macros[m[1]] = macro{parameters, strings.Trim(m[3], "; ")}
		return nil
	case strings.HasPrefix(code, "#include"):
		name := strings.Trim(strings.TrimPrefix(code, "#include"), ` ";`)
		if name == "textflag.h" { // Go's own, which has no code
			return nil
		}
		if e.included {
			return fmt.Errorf("an included file includes %s; this is not read", name)
		}
		e.included = true
		err := e.file(name)
		e.included = false
		return err
	case strings.HasPrefix(code, "#"):
		return fmt.Errorf("%.40q is not understood here", code)
	}
	code, err := e.expand(code)
	if err != nil {
		return err
	}
	l := line{file: file, number: number}
	for statement := range strings.SplitSeq(code, ";") {
		if statement = strings.TrimSpace(statement); statement != "" {
			l.statements = append(l.statements, statement)
		}
	}
	e.lines = append(e.lines, l)
	return nil
}

// expand replaces macros until none is left. What replaces one is read again.
func (e *expander) expand(code string) (string, error) {
	at := 0
	for range maxExpansions {
		place := word.FindStringIndex(code[at:])
		if place == nil {
			return code, nil
		}
		start, end := at+place[0], at+place[1]
		m, ok := e.macros[code[start:end]]
		var arguments []string
		if ok && m.parameters != nil {
			// A macro's name alone, as an argument, stays as it is.
			if ok = end < len(code) && code[end] == '('; ok {
				closing := closingParenthesis(code, end)
				if closing < 0 {
					return "", fmt.Errorf("no end of the arguments of %s", code[start:end])
				}
				arguments = split(code[end+1 : closing])
				end = closing + 1
			}
		}
		if !ok {
			at = end
			continue
		}
		if len(arguments) != len(m.parameters) {
			return "", fmt.Errorf("%d arguments, not %d: %.60q", len(arguments), len(m.parameters), code[start:end])
		}
		code = code[:start] + m.with(arguments) + code[end:]
		at = start
	}
	return "", fmt.Errorf("more than %d macros", maxExpansions)
}

// with returns the macro's body with arguments for its parameters.
func (m macro) with(arguments []string) string {
	return word.ReplaceAllStringFunc(m.body, func(w string) string {
		if i := slices.Index(m.parameters, w); i >= 0 {
			return arguments[i]
		}
		return w
	})
}

// closingParenthesis returns where the parenthesis at open is closed, or -1.
func closingParenthesis(code string, open int) int {
	depth := 0
	for i := open; i < len(code); i++ {
		switch code[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// split splits arguments at the commas that are in no parentheses of any kind.
func split(arguments string) []string {
	var all []string
	depth, start := 0, 0
	for i, c := range arguments {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				all = append(all, strings.TrimSpace(arguments[start:i]))
				start = i + 1
			}
		}
	}
	return append(all, strings.TrimSpace(arguments[start:]))
}
