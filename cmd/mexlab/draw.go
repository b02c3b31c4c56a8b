package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mexlab/game/draw"
)

func newDraw(stdin *os.File) *cobra.Command {
	var b boardFlags
	var round uint64
	format := "svg"
	cmd := &cobra.Command{
		Use:   "draw [FILE]",
		Short: "Read a small board, write a picture of it",
		Long: fmt.Sprintf(`Read a game in the form that solve reads, and write a picture of its board as SVG.
Without FILE, or with "-", the text comes from standard input.

Leaves are at the bottom, and every vertex is above all that it leads to. A circle has
the number of the vertex, and K for addsub. The tags beside it are the nimber and the
tokens, for election level and height. The title says who wins. If there is a winning
move, its edges are marked, and the tags say what it changes.

A file of addsub has several games with several rounds: --board and --round choose.
A picture has up to %d vertices and %d edges.

--format dot writes the graph for Graphviz instead, without a layout.`, draw.Limit().Vertices, draw.Limit().Edges),
		Example: `  printf '1  4 5  0 1 0 2 1 3 2 1 2 3  2 1 3 2  2  3 4 5 6  0 0 0 5\n' | mexlab draw --round 2
  printf '4 2  2 1 1 5  1 2  3 4\n' | mexlab draw --game election --format dot`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := b.refuse(cmd, "round"); err != nil {
				return err
			}
			return within(0, grace, func(ctx context.Context) error {
				board, err := b.read(ctx, args, stdin, cmd.ErrOrStderr())
				if err != nil {
					return err
				}
				p, err := board.picture(round)
				if err != nil {
					return err
				}
				_, err = io.WriteString(cmd.OutOrStdout(), pictureFormats[format](p))
				return err
			})
		},
	}
	b.add(cmd)
	cmd.Flags().Uint64Var(&round, "round", 1, "which round of the board, for addsub")
	formats := []string{"svg", "dot"}
	cmd.Flags().Var(&oneOf{&format, "format", formats}, "format", "the form of the picture: "+strings.Join(formats, " or "))
	complete(cmd, "format", formats)
	return cmd
}

var pictureFormats = map[string]func(*draw.Picture) string{"svg": (*draw.Picture).SVG, "dot": (*draw.Picture).DOT}

// picture returns the picture of a round, or of the only position of an election.
func (b *gameBoard) picture(round uint64) (*draw.Picture, error) {
	if b.election != nil {
		return draw.SolvedElection(b.election), nil
	}
	if len(b.rounds) == 0 && round == 1 {
		p := draw.AddSub(b.addsub, make([]uint64, len(b.addsub.K())), nil)
		p.Title = "A board without rounds."
		return p, nil
	}
	if round < 1 || round > uint64(len(b.rounds)) {
		return nil, fmt.Errorf("--round %d: the board has %d rounds", round, len(b.rounds))
	}
	return draw.SolvedAddSub(b.addsub, fmt.Sprintf("Round %d", round), b.rounds[round-1])
}
