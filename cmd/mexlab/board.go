package main

import (
	"context"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mexlab/game/addsub"
	"mexlab/game/draw"
	"mexlab/game/election"
	"mexlab/game/text"
)

// boardFlags choose a small board to look at.
type boardFlags struct {
	game   string
	number uint64
}

func (f *boardFlags) add(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	f.game = solvers[0].game
	cmd.Flags().Var(&oneOf{&f.game, "game", gameNames()}, "game", "the game: "+strings.Join(gameNames(), " or "))
	cmd.Flags().Uint64Var(&f.number, "board", 1, "which game of the file, for addsub")
	complete(cmd, "game", gameNames())
}

// refuse refuses --board and others for election.
func (f *boardFlags) refuse(cmd *cobra.Command, others ...string) error {
	return refuse(cmd, refusal{f.game == "election", "--game election", append(others, "board"), "a file has one position"})
}

// A gameBoard is one of the two games, solved.
type gameBoard struct {
	addsub   *addsub.Board
	rounds   [][]uint64 // of addsub
	election *election.Board
}

// read reads the board that the flags choose.
func (f *boardFlags) read(ctx context.Context, args []string, stdin *os.File, stderr io.Writer) (*gameBoard, error) {
	in, err := openInput(args, stdin, stderr)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	bytes, source := in.open(ctx)
	r, err := text.Decompress(bytes)
	b := new(gameBoard)
	switch {
	case err != nil:
	case f.game == "election":
		b.election, err = election.ReadBoard(ctx, r, draw.Limit())
	default:
		b.addsub, b.rounds, err = addsub.ReadBoard(ctx, r, f.number, draw.Limit(), addsub.Options{})
	}
	return b, in.locate(otherGame(ctx, f.game, false, source, err))
}
