package table

import (
	"os"
	"strconv"

	"golang.org/x/term"
)

// A Screen is where text is shown. The zero Screen, Plain, is a file.
type Screen struct {
	Colors bool
	Width  int // places in a line, beyond which tables and sentences fold; 0 for any number
}

// Plain text has no colors, and lines of any length.
var Plain Screen

// ScreenOf returns the screen that a writer shows text on. Only a terminal is one. It
// has colors unless its user wants none (https://no-color.org) or it has none. The
// environment variable COLUMNS overrides its width.
func ScreenOf(w any) Screen {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return Plain
	}
	width, _, _ := term.GetSize(int(f.Fd()))
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		width = n
	}
	return Screen{Colors: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb", Width: width}
}

// Paint returns a text in the color of a class.
func (s Screen) Paint(class, text string) string {
	if start := paints[class]; s.Colors && start != "" && text != "" {
		return start + text + "\x1b[m"
	}
	return text
}

// paints are what makes a terminal write red, green, yellow and faint.
var paints = map[string]string{Bad: "\x1b[31m", Good: "\x1b[32m", Odd: "\x1b[33m", Faint: "\x1b[2m"}

// Fold breaks a sentence between words where the screen ends.
func (s Screen) Fold(text string) string {
	if s.Width == 0 {
		return text
	}
	return Wrap(text, s.Width)
}
