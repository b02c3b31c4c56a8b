package draw

import (
	"encoding/xml"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mexlab/game/addsub"
	"mexlab/game/election"
	"mexlab/internal/words"
)

// random returns a picture with up to m edges.
func random(rng *rand.Rand, n, m int) *Picture {
	p := &Picture{Title: "A <title> & \"more\"", Note: "Some note", Legend: Legend{Circle: "a vertex", Move: "<a move>"}}
	name := rng.Perm(n)
	for v := range n {
		d := Vertex{Name: strconv.Itoa(v), Words: "vertex <&\">"}
		for _, text := range []*string{&d.Below, &d.Value, &d.Stock} {
			if rng.IntN(3) > 0 {
				*text = strings.Repeat("9", rng.IntN(20))
			}
		}
		p.Vertices = append(p.Vertices, d)
	}
	seen := map[[2]int]bool{}
	for range m {
		u, v := rng.IntN(n), rng.IntN(n)
		u, v = min(u, v), max(u, v)
		if u != v && !seen[[2]int{u, v}] {
			seen[[2]int{u, v}] = true
			p.Edges = append(p.Edges, Edge{From: name[u], To: name[v], Moves: rng.IntN(4) == 0})
		}
	}
	return p
}

// No two vertices overlap, every edge leads down from row to row, and meets no
// other vertex.
func TestLayout(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		n := 1 + rng.IntN(40)
		p := random(rng, n, rng.IntN(4*n))
		l := p.arrange()
		for _, row := range l.rows {
			for i := 1; i < len(row); i++ {
				a, b := &l.nodes[row[i-1]], &l.nodes[row[i]]
				if a.y != b.y || b.x-b.left < a.x+a.right+8 {
					t.Fatalf("neighbors at %v,%v and %v,%v, that reach %v to the right and %v to the left", a.x, a.y, b.x, b.y, a.right, b.left)
				}
			}
		}
		for v := range n {
			if d := &l.nodes[v]; d.x-d.left < margin || d.x+d.right > l.width-margin || d.y-radius < margin || d.y+radius > l.height-margin {
				t.Fatalf("vertex %d at %v,%v of %v,%v", v, d.x, d.y, l.width, l.height)
			}
		}
		level, highest := p.Levels(), make([]int, n)
		for i, path := range l.paths {
			e := p.Edges[i]
			highest[e.From] = max(highest[e.From], level[e.To]+1)
			if path[0] != e.From || path[len(path)-1] != e.To {
				t.Fatalf("edge %v has the path %v", e, path)
			}
			for j := 1; j < len(path); j++ {
				if l.nodes[path[j]].row != l.nodes[path[j-1]].row+1 {
					t.Fatalf("the path %v skips a row", path)
				}
			}
			for _, s := range l.segments(path) {
				if s[0].y >= s[1].y {
					t.Fatalf("a curve of %v leads up, from %v to %v", e, s[0], s[1])
				}
				meets(t, l, n, e, s)
			}
		}
		if !slices.Equal(level, highest) {
			t.Fatalf("levels %v, expected %v", level, highest)
		}
	}
}

// meets fails if a curve, or the straight end of it, runs over a vertex.
func meets(t *testing.T, l *layout, n int, e Edge, s [2]point) {
	t.Helper()
	for step := range 21 {
		f := float64(step) / 20
		// Bezier's cubic with control points straight below and above the ends.
		x := s[0].x + (s[1].x-s[0].x)*(3*f*f-2*f*f*f)
		y := s[0].y + (s[1].y-s[0].y)*(1.5*f*(1-f)+f*f*f)
		for v := range n {
			if d := math.Hypot(l.nodes[v].x-x, l.nodes[v].y-y); d < radius-1 && v != e.From && v != e.To {
				t.Fatalf("edge %v runs over vertex %d", e, v)
			}
		}
	}
}

func TestInversions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		numbers := make([]int, rng.IntN(30))
		want := 0
		for i := range numbers {
			numbers[i] = rng.IntN(10)
			for _, x := range numbers[:i] {
				if x > numbers[i] {
					want++
				}
			}
		}
		if got := inversions(numbers); got != want {
			t.Fatalf("%v: %d, expected %d", numbers, got, want)
		}
	}
}

