package addsub

import (
	"fmt"

	"mexlab/game/text"
)

// A GameError says why a game that is well written cannot be solved. It unwraps
// to the *text.Error that it reads as, at the game's header, and to its cause:
// a *dag.CycleError or what a kernel reported.
type GameError struct {
	Game  uint64 // 1-based
	Text  *text.Error
	Cause error
}

func (e *GameError) Error() string   { return e.Text.Error() }
func (e *GameError) Unwrap() []error { return []error{e.Text, e.Cause} }

// fail returns the error that g cannot be solved because of cause.
func (g *game) fail(cause error, format string, args ...any) *GameError {
	return &GameError{g.number, &text.Error{Pos: g.pos, Msg: fmt.Sprintf(format, args...)}, cause}
}
