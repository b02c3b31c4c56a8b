package main

import (
	"fmt"

	"mexlab/game/text"
)

// badLines are the lines of an input that have no answer, with solve --lines.
type badLines struct {
	count uint64
	first *text.Error
}

// add counts a line. It is for the option BadLine of both games.
func (b *badLines) add(_ uint64, err *text.Error) error {
	b.count++
	if b.first == nil {
		b.first = err
	}
	return nil
}

// err returns what is said of them in the end: nil if there are none.
func (b *badLines) err() error {
	which := "this is the only bad line"
	switch b.count {
	case 0:
		return nil
	case 1:
	default:
		which = fmt.Sprintf("this is the first of %d bad lines", b.count)
	}
	return &text.Error{Pos: b.first.Pos, Msg: b.first.Msg + "; " + which, Cause: b.first.Cause}
}