// A tree is drawn without crossings, and two vertices that both lead to two others
// with one.
func TestCrossings(t *testing.T) {
	tree := &Picture{Vertices: make([]Vertex, 40)}
	label := rand.New(rand.NewPCG(3, 3)).Perm(40)
	for v := 1; v < 40; v++ {
		tree.Edges = append(tree.Edges, Edge{From: label[(v-1)/3], To: label[v]})
	}
	both := &Picture{Vertices: make([]Vertex, 4), Edges: []Edge{{From: 0, To: 2}, {From: 0, To: 3}, {From: 1, To: 2}, {From: 1, To: 3}}}
	for want, p := range []*Picture{tree, both} {
		if got := p.arrange().crossings(); got != want {
			t.Errorf("%d crossings, expected %d", got, want)
		}
	}
}

// The picture is well-formed, the same each time, and has no script. A graph at the
// limit can be drawn.
func TestSVG(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	path := &Picture{}
	for v := range int(Limit().Vertices) {
		path.Vertices = append(path.Vertices, Vertex{Name: "v"})
		for _, d := range []int{1, 30, 60} {
			if v+d < int(Limit().Vertices) {
				path.Edges = append(path.Edges, Edge{From: v, To: v + d})
			}
		}
	}
	for _, p := range []*Picture{{}, random(rng, 1, 0), random(rng, 9, 20), random(rng, 100, 400), path} {
		s := p.SVG()
		if s != p.SVG() {
			t.Error("another picture the second time")
		}
		seen := map[string]int{}
		for d := xml.NewDecoder(strings.NewReader(s)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in %.2000s", err, s)
			}
			switch token := token.(type) {
			case xml.StartElement:
				seen[token.Name.Local]++
			case xml.CharData:
				seen[strings.TrimSpace(string(token))]++
			}
		}
		if seen["script"] > 0 || p.Title != "" && seen[p.Title] != 1 || seen["circle"] < len(p.Vertices) || seen["path"] < 2*len(p.Edges) {
			t.Errorf("%d circles and %d paths for %d vertices and %d edges, title %d times", seen["circle"], seen["path"], len(p.Vertices), len(p.Edges), seen[p.Title])
		}
	}
}

// Every text can be read on what is behind it, in both schemes: WCAG's contrast is
// at least 4.5.
func TestContrast(t *testing.T) {
	light, dark, _ := strings.Cut(style, "@media (prefers-color-scheme: dark)")
	for name, css := range map[string]string{"light": light, "dark": dark} {
		colors := map[string]float64{} // luminance
		for _, m := range regexp.MustCompile(`--([a-z-]+): #(..)(..)(..)`).FindAllStringSubmatch(css, -1) {
			y := 0.0
			for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
				c, err := strconv.ParseUint(m[2+i], 16, 8)
				if err != nil {
					t.Fatal(err)
				}
				x := float64(c) / 255
				if x <= 0.04045 {
					x /= 12.92
				} else {
					x = math.Pow((x+0.055)/1.055, 2.4)
				}
				y += weight * x
			}
			colors[m[1]] = y
		}
		for _, pair := range []string{"ink paper", "ink disc", "ink band", "ink plain", "muted paper", "muted disc", "muted band",
			"value-ink value", "stock-ink stock", "move-ink move"} {
			a, b, _ := strings.Cut(pair, " ")
			x, y := colors[a], colors[b]
			if c := (max(x, y) + 0.05) / (min(x, y) + 0.05); c < 4.5 {
				t.Errorf("%s, %s: contrast %.2f", name, pair, c)
			}
		}
	}
}

