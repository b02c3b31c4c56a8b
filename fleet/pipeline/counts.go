package pipeline

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
)

// Counts are what is counted of some shards. Games, bad lines and verdicts are
// counted in the answers, as they are written.
type Counts struct {
	Files   int64 `json:"files"`
	Damaged int64 `json:"damaged"` // files that end early: their games up to there are answered
	Games   int64 `json:"games"`   // that are solved
	Bad     int64 `json:"bad"`     // lines that are not
	Winning int64 `json:"winning"` // rounds
	Losing  int64 `json:"losing"`

	// With Options.Explain, the vertices of all solved games, the most first.
	Ways []Way `json:"ways,omitempty"`
}

// A Way is the vertices of a class that kernel auto did in the same way. See
// kernel.Explanation for the words.
type Way struct {
	Class    string `json:"class"`
	Way      string `json:"way"`
	Vertices int64  `json:"vertices"`
}

// add adds the counts of other shards.
func (c *Counts) add(d *Counts) {
	c.Files += d.Files
	c.Damaged += d.Damaged
	c.Games += d.Games
	c.Bad += d.Bad
	c.Winning += d.Winning
	c.Losing += d.Losing
	for _, w := range d.Ways {
		c.addVertices(w.Class, w.Way, w.Vertices)
	}
}

// addVertices adds n vertices of a class that went one way.
func (c *Counts) addVertices(class, way string, n int64) {
	i := slices.IndexFunc(c.Ways, func(w Way) bool { return w.Class == class && w.Way == way })
	if i < 0 {
		i = len(c.Ways)
		c.Ways = append(c.Ways, Way{Class: class, Way: way})
	}
	c.Ways[i].Vertices += n
}

// sort puts the ways with the most vertices first.
func (c *Counts) sort() {
	slices.SortFunc(c.Ways, func(a, b Way) int {
		return cmp.Or(cmp.Compare(b.Vertices, a.Vertices), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Way, b.Way))
	})
}

// String returns the counts in one line, without the ways.
func (c *Counts) String() string {
	return fmt.Sprintf("files %d, damaged %d, games %d, bad lines %d, winning %d, losing %d",
		c.Files, c.Damaged, c.Games, c.Bad, c.Winning, c.Losing)
}

// answers counts the answers that are written to it.
type answers struct {
	*Counts
	json bool
	line []byte // that is not whole yet
}

func (a *answers) Write(p []byte) (int, error) {
	for rest := p; ; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		a.line = append(a.line, line...)
		if !whole {
			return len(p), nil
		}
		a.count()
		a.line, rest = a.line[:0], after
	}
}

// count counts a whole line. That of a bad one may quote anything.
func (a *answers) count() {
	bad, winning, losing := "error: ", "WINNING", "LOSING"
	if a.json {
		bad, winning, losing = `{"line":`, `"winning":true`, `"winning":false`
	}
	if bytes.HasPrefix(a.line, []byte(bad)) {
		a.Bad++
		return
	}
	a.Games++
	a.Winning += int64(bytes.Count(a.line, []byte(winning)))
	a.Losing += int64(bytes.Count(a.line, []byte(losing)))
}
