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
// other game, or in the other form, with or without lines: its beginning, and what
// was wrong is within that, reads as such.
func otherGame(ctx context.Context, name string, lines bool, s *source, err error) error {
	wrong, ok := errors.AsType[*text.Error](err)
	if !ok || context.Cause(ctx) != nil {
		return err
	}
	// Lines are tried first: several that are games each are not so by chance.
	for _, inLines := range []bool{true, false} {
		least := 1
		if inLines && !lines {
			least = 2
		}
		for _, g := range solvers {
			hint := ""
			if g.game != name {
				hint = " --game " + g.game
			}
			if inLines != lines {
				hint += map[bool]string{true: " --lines", false: " without --lines"}[inLines]
			}
			if hint != "" && s.readsAs(ctx, g, inLines, wrong.Pos) >= least {
				return &text.Error{Pos: wrong.Pos, Msg: wrong.Msg + "; is this" + hint + "?", Cause: wrong.Cause}
			}
		}
	}
	return err
}

// readsAs returns how many games in lines begin an input, up to what was read of it,
// which includes pos; without lines, 1 if it begins as one. It is 0 if something is
// wrong with it.
func (s *source) readsAs(ctx context.Context, g solver, inLines bool, pos text.Pos) (games int) {
	var head io.Reader = bytes.NewReader(s.head)
	if !s.end && int64(len(s.head)) != s.size {
		head = io.MultiReader(head, cutOff{})
	}
	plain, err := text.Decompress(head)
	if err != nil {
		return 0
	}
	begin, err := io.ReadAll(io.LimitReader(plain, headSize))
	lines := bytes.Split(begin, []byte("\n"))
	if pos.Line > len(lines) || pos.Line == len(lines) && pos.Col > len(lines[pos.Line-1])+1 {
		return 0
	}
	head = bytes.NewReader(begin)
	if err != nil || len(begin) == headSize {
		head = io.MultiReader(head, cutOff{})
	}
	const quick = 10_000 // word operations on a vertex: it is about the text, and no answer is needed
	wrong := false
	var answers lineCount
	f := solveFlags{lines: inLines, budget: quick, work: game.Work{Workers: 1}}
	f.badLine = func(_ uint64, err *text.Error) error {
		wrong = wrong || !isHard(err)
		return nil
	}
	err = g.solve(ctx, head, &answers, kernel.Auto(), &f)
	switch {
	case wrong || err != nil && !isHard(err) && !errors.Is(err, errCut):
		return 0
	case inLines:
		return int(answers)
	}
	return 1
}

// A lineCount counts the lines that are written to it.
type lineCount int

func (n *lineCount) Write(p []byte) (int, error) {
	*n += lineCount(bytes.Count(p, []byte{'\n'}))
	return len(p), nil
}

// isHard reports whether err says only that a vertex takes long.
func isHard(err error) bool {
	_, hard := errors.AsType[*kernel.BudgetError](err)
	return hard
}

// errCut is the error of reading on where a text was cut off.
var errCut = errors.New("cut off here")

type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, errCut }
