package main

import (
	"bytes"
	"context"
	"errors"
	"io"

	"mexlab/game"
	"mexlab/game/text"
	"mexlab/kernel"
)

// otherGame adds a hint to an error in the text of a game if the text is one of the
// other game: its beginning, and what was wrong is within that, reads as such.
func otherGame(ctx context.Context, name string, s *source, err error) error {
	wrong, ok := errors.AsType[*text.Error](err)
	if !ok || context.Cause(ctx) != nil {
		return err
	}
	for _, g := range solvers {
		if g.game != name && s.readsAs(ctx, g, wrong.Pos) {
			return &text.Error{Pos: wrong.Pos, Msg: wrong.Msg + "; is this --game " + g.game + "?", Cause: wrong.Cause}
		}
	}
	return err
}

// readsAs reports whether what was read of an input, which includes pos, is a game.
func (s *source) readsAs(ctx context.Context, g solver, pos text.Pos) bool {
	var head io.Reader = bytes.NewReader(s.head)
	if !s.end && int64(len(s.head)) != s.size {
		head = io.MultiReader(head, cutOff{})
	}
	plain, err := text.Decompress(head)
	if err != nil {
		return false
	}
	begin, err := io.ReadAll(io.LimitReader(plain, headSize))
	lines := bytes.Split(begin, []byte("\n"))
	if pos.Line > len(lines) || pos.Line == len(lines) && pos.Col > len(lines[pos.Line-1])+1 {
		return false
	}
	head = bytes.NewReader(begin)
	if err != nil || len(begin) == headSize {
		head = io.MultiReader(head, cutOff{})
	}
	const quick = 10_000 // word operations on a vertex: it is about the text, and no answer is needed
	err = g.solve(ctx, head, io.Discard, kernel.Auto(), &solveFlags{budget: quick, work: game.Work{Workers: 1}})
	_, hard := errors.AsType[*kernel.BudgetError](err)
	return err == nil || hard || errors.Is(err, errCut)
}

// errCut is the error of reading on where a text was cut off.
var errCut = errors.New("cut off here")

type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, errCut }
