package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"mexlab/game/election"
	"mexlab/kernel"
	"mexlab/track/table"
)

// elect makes a group of a random election of n cities and m roads.
func elect(n, m uint64) Group {
	g := Group{
		Suite: "Election", Key: fmt.Sprintf("v=%d/e=%d", n, m),
		Doc: fmt.Sprintf("an election of %d cities and %d roads, from text to the winning move", n, m),
	}
	g.Cases = func(*kernel.Workspace) ([]*Case, error) {
		cases, err := g.electionCases(n, m)
		if err != nil {
			return nil, err
		}
		return cases[:2], nil // reports do without the plain solver
	}
	return g
}

// electionCases returns the floor, the solver, and the plain solver. They agree.
func (g *Group) electionCases(n, m uint64) ([]*Case, error) {
	in, err := draw(electionOf(n, m))
	if err != nil {
		return nil, err
	}
	solve := func(answer io.Writer) error {
		return election.Solve(context.Background(), bytes.NewReader(in.text), answer, election.Options{})
	}
	var answer bytes.Buffer
	if err := solve(&answer); err != nil {
		return nil, err
	}
	plain, err := parseElection(in.text)
	if err != nil {
		return nil, err
	}
	return []*Case{
		in.floor(g),
		in.newCase(g, plainInfo("solver"), func() error { return solve(io.Discard) }),
		in.newCase(g, plainInfo("plain"), func() error {
			p, err := parseElection(in.text)
			if err == nil {
				p.wins()
			}
			return err
		}),
	}, plain.judge(answer.String())
}

// plainSolver is what the plain solver is called in results.
const plainSolver = "plain maps"

// timeElection times the election solver and the plain one, and writes a table.
func (b budget) timeElection(ctx context.Context, w io.Writer) (*Row, error) {
	g := elect(20_000, 60_000)
	cases, err := g.electionCases(20_000, 60_000)
	if err != nil {
		return nil, err
	}
	turns, err := b.time(ctx, cases[1:])
	if err != nil {
		return nil, err
	}
	r := &Row{Suite: g.Suite, Key: g.Key, Results: []Result{
		newResult(plainSolver, cases[2].Vertices, turns[1], "", 1),
		newResult("game/election", cases[1].Vertices, turns[0], "", 1),
	}}
	var rows [][]table.Cell
	for _, x := range r.Results {
		rows = append(rows, table.Row(x.Kernel, x.Figure().String(), times(r.Times(plainSolver, x.Kernel))))
	}
	return r, writeTable(w, "election: "+g.Doc+", without kernels", rows, "solver", "ns/vertex", "x plain", "")
}

// A plainElection is an election in maps, by the book. It shares no code with
// the solver, which is compared with it.
type plainElection struct {
	heights map[int]int
	roads   map[int][]int
}

// parseElection reads text that this package wrote.
func parseElection(text []byte) (*plainElection, error) {
	p := &plainElection{map[int]int{}, map[int][]int{}}
	numbers, err := integers(strings.Fields(string(text)))
	if err != nil {
		return nil, err
	}
	n := numbers[0]
	for i, h := range numbers[2 : 2+n] {
		p.heights[i+1] = h
	}
	for edges := numbers[2+n:]; len(edges) > 0; edges = edges[2:] {
		p.roads[edges[0]] = append(p.roads[edges[0]], edges[1])
	}
	return p, nil
}

func integers(words []string) (numbers []int, err error) {
	for _, word := range words {
		x, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}

// levels gives every city the mex of its successors' levels, successors first.
func (p *plainElection) levels() map[int]int {
	into := map[int][]int{} // the cities with a road to a city
	wait := map[int]int{}   // the number of successors without a level
	var ready []int
	for u := range p.heights {
		for _, v := range p.roads[u] {
			into[v] = append(into[v], u)
		}
		if wait[u] = len(p.roads[u]); wait[u] == 0 {
			ready = append(ready, u)
		}
	}
	level := map[int]int{}
	for len(ready) > 0 {
		u := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		has := map[int]bool{}
		for _, v := range p.roads[u] {
			has[level[v]] = true
		}
		for has[level[u]] {
			level[u]++
		}
		for _, w := range into[u] {
			if wait[w]--; wait[w] == 0 {
				ready = append(ready, w)
			}
		}
	}
	return level
}

// wins reports whether the mover wins: some level's heights have an XOR above 0.
func (p *plainElection) wins() bool {
	sums, level := map[int]int{}, p.levels()
	for u, h := range p.heights {
		sums[level[u]] ^= h
	}
	for _, s := range sums {
		if s != 0 {
			return true
		}
	}
	return false
}

// judge checks an answer: the verdict, and that the heights after a winning move
// are one legal move away and lost for whoever moves next.
func (p *plainElection) judge(answer string) error {
	verdict, move, _ := strings.Cut(strings.TrimSpace(answer), "\n")
	if wins := p.wins(); (verdict == "WIN") != wins || verdict == "" {
		return fmt.Errorf("%w: election: plain maps say that the first player wins: %v; the solver's answer is %.20q", ErrDisagree, wins, answer)
	} else if !wins {
		return nil
	}
	heights, err := integers(strings.Fields(move))
	if err == nil && len(heights) != len(p.heights) {
		err = fmt.Errorf("%d heights, expected %d", len(heights), len(p.heights))
	}
	if err != nil {
		return fmt.Errorf("%w: election: after the move: %w", ErrDisagree, err)
	}
	after := &plainElection{map[int]int{}, p.roads}
	var changed []int
	for i, h := range heights {
		after.heights[i+1] = h
		if h != p.heights[i+1] {
			changed = append(changed, i+1)
		}
	}
	if after.wins() {
		return fmt.Errorf("%w: election: plain maps say that the move does not win", ErrDisagree)
	}
	for _, u := range changed {
		others := func(v int) bool { return v != u && !slices.Contains(p.roads[u], v) }
		if after.heights[u] < p.heights[u] && !slices.ContainsFunc(changed, others) {
			return nil // a move of u
		}
	}
	return fmt.Errorf("%w: election: the heights after the move are not one move away", ErrDisagree)
}
