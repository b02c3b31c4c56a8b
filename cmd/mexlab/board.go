package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
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
	cmd.Flags().StringVar(&f.game, "game", solvers[0].game, "the game: "+strings.Join(gameNames(), " or "))
	cmd.Flags().Uint64Var(&f.number, "board", 1, "which game of the file, for addsub")
	complete(cmd, "game", gameNames())
}

// check refuses an unknown game, and for election --board and others: a file has
// one position.
func (f *boardFlags) check(cmd *cobra.Command, others ...string) error {
	if !slices.Contains(gameNames(), f.game) {
		return fmt.Errorf("unknown game %q; there are %s", f.game, strings.Join(gameNames(), " and "))
	}
	for _, name := range append(others, "board") {
		if f.game == "election" && cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s does not apply to --game election: a file has one position", name)
		}
	}
	return nil
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
	bytes, _ := in.open(ctx)
	r, err := text.Decompress(bytes)
	b := new(gameBoard)
	switch {
	case err != nil:
	case f.game == "election":
		b.election, err = election.ReadBoard(ctx, r, draw.Limit)
	default:
		b.addsub, b.rounds, err = addsub.ReadBoard(ctx, r, f.number, draw.Limit, addsub.Options{})
	}
	return b, in.locate(err)
}
