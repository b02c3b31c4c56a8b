package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mexlab/game/election"
	"mexlab/track/table"
)

// electionTimes compare the election solver with a plain one.
type electionTimes struct {
	cities, roads int
	solver, plain float64 // nanoseconds per city, text to answer
}

// timeElection checks the election solver against plainElection and times both
// on the same text.
func timeElection(ctx context.Context, b budget) (*electionTimes, error) {
	d := &electionTimes{cities: 20_000, roads: 60_000}
	text, err := draw(electionOf(uint64(d.cities), uint64(d.roads)))
	if err != nil {
		return nil, err
	}
	plain, err := parseElection(text)
	if err != nil {
		return nil, err
	}
	var answer bytes.Buffer
	if err := election.Solve(ctx, bytes.NewReader(text), &answer, election.Options{}); err != nil {
		return nil, err
	}
	if err := plain.judge(answer.String()); err != nil {
		return nil, err
	}
	times, err := b.time(ctx, []*Case{
		{Name: "game/election", Run: func() error {
			return election.Solve(ctx, bytes.NewReader(text), io.Discard, election.Options{})
		}},
		{Name: "plain maps", Run: func() error {
			p, err := parseElection(text)
			if err == nil {
				p.sums()
			}
			return err
		}},
	})
	if err != nil {
		return nil, err
	}
	d.solver, d.plain = times[0]/float64(d.cities), times[1]/float64(d.cities)
	return d, nil
}

func (d *electionTimes) write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "\nelection: Election Promises, from text to answer, without kernels; a random\n"+
		"acyclic graph of %d vertices and %d edges\n"+
		"  %-18s%14s%14s\n  %-18s%14s%14s\n  %-18s%14s%14s\n", d.cities, d.roads,
		"solver", "ns/vertex", "x plain",
		"plain maps", table.Digits(d.plain), table.Digits(1),
		"game/election", table.Digits(d.solver), table.Digits(d.plain/d.solver))
	return err
}

// plainElection is an election held in maps, by the book: what the solver is
// compared with.
type plainElection struct {
	heights map[int]int
	roads   map[int][]int
}

// parseElection reads text that this package wrote.
func parseElection(text []byte) (*plainElection, error) {
	p := &plainElection{map[int]int{}, map[int][]int{}}
	words := strings.Fields(string(text))
	numbers := make([]int, len(words))
	for i, word := range words {
		x, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		numbers[i] = x
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

// levels gives every city the mex of its successors' levels, successors first.
func (p *plainElection) levels() map[int]int {
	into := map[int][]int{} // the cities with a road to a city
	wait := map[int]int{}   // how many successors have no level yet
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

// sums returns the XOR of the heights of every level. The mover loses if and
// only if all are 0.
func (p *plainElection) sums() map[int]int {
	sums := map[int]int{}
	level := p.levels()
	for u, h := range p.heights {
		sums[level[u]] ^= h
	}
	return sums
}

// judge checks an answer: the verdict, and that the heights after a winning
// move are lost for whoever moves next and one legal move away.
func (p *plainElection) judge(answer string) error {
	wins := !allZero(p.sums())
	words := strings.Fields(answer)
	if len(words) == 0 || (words[0] == "WIN") != wins {
		return fmt.Errorf("%w: election: plain maps say that the first player wins: %v; the solver's answer is %.20q", ErrDisagree, wins, answer)
	}
	if !wins {
		return nil
	}
	if len(words) != 1+len(p.heights) {
		return fmt.Errorf("%w: election: %d heights after the move, expected %d", ErrDisagree, len(words)-1, len(p.heights))
	}
	after := &plainElection{map[int]int{}, p.roads}
	changed := map[int]bool{}
	for i, word := range words[1:] {
		h, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("%w: election: height %q after the move", ErrDisagree, word)
		}
		after.heights[i+1] = h
		if h != p.heights[i+1] {
			changed[i+1] = true
		}
	}
	if !allZero(after.sums()) {
		return fmt.Errorf("%w: election: plain maps say that the move does not win", ErrDisagree)
	}
	for u := range changed {
		if after.heights[u] < p.heights[u] && oneMove(p.roads[u], changed, u) {
			return nil
		}
	}
	return fmt.Errorf("%w: election: the heights after the move are not one move away", ErrDisagree)
}

// oneMove tells whether every changed city is u or one of its successors.
func oneMove(successors []int, changed map[int]bool, u int) bool {
	reach := map[int]bool{u: true}
	for _, v := range successors {
		reach[v] = true
	}
	for c := range changed {
		if !reach[c] {
			return false
		}
	}
	return true
}

func allZero(sums map[int]int) bool {
	for _, s := range sums {
		if s != 0 {
			return false
		}
	}
	return true
}
