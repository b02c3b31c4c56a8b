package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"mexlab/kernel"
	"mexlab/track/table"
)

// write times the samples and the slowest vertices, and writes all, as text or as
// one JSON object.
func (s *survey) write(w io.Writer, asJSON bool) error {
	total, err := s.time()
	if err != nil {
		return err
	}
	if asJSON {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false) // K < rank
		return e.Encode(struct {
			Games    uint64         `json:"games"`
			Vertices int            `json:"vertices"`
			Ns       float64        `json:"ns"`
			Classes  []*surveyClass `json:"classes"`
			Slowest  []slowVertex   `json:"slowest"`
		}{s.games, s.vertices, round(total), s.classes, s.slowest})
	}
	_, err = fmt.Fprintln(w, s.screen.Fold(fmt.Sprintf("%s in %s. Kernel auto takes %s of one CPU for them; reading comes on top.",
		table.Count(s.vertices, "vertex", "vertices"), table.Count(int(s.games), "game", "games"), withUnit(total))))
	if err != nil || s.vertices == 0 {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	classes := &table.Table{Columns: table.Words("class", "way"), Rows: slices.Values(s.classRows(total))}
	classes.Columns = append(classes.Columns,
		table.Numbers("vertices", "of all", "degree", "rank", "extras", "K", "tried", "ns/vertex", "of the time")...)
	slowest := &table.Table{Columns: append(table.Numbers("game", "vertex"), explainedColumns()...), Rows: slices.Values(s.slowRows())}
	slowest.Caption = "The slowest vertices, each done alone"
	slowest.Columns = append(slowest.Columns, table.Numbers("us")...)
	return writeTables(w, s.screen, classes, slowest)
}

func (s *survey) classRows(total float64) (rows [][]table.Cell) {
	for _, c := range s.classes {
		rank, extras, tried := c.Rank.String(), c.Extras.String(), "-"
		if c.Degree[1] == 0 {
			rank, extras = "-", "-"
		}
		if c.Tried > 0 {
			tried = table.Digits(c.Tried)
		}
		rows = append(rows, table.Row(c.Class, c.Way, strconv.Itoa(c.Vertices), percent(float64(c.Vertices)/float64(s.vertices)),
			c.Degree.String(), rank, extras, c.K.String(), tried, table.Digits(c.Ns), percent(c.Ns*float64(c.Vertices)/total)))
	}
	return rows
}

func (s *survey) slowRows() (rows [][]table.Cell) {
	for i := range s.slowest {
		v := &s.slowest[i]
		row := append(table.Row(strconv.FormatUint(v.Game, 10), strconv.FormatUint(uint64(v.Vertex), 10)), explainedCells(&v.Explanation, nil)...)
		rows = append(rows, append(row, table.Number(v.Ns/1e3)))
	}
	return rows
}

// withUnit writes nanoseconds in the unit that suits them.
func withUnit(ns float64) string {
	switch {
	case ns < 1e3:
		return table.Digits(ns) + " ns"
	case ns < 1e6:
		return table.Digits(ns/1e3) + " us"
	}
	return table.Digits(ns/1e6) + " ms"
}

// round rounds to two decimal places.
func round(x float64) float64 { return math.Round(100*x) / 100 }

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// time sets the times, sorts by them, and returns that of all vertices, in
// nanoseconds.
func (s *survey) time() (total float64, err error) {
	for _, c := range s.classes {
		c.Tried = round(c.Tried)
		each := c.took / time.Duration(c.Vertices)
		if c.Ns = float64(each); c.sample.Len() > 0 {
			for i := 0; c.sample.Len() < 16; i++ { // as many as there are lanes
				c.sample.Add(c.sample.K[i], c.sample.Row(i)...)
			}
			if c.Ns, err = s.timeRows(&c.sample, each); err != nil {
				return 0, err
			}
		}
		total += c.Ns * float64(c.Vertices)
	}
	slices.SortStableFunc(s.classes, func(x, y *surveyClass) int {
		return cmp.Compare(y.Ns*float64(y.Vertices), x.Ns*float64(x.Vertices))
	})
	for i := range s.slowest {
		v := &s.slowest[i]
		if v.Ns = float64(v.took); v.row.Len() == 0 {
			continue
		}
		if v.Ns, err = s.timeRows(&v.row, v.took); err != nil {
			return 0, err
		}
	}
	slices.SortStableFunc(s.slowest, func(x, y slowVertex) int { return cmp.Compare(y.Ns, x.Ns) })
	s.slowest = s.slowest[:min(surveySlowest, len(s.slowest))]
	return total, nil
}

// timeRows returns the nanoseconds that kernel auto takes for one of the rows: the
// least of several turns, as far as there is time. each is a guess at that: how long
// it took to explain one row.
func (s *survey) timeRows(rows *kernel.Batch, each time.Duration) (ns float64, err error) {
	if context.Cause(s.ctx) != nil {
		return float64(each), nil
	}
	n := min(rows.Len(), max(1, int(10*surveyTime/(each+1)))) // in a turn
	var turn kernel.Batch
	for i := range n {
		at := i * rows.Len() / n
		turn.Add(rows.K[at], rows.Row(at)...)
	}
	least := time.Duration(math.MaxInt64)
	for turns, spent := 0, time.Duration(0); spent < surveyTime || turns < 3 && spent < 10*surveyTime; turns++ {
		start := time.Now()
		if err := s.kernel.Mex(s.ws, &turn); err != nil {
			return 0, err
		}
		took := time.Since(start)
		least, spent = min(least, took), spent+took+1
	}
	return round(float64(least) / float64(n)), nil
}
