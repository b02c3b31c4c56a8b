package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"mexlab/game/addsub"
	"mexlab/kernel"
	"mexlab/track/table"
)

// A survey explains all vertices of some games: by class, and the slowest ones.
type survey struct {
	screen table.Screen
	ctx    context.Context
	kernel kernel.Kernel
	ws     *kernel.Workspace

	games    uint64
	vertices int
	classes  []*surveyClass
	slowest  []slowVertex // candidates, in no order
}

// A surveyClass is the vertices of a class that went the same way.
type surveyClass struct {
	Class    string  `json:"class"`
	Way      string  `json:"way"`
	Vertices int     `json:"vertices"`
	Degree   extent  `json:"degree"`
	Rank     extent  `json:"rank"`
	Extras   extent  `json:"extras"`
	K        extent  `json:"k"`
	Tried    float64 `json:"tried"` // the mean
	Ns       float64 `json:"ns"`    // a vertex, timed on the sample

	sample kernel.Batch  // empty if the values are no words, or the vertices have to be in order
	stride int           // every stride-th vertex is in the sample
	took   time.Duration // to explain them all
}

// An extent is the least and the largest of some numbers.
type extent [2]uint64

func (e *extent) add(n uint64, first bool) {
	if first {
		*e = extent{n, n}
	}
	*e = extent{min(e[0], n), max(e[1], n)}
}

func (e *extent) String() string {
	if e[0] == e[1] {
		return strconv.FormatUint(e[0], 10)
	}
	return fmt.Sprintf("%d..%d", e[0], e[1])
}

// A slowVertex is a vertex that took long, alone.
type slowVertex struct {
	Game   uint64 `json:"game"`
	Vertex uint32 `json:"vertex"`
	kernel.Explanation
	Ns float64 `json:"ns"`

	took time.Duration // to explain it
	row  kernel.Batch  // empty if it cannot be timed again
}

const (
	surveySlowest    = 10                    // slow vertices that are shown
	surveyCandidates = 50                    // vertices that are timed again to find them
	surveySample     = 1 << 10               // rows of a class that are timed
	surveyValues     = 1 << 20               // most values of them
	surveyTime       = 10 * time.Millisecond // for a class or a vertex
)

// add explains a vertex. It is for addsub.Options.Each.
func (s *survey) add(v *addsub.Vertex) error {
	if err := context.Cause(s.ctx); err != nil {
		return err
	}
	start := time.Now()
	x, err := v.Explain(s.kernel.(kernel.Explainer), s.ws)
	took := time.Since(start)
	if err != nil {
		return err
	}
	s.games = v.Game
	s.vertices++
	i := slices.IndexFunc(s.classes, func(c *surveyClass) bool { return c.Class == x.Class && c.Way == x.Way })
	if i < 0 {
		i = len(s.classes)
		s.classes = append(s.classes, &surveyClass{Class: x.Class, Way: x.Way, stride: 1})
	}
	s.classes[i].add(&x, v, took)
	if v.Wide == nil && (x.Tried > 0 || x.Degree > kernel.LaneDegree) { // only a search is slow in a lane
		s.keep(&x, v, took)
	}
	return nil
}

func (c *surveyClass) add(x *kernel.Explanation, v *addsub.Vertex, took time.Duration) {
	first := c.Vertices == 0
	c.Degree.add(uint64(x.Degree), first)
	c.Rank.add(uint64(x.Rank), first)
	c.Extras.add(uint64(x.Extras), first)
	c.K.add(x.K, first)
	c.Tried += (float64(x.Tried) - c.Tried) / float64(c.Vertices+1)
	c.took += took
	if v.Wide == nil && !x.InOrder && c.Vertices%c.stride == 0 {
		c.sample.Add(v.K, v.Succ...)
		if c.sample.Len() > surveySample || c.sample.Len() > 1 && len(c.sample.Succ) > surveyValues {
			c.thin()
		}
	}
	c.Vertices++
}

// thin drops every second row of the sample.
func (c *surveyClass) thin() {
	var half kernel.Batch
	for i := 0; i < c.sample.Len(); i += 2 {
		half.Add(c.sample.K[i], c.sample.Row(i)...)
	}
	c.sample = half
	c.stride *= 2
}

// keep makes the vertex a candidate if it is slower than another one.
func (s *survey) keep(x *kernel.Explanation, v *addsub.Vertex, took time.Duration) {
	at := len(s.slowest)
	if at == surveyCandidates {
		at = 0
		for i := range s.slowest {
			if s.slowest[i].took < s.slowest[at].took {
				at = i
			}
		}
		if took <= s.slowest[at].took {
			return
		}
	} else {
		s.slowest = append(s.slowest, slowVertex{})
	}
	slow := slowVertex{Game: v.Game, Vertex: v.Vertex, Explanation: *x, took: took}
	if !x.InOrder {
		slow.row.Add(v.K, v.Succ...)
	}
	s.slowest[at] = slow
}

// explainGames writes a survey of the games in r, up to an error. The kernel has to
// be a kernel.Explainer.
func explainGames(ctx context.Context, r io.Reader, w io.Writer, o addsub.Options, screen table.Screen) error {
	s := &survey{screen: screen, ctx: ctx, kernel: o.Kernel, ws: &kernel.Workspace{Budget: o.Budget}, classes: []*surveyClass{}, slowest: []slowVertex{}}
	o.Each = s.add
	err := addsub.Solve(ctx, r, w, o)
	if context.Cause(ctx) != nil || err != nil && s.vertices == 0 {
		return err
	}
	return cmp.Or(s.write(w, o.JSON), err)
}
