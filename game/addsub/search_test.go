package addsub

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A board is a game as the rules tell it.
type board struct {
	succ [][]int // duplicates allowed
	k    []int
}

// A search plays boards out by the rules alone, without Grundy values: a player
// with a move to a lost position wins.
type search struct {
	board
	lost map[string]bool // positions decided
}

// positionsMost bounds a search, so that a test that is too large says so.
const positionsMost = 2_000_000

// loses reports whether the player to move loses. It keeps the open positions on a
// stack, each with the moves that it has not tried yet.
func (s *search) loses(t *testing.T, tokens []int) bool {
	t.Helper()
	type open struct {
		key   string
		moves [][]int
	}
	root := s.key(tokens)
	if lost, ok := s.lost[root]; ok {
		return lost
	}
	stack := []open{{root, s.moves(tokens)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if _, done := s.lost[top.key]; done {
			stack = stack[:len(stack)-1]
			continue
		}
		if len(top.moves) == 0 { // every move leads to a position won by the opponent
			s.lost[top.key] = true
			continue
		}
		next := top.moves[len(top.moves)-1]
		key := s.key(next)
		lost, ok := s.lost[key]
		switch {
		case !ok:
			stack = append(stack, open{key, s.moves(next)})
		case lost:
			s.lost[top.key] = false
		default:
			top.moves = top.moves[:len(top.moves)-1]
		}
		if len(s.lost) > positionsMost {
			t.Fatalf("more than %d positions", positionsMost)
		}
	}
	return s.lost[root]
}

// key names a position. Tokens on vertices without successors never move, so
// they are left out.
func (s *search) key(tokens []int) string {
	b := make([]byte, len(tokens))
	for u, n := range tokens {
		if len(s.succ[u]) > 0 {
			b[u] = byte(n)
			if n > 255 {
				panic("too many tokens for the search")
			}
		}
	}
	return string(b)
}

// moves lists the positions one move away.
func (s *search) moves(tokens []int) [][]int {
	var all [][]int
	for u, n := range tokens {
		if n == 0 || len(s.succ[u]) == 0 {
			continue
		}
		next := slices.Clone(tokens)
		next[u]--
		distinct := slices.Clone(s.succ[u])
		slices.Sort(distinct)
		all = append(all, spread(next, slices.Compact(distinct), s.k[u])...)
	}
	return all
}

// spread lists every way to add n tokens to the given vertices. It adds one token
// after another, in the order of the vertices.
func spread(tokens, on []int, n int) [][]int {
	type partial struct {
		tokens []int
		at     int
	}
	ways := []partial{{tokens, 0}}
	for range n {
		var more []partial
		for _, p := range ways {
			for i := p.at; i < len(on); i++ {
				next := slices.Clone(p.tokens)
				next[on[i]]++
				more = append(more, partial{next, i})
			}
		}
		ways = more
	}
	var all [][]int
	for _, p := range ways {
		all = append(all, p.tokens)
	}
	return all
}

// play makes the move of a line "Move: take 1 from vertex U, add C to vertex W, C to
// vertex W ..." and fails the test unless the rules allow it.
func (b *board) play(t *testing.T, line string, tokens []int) []int {
	t.Helper()
	from, gifts, some := strings.Cut(line, ", add ")
	from, ok := strings.CutPrefix(from, "Move: take 1 from vertex ")
	if !ok {
		t.Fatalf("not a move: %q", line)
	}
	u := atoi(t, from)
	next := slices.Clone(tokens)
	if next[u]--; next[u] < 0 || len(b.succ[u]) == 0 {
		t.Fatalf("%q cannot leave vertex %d of %v", line, u, tokens)
	}
	given, last := 0, -1
	for w := range strings.SplitSeq(gifts, ", ") {
		count, vertex, _ := strings.Cut(w, " to vertex ")
		if !some {
			break
		}
		v, c := atoi(t, vertex), atoi(t, count)
		if !slices.Contains(b.succ[u], v) || c < 1 || v <= last {
			t.Fatalf("%q: %s is no gift to a successor of %d, in order", line, w, u)
		}
		next[v] += c
		given += c
		last = v
	}
	if given != b.k[u] {
		t.Fatalf("%q gives %d tokens, want K=%d", line, given, b.k[u])
	}
	return next
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// text writes the board and rounds as an input.
func (b *board) text(rounds [][]int) string {
	var s strings.Builder
	edges := 0
	for _, row := range b.succ {
		edges += len(row)
	}
	fmt.Fprintf(&s, "%d %d\n", len(b.k), edges)
	for u, row := range b.succ {
		for _, v := range row {
			fmt.Fprintln(&s, u, v)
		}
	}
	fmt.Fprintln(&s, strings.Trim(fmt.Sprint(b.k), "[]"))
	fmt.Fprintln(&s, len(rounds))
	for _, r := range rounds {
		fmt.Fprintln(&s, strings.Trim(fmt.Sprint(r), "[]"))
	}
	return s.String()
}

// randomBoard has up to 4 vertices in random order, often with duplicate edges.
func randomBoard(rng *rand.Rand) board {
	n := 1 + rng.IntN(4)
	name := rng.Perm(n)
	b := board{make([][]int, n), make([]int, n)}
	for i, u := range name {
		b.k[u] = rng.IntN(4)
		for _, v := range name[i+1:] {
			for range []int{0, 1, 1, 1, 2}[rng.IntN(5)] {
				b.succ[u] = append(b.succ[u], v)
			}
		}
	}
	return b
}

// TestSearch plays small boards out. It checks every verdict, and that the opponent
// loses after every printed move.
func TestSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const games, rounds = 120, 6
	var boards []board
	var positions [][][]int
	var in strings.Builder
	fmt.Fprintln(&in, games)
	for range games {
		b := randomBoard(rng)
		var p [][]int
		for range rounds {
			tokens := make([]int, len(b.k))
			for u := range tokens {
				tokens[u] = rng.IntN(3)
			}
			p = append(p, tokens)
		}
		boards, positions = append(boards, b), append(positions, p)
		in.WriteString(b.text(p))
	}
	var out bytes.Buffer
	if err := Solve(t.Context(), strings.NewReader(in.String()), &out, Options{Move: true}); err != nil {
		t.Fatal(err)
	}

	lines := strings.Split(out.String(), "\n")
	next := func() string {
		line := lines[0]
		lines = lines[1:]
		return line
	}
	wins, losses := 0, 0
	for i, b := range boards {
		s := &search{b, map[string]bool{}}
		expect(t, next(), fmt.Sprintf("Game#%d:", i+1))
		for j, tokens := range positions[i] {
			if s.loses(t, tokens) {
				expect(t, next(), fmt.Sprintf("Round#%d: LOSING", j+1))
				losses++
				continue
			}
			expect(t, next(), fmt.Sprintf("Round#%d: WINNING", j+1))
			line := next()
			if after := b.play(t, line, tokens); !s.loses(t, after) {
				t.Errorf("game %d, round %d: after %q the opponent wins", i+1, j+1, line)
			}
			wins++
		}
		expect(t, next(), "")
	}
	if wins < games || losses < games {
		t.Errorf("%d winning and %d losing rounds: too few of one kind to mean much", wins, losses)
	}
}

func expect(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Fatalf("printed %q, want %q", got, want)
	}
}

// TestStatementMoves compares the moves of the search with those that the statement
// lists.
func TestStatementMoves(t *testing.T) {
	s := &search{board: board{succ: [][]int{{1, 2}, {3}, {1, 3}, nil}, k: []int{2, 1, 3, 2}}}
	from := s.moves([]int{3, 4, 5, 6})
	for _, want := range [][]int{{2, 5, 6, 6}, {2, 6, 5, 6}, {2, 4, 7, 6}, {3, 3, 5, 7}, {3, 7, 4, 6}, {3, 6, 4, 7}} {
		if !slices.ContainsFunc(from, func(p []int) bool { return slices.Equal(p, want) }) {
			t.Errorf("no move to %v", want)
		}
	}
	if more := s.moves([]int{0, 0, 0, 5}); len(more) != 0 {
		t.Errorf("moves from a leaf: %v", more)
	}
}
