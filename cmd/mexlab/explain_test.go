package main

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"mexlab/game/addsub"
	"mexlab/kernel"
)

// A table of vertices has a row for each, and ends with the one that failed.
func TestVertexExplain(t *testing.T) {
	const in = `printf '2\t0,1,2\n\n3\t405,497,253,241,31,0,136\n7\t\n1\t0,1,3\n2\tx' | mexlab vertex --explain`
	want := regexp.MustCompile(`^line  degree  rank  extras  K  class       way +tried  mex
   1       3     2       0  2  units       closed form +-    4
   3       7     6       0  3  K < rank-1  \w[\w ]* +\d+    1
   4       0     -       -  7  leaf        no move +-    0
   5       3     2       0  1  K = 1       closed form +-    2
$`)
	r := shell(t, in)
	if !want.MatchString(r.stdout) || r.code != exitBad ||
		r.stderr != "mexlab: <stdin>:6:3: expected a comma, a space, a tab or the end of the line after a value, found 'x'\n" {
		t.Errorf("%+v", r)
	}
	hard := `1\t0\n9\t0,1`
	for i := range 40 {
		hard += fmt.Sprint(",", 3<<i)
	}
	r = shell(t, `printf '`+hard+`\n' | mexlab vertex --explain --budget 1`)
	if !strings.Contains(r.stdout, "K < rank-1  over the budget ") || !strings.HasPrefix(r.stderr, "mexlab: <stdin>:2:1: ") || r.code != exitBad {
		t.Errorf("%+v", r)
	}
}

// A survey has every vertex once. It needs kernel auto, and the graph in memory.
func TestSolveExplain(t *testing.T) {
	const boards = "mexlab generate boards --games 3 --vertices 60 --edges 700 --max-k 8 | "
	r := shell(t, boards+"mexlab solve --explain --json")
	var got struct {
		Games, Vertices int
		Ns              float64
		Classes         []struct {
			Class, Way string
			Vertices   int
			Degree     [2]int
			Ns         float64
		}
		Slowest []struct {
			Game, Vertex, Rank, Tried int
			Class                     string
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil || r.code != 0 {
		t.Fatalf("%v: %+v", err, r)
	}
	vertices, ns := 0, 0.0
	for _, c := range got.Classes {
		vertices += c.Vertices
		ns += c.Ns * float64(c.Vertices)
	}
	if got.Games != 3 || got.Vertices != 180 || vertices != 180 || math.Abs(ns-got.Ns) > 1 || len(got.Slowest) != 10 || strings.Count(r.stdout, "\n") != 1 {
		t.Errorf("%+v", got)
	}
	r = shell(t, boards+"mexlab solve --explain")
	if !strings.HasPrefix(r.stdout, "180 vertices in 3 games. Kernel auto takes ") || !strings.Contains(r.stdout, "\nK < rank-1 ") ||
		!strings.Contains(r.stdout, "\nThe slowest vertices, each done alone\n  game  vertex ") || r.code != 0 || r.stderr != "" {
		t.Errorf("%+v", r)
	}
	// The first game is explained, the second has a cycle.
	r = shell(t, "echo '2  2 1 1 0 1 1 0  1 1 0 0 1 0' | mexlab solve --explain")
	if !strings.HasPrefix(r.stdout, "2 vertices in 1 game. ") || !strings.Contains(r.stderr, "expected no cycle") || r.code != exitBad {
		t.Errorf("%+v", r)
	}
}

// An inOrder kernel says that its work depends on the order. It counts rows that it
// does without an explanation.
type inOrder struct {
	kernel.Kernel
	rows int
}

func (k *inOrder) Explain(*kernel.Workspace, []uint64, uint64) (kernel.Explanation, error) {
	return kernel.Explanation{Class: "K < rank-1", Way: "growing ball", Tried: 9, InOrder: true}, nil
}

func (k *inOrder) Mex(_ *kernel.Workspace, b *kernel.Batch) error {
	k.rows += b.Len()
	return nil
}

// Vertices whose work depends on those before them are not done again, to time them.
func TestSurveyInOrder(t *testing.T) {
	k := &inOrder{}
	s := survey{ctx: t.Context(), kernel: k, ws: &kernel.Workspace{}}
	for i := range 100 {
		if err := s.add(&addsub.Vertex{Game: 1, Vertex: uint32(i), K: 3, Succ: []uint64{1, 2, 4, 8, 16}}); err != nil {
			t.Fatal(err)
		}
	}
	c := s.classes[0]
	total, err := s.time()
	if err != nil || k.rows != 0 || len(s.slowest) != surveySlowest || c.Vertices != 100 {
		t.Errorf("%v; %d rows, %d slow, %+v", err, k.rows, len(s.slowest), c)
	}
	if want := float64(c.took / 100); c.Ns != want || total != 100*want {
		t.Errorf("%v ns each and %v in all, want %v each", c.Ns, total, want)
	}
}
