package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"mexlab/game/play"
)

// playExample is the example of play, which does not end by itself.
const playExample = `  printf '1  4 5  0 1 0 2 1 3 2 1 2 3  2 1 3 2  2  3 4 5 6  0 0 0 5\n' | mexlab play`

func newPlay(stdin *os.File) *cobra.Command {
	var b boardFlags
	cmd := &cobra.Command{
		Use:   "play [FILE]",
		Short: "Read a small board, play on it against the solver",
		Long: `Read a game in the form that solve reads, and play it against the solver, in a
browser of this machine. play writes the address of the page, which nobody else can
open, and serves it until Ctrl-C. Without FILE, or with "-", the text comes from
standard input.

The page shows the board as draw does. A person and the solver move in turn. The
solver wins if it can; a hint shows how the person can. addsub starts from a round of
the file: --board chooses the game, and the page the round.`,
		Example: playExample,
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := b.refuse(cmd); err != nil {
				return err
			}
			return within(0, grace, func(ctx context.Context) error {
				board, err := b.read(ctx, args, stdin, cmd.ErrOrStderr())
				if err != nil {
					return err
				}
				g, err := board.game()
				if err != nil {
					return err
				}
				return g.Serve(ctx, func(address string) {
					fmt.Fprintf(cmd.OutOrStdout(), "Play at %s until Ctrl-C.\n", address)
				})
			})
		},
	}
	b.add(cmd)
	return cmd
}

// game returns the game on a board.
func (b *gameBoard) game() (*play.Game, error) {
	if b.election != nil {
		return play.Election(b.election)
	}
	return play.AddSub(b.addsub, b.rounds)
}
