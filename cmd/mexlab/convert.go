package main

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mexlab/game/text"
)

// textForms are the forms of a file of games.
var textForms = []string{"lines", "games"}

func newConvert(stdin *os.File) *cobra.Command {
	game, to, games := solvers[0].game, textForms[0], uint64(0)
	cmd := &cobra.Command{
		Use:   "convert [FILE]",
		Short: "Write games one a line, or back in the judges' form",
		Long: `Read games in the form that solve reads and write them one a line, as solve --lines
reads them, or with --to games the other way round. Without FILE, or with "-", the
text comes from standard input. Text compressed by gzip or zstd is recognized. Games
may be larger than memory. Only their counts are checked; solve checks the rest.

With --to games, the number of games stands before them. A file is read twice for
that, and for a pipe --games has to tell it. A file of election has one position.`,
		Example: `  mexlab generate boards --games 3 | mexlab convert | mexlab solve --lines
  mexlab generate boards --games 3 --lines | mexlab convert --to games --games 3 | mexlab solve`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := refuse(cmd,
				refusal{to == "lines", "--to lines", []string{"games"}, "lines come without their number"},
				refusal{game == "election", "--game election", []string{"games"}, "a file has one position"})
			if err != nil {
				return err
			}
			return within(0, grace, func(ctx context.Context) error {
				in, err := openInput(args, stdin, cmd.ErrOrStderr())
				if err != nil {
					return err
				}
				defer in.Close()
				g := solvers[slices.Index(gameNames(), game)]
				if to == "games" && g.game == "addsub" && !cmd.Flags().Changed("games") {
					if games, err = in.countLines(ctx); err != nil {
						return in.locate(err)
					}
				}
				r, err := in.text(ctx)
				switch {
				case err != nil:
				case to == "lines":
					err = g.toLines(r, cmd.OutOrStdout())
				default:
					err = g.fromLines(r, cmd.OutOrStdout(), games)
				}
				return in.locate(err)
			})
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&oneOf{&game, "game", gameNames()}, "game", "the game: "+strings.Join(gameNames(), " or "))
	flags.Var(&oneOf{&to, "to", textForms}, "to", "the form to write: "+strings.Join(textForms, " or "))
	flags.Uint64Var(&games, "games", 0, "how many games there are, with --to games")
	complete(cmd, "game", gameNames())
	complete(cmd, "to", textForms)
	return cmd
}

// text returns the text of the input, decompressed.
func (in *input) text(ctx context.Context) (io.Reader, error) {
	bytes, _ := in.open(ctx)
	return text.Decompress(bytes)
}

// countLines returns how many lines of the input are not blank, and goes back to its
// start.
func (in *input) countLines(ctx context.Context) (n uint64, err error) {
	start, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, errors.New("the number of games stands before them, and a pipe is not read twice: tell it by --games, or convert a file")
	}
	r, err := in.text(ctx)
	if err == nil {
		n, err = text.CountLines(r)
	}
	if err == nil {
		_, err = in.Seek(start, io.SeekStart)
	}
	return n, err
}