func TestAddSub(t *testing.T) {
	b, err := addsub.NewBoard(t.Context(), [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 1}, {2, 3}, {2, 3}}, []uint64{2, 1, 3, 2}, addsub.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := SolvedAddSub(b, "Round 1", []uint64{3, 4, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	if p.Title != "Round 1 is WINNING: take a token from vertex 2, put 1 on vertex 1 and 2 on vertex 3." ||
		!strings.Contains(p.Note, "Their XOR is 3,") || p.Legend.Move == "" {
		t.Errorf("%q, %q", p.Title, p.Note)
	}
	want := []Vertex{
		{Name: "0", Below: "K 2", Value: "1", Stock: "3", Words: "vertex 0: K 2, nimber 1, 3 tokens"},
		{Name: "1", Below: "K 1", Value: "1", Stock: "4 → 5", Words: "vertex 1: K 1, nimber 1, 4 tokens"},
		{Name: "2", Below: "K 3", Value: "2", Stock: "5 → 4", Words: "vertex 2: K 3, nimber 2, 5 tokens", Moves: true},
		{Name: "3", Below: "leaf", Value: "0", Plain: true, Stock: "6 → 8", Words: "vertex 3: K 2, nimber 0, 6 tokens"},
	}
	if !slices.Equal(p.Vertices, want) {
		t.Errorf("vertices %+v", p.Vertices)
	}
	if want := []Edge{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 3}, {2, 1, true, "+1"}, {2, 3, true, "+2"}}; !slices.Equal(p.Edges, want) {
		t.Errorf("edges %v", p.Edges)
	}
	for _, c := range []struct {
		tokens []uint64
		title  string
	}{
		{[]uint64{2, 0, 0, 5}, "Round 2 is LOSING: whatever the player to move does, the other one wins."},
		{[]uint64{0, 0, 0, 5}, "Round 2 is LOSING: there is no move."},
	} {
		p, err := SolvedAddSub(b, "Round 2", c.tokens)
		if err != nil || p.Title != c.title || p.Legend.Move != "" || slices.ContainsFunc(p.Edges, func(e Edge) bool { return e.Moves }) {
			t.Errorf("%v: %q, %v", c.tokens, p.Title, err)
		}
	}
}

func TestElection(t *testing.T) {
	b, err := election.NewBoard(t.Context(), [][2]int{{0, 1}, {0, 2}, {2, 1}}, []uint64{314, 159, 265})
	if err != nil {
		t.Fatal(err)
	}
	p := SolvedElection(b)
	if p.Title != "WIN: lower city 1 from 314 to 0, set city 2 to 0 and city 3 to 0." {
		t.Errorf("%q", p.Title)
	}
	if want := []Edge{{0, 1, true, ""}, {0, 2, true, ""}, {From: 2, To: 1}}; !slices.Equal(p.Edges, want) {
		t.Errorf("edges %v", p.Edges)
	}
	if v := p.Vertices[0]; v != (Vertex{Name: "1", Value: "2", Stock: "314 → 0", Words: "city 1: height 314, level 2", Moves: true}) {
		t.Errorf("%+v", v)
	}
	for height, want := range map[uint64]string{0: "LOSE: there is no move.", 7: "LOSE: whatever the player to move does, the other one wins."} {
		b, err := election.NewBoard(t.Context(), nil, []uint64{height, height})
		if err != nil {
			t.Fatal(err)
		}
		if p := SolvedElection(b); p.Title != want {
			t.Errorf("two heights of %d: %q", height, p.Title)
		}
	}
}

func TestDOT(t *testing.T) {
	p := &Picture{Title: `A "title"`, Note: `\ note`, Vertices: []Vertex{{Words: "vertex 0: nimber 1, 2 tokens", Moves: true}, {Words: "vertex 1: nimber 0"}},
		Edges: []Edge{{0, 1, true, "+2"}}}
	const want = `digraph board {
	labelloc=t
	node [shape=circle]
	label="A \"title\"\n\\ note"
	0 [label="vertex 0\nnimber 1\n2 tokens" tooltip="vertex 0: nimber 1, 2 tokens" penwidth=3 color=orangered3]
	1 [label="vertex 1\nnimber 0" tooltip="vertex 1: nimber 0"]
	{rank=same; 1}
	{rank=same; 0}
	0 -> 1 [label="+2" penwidth=3 color=orangered3]
}
`
	if got := p.DOT(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestWrap(t *testing.T) {
	text := strings.Repeat("some words of a long sentence ", 10)
	for _, width := range []float64{1, 100, 300} {
		lines := wrap(text, width, 10)
		if strings.Join(lines, " ") != strings.TrimSpace(text) {
			t.Errorf("%q", lines)
		}
		for _, l := range lines {
			if len(l) > max(len("sentence"), int(width/5.4)) {
				t.Errorf("width %v: the line %q", width, l)
			}
		}
	}
	if words.List([]string{"a"}) != "a" || words.List([]string{"a", "b", "c"}) != "a, b and c" {
		t.Error("lists of words")
	}
}
