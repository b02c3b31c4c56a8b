package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mexlab/bench/generate"
	"mexlab/internal/words"
)

func newGenerate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate KIND",
		Short: "Write an input of any size, at random",
		Long:  generateLong(),
		Example: `  mexlab generate boards --games 2 --vertices 5 --edges 6 --rounds 2 | mexlab solve --values
  mexlab generate election --vertices 10 --edges 12 | mexlab solve --game election
  mexlab generate chain --game election --vertices 5 --order children
  mexlab generate coins --turn 4 --coins 20 | mexlab solve --values
  mexlab generate boards --lines --games 3 --vertices 5 --edges 6 --rounds 2 | mexlab solve --lines`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%q takes one kind, not %d; there are %s", cmd.CommandPath(), len(args), words.List(kindNames()))
			}
			if !slices.Contains(kindNames(), args[0]) {
				return unknown("kind", args[0], kindNames())
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return kindNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	var s generate.Spec
	var game string
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&oneOf{&game, "game", gameNames()}, "game", "the game: "+strings.Join(gameNames(), " or ")+" (default by kind)")
	flags.Uint64Var(&s.Games, "games", 0, "how many games (default by kind)")
	flags.Uint64Var(&s.Vertices, "vertices", 0, "vertices a game (default by kind)")
	flags.Uint64Var(&s.Edges, "edges", 0, "edges a game (default by kind)")
	flags.Uint64Var(&s.Rounds, "rounds", 0, "rounds a game of addsub (default by kind)")
	flags.Uint64Var(&s.MaxK, "max-k", 0, "the largest K of addsub (default 100)")
	flags.Uint64Var(&s.MaxTokens, "max-tokens", 0, "the most tokens on a vertex (default 100), or the largest height (default 1000000000)")
	turn, coins := uint64(4), uint64(100)
	flags.Uint64Var(&turn, "turn", turn, "the most coins that a move turns, for kind coins")
	flags.Uint64Var(&coins, "coins", coins, "coins in a row, for kind coins")
	order := ""
	flags.Var(&oneOf{&order, "order", orderNames()}, "order", "children: edges lead to lower numbers and are sorted by vertex, so that successors\ncome first (default for coins); parents: the same with numbers reversed; shuffled:\nin no order (default for others)")
	flags.BoolVar(&s.Lines, "lines", false, "write one game a line, for solve --lines")
	flags.Uint64Var(&s.Seed, "seed", 1, "the same seed gives the same input, on every machine")
	complete(cmd, "game", gameNames())
	complete(cmd, "order", orderNames())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		kind, err := generate.Lookup(args[0])
		if err != nil {
			return err
		}
		d := kind.Default
		s.Election = d.Election
		if game != "" {
			s.Election = game == "election"
		}
		err = refuse(cmd,
			refusal{!kind.Coins, kind.Name, []string{"turn", "coins"}, "they are for kind coins"},
			refusal{kind.Coins, kind.Name, []string{"game", "vertices", "edges", "max-k"}, "--turn and --coins say all of that"},
			refusal{s.Election && !s.Lines, "election", []string{"games"}, "it is one position, but with --lines there are several"},
			refusal{s.Election, "election", []string{"rounds", "max-k"}, "it has no rounds and no K"},
			refusal{kind.OwnEdges, kind.Name, []string{"edges"}, "its number of vertices fixes that of its edges"})
		if err != nil {
			return err
		}
		switch {
		case kind.Coins && turn < 1:
			return errors.New("--turn: expected at least 1, found 0")
		case kind.Coins && coins > generate.MaxCoins:
			return fmt.Errorf("--coins: expected at most %d, found %d: a game has fewer than 2^32 edges", generate.MaxCoins, coins)
		case kind.Coins:
			d = generate.Coins(d, turn, coins)
		case s.Election:
			d.MaxTokens = 1_000_000_000
		default:
			d.MaxTokens = 100
		}
		for _, f := range []struct {
			name  string
			value *uint64
			usual uint64
		}{
			{"games", &s.Games, d.Games}, {"vertices", &s.Vertices, d.Vertices}, {"edges", &s.Edges, d.Edges},
			{"rounds", &s.Rounds, d.Rounds}, {"max-k", &s.MaxK, d.MaxK}, {"max-tokens", &s.MaxTokens, d.MaxTokens},
		} {
			if !flags.Changed(f.name) {
				*f.value = f.usual
			}
		}
		s.Kind, s.Order, s.SameK = kind.Name, d.Order, d.SameK
		if order != "" {
			s.Order = generate.Order(order)
		}
		return generate.Write(cmd.OutOrStdout(), s)
	}
	return cmd
}

func orderNames() []string {
	return names(generate.Orders(), func(o generate.Order) string { return string(o) })
}

func kindNames() []string {
	return names(generate.Kinds(), func(k generate.Kind) string { return k.Name })
}

func generateLong() string {
	var b strings.Builder
	b.WriteString(`Write an input for "mexlab solve" to standard output while it is made, so that
graphs may be larger than memory. The kinds are

`)
	for _, k := range generate.Kinds() {
		fmt.Fprintf(&b, "  %-9s %s\n", k.Name, k.Doc)
	}
	b.WriteString(`
The number of vertices fixes the number of edges of chain and hub; clique comes as
near to --edges as it can.`)
	return b.String()
}
